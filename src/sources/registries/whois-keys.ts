// The meaning of labels. They are normalised: lower case, single spaces, no punctuation.

import { memoize } from './memoize.ts';
import type { ContactRole, WhoisContact } from './record.ts';

const words = (text: string): Set<string> => new Set(text.split('|'));

export const DOMAIN_KEYS = words('domain|domain name|dn|query|complete domain name|domain name ascii|domain ace');
export const STATUS_KEYS = words(
  'status|domain status|state|eppstatus|epp status|registration status|domain state|statut|registry status|reg status|' +
    'query status|domaintype|ren status|flags|domain name status|current status|active status',
);
const NAME_SERVER_LABELS = [
  '(?:domain |dns )?name ?servers?(?: ?(?:name|information|handle|hostname|in (?:the )?listed order))?',
  'nserver|ns|dns|host ?name|ns name|dns name|servers|dns servers?|hosts?|nservers?',
  '(?:domain )?(?:name ?)?servers?(?: listed)?(?: in)?(?: the)?(?: listed)?(?: order)?',
  '(?:primary|secondary|pri|sec|prim|1st|2nd|3rd|4th|first|second|third|fourth|other|preferred|alternate) (?:name ?server|server|dns|ns)s?(?: hostname)?',
  'dns host ?names?|ns host|dns server name|name ?server host|delegated name ?servers?',
];
export const NAME_SERVER_KEYS = new RegExp(`^(?:${NAME_SERVER_LABELS.join('|')})(?: ?\\d{1,2})?$`);

/** Words for servers, in labels that are not listed. */
export const SERVER_STEMS =
  /^(?!.*(?:whois|rdap|web|mail|registrar|url|ftp))(?=.*(?:server|serwer|servid|serveur|servil|streznik|posluzitel|palvelin|szerver|tjener|dns|сервер|сървър|ネーム|네임|サーバ|서버|服务器|伺服|服務器|خادم|خوادم|שרת|διακομ))/;

export const CREATED_KEYS = words(
  'reg created|creation date|created|created on|created date|create date|registered|registered on|registered date|registration date|' +
    'domain registration date|domain create date|domain record activated|activated|activated on|registration time|created at|' +
    'record created|record created on|domain created|domain created on|entry created|first registration date|' +
    'domain name commencement date|date registered|commencement date|assigned|registered since|created since|' +
    'domain creation date|creation|activation|date created|' +
    'registration|connected|domain registered|registerdate|record activated|domain registration|registered at|' +
    'date of registration|reg date|domain datebilleduntil created|domain dateregistered|insert date|activation date|' +
    'regdate|domain activation date|domain name registration date|date of creation|registration start date|active since|' +
    'domain registered on|assigned date|allocated date|allocation date|date of first registration|first registered|first registered on|' +
    'registered from|start date|valid from|domain since|initial registration date|original creation date|date of activation|delegated on|' +
    'delegation date|domain entry created|created time|creation time|create time|registration date time|date registered on',
);
export const UPDATED_KEYS = words(
  'updated date|updated|changed|last updated|last update|last updated on|last modified|modified|modification date|' +
    'last updated date|domain last updated date|domain record last updated|record last updated on|record changed on|' +
    'last modified on|update date|last change|domain datelastmodified|datelastmodified|last modification|record last modified|' +
    'domain last updated|entry updated|last edited|date modified|updated on|record modified|last modified date|updated at|' +
    'domain updated|last updated at|modification time|record updated|last mod date|edited|' +
    'domain last modified|record last update|registry updated date|last updated time|modified date|record last updated|' +
    'last renewed|date updated|date last modified|renewed|last change date|date of last change|date of last update|last changed|' +
    'last changed on|date changed|changed on|changed date|update time|last modification date|date of modification|last modification on|' +
    'modified at|modified on|record last changed|domain updated date|domain last changed',
);
/** In order of reliability: the registry's own date first. */
export const EXPIRED_KEYS = words(
  'registry expiry date|expiration date|expiry date|expires|expires on|expire date|expired date|exp date|expire|expiry|' +
    'paid till|renewal date|validity|valid until|domain expiration date|expiration time|domain expires|domain expires on|' +
    'record expires|record expires on|expires at|renewal|valid date|expiration|domain expire date|date expires|' +
    'expired|record expired|date of expiry|domain validity|renew date|domain expiry date|domain datebilleduntil|registered until|' +
    'paid until|record will expire on|expires date|expdate|registration expiry|registrar registration expiration date|' +
    'renewal due|domain currently expires|payed until|free date|domain name expiration date|domain expires at|expiration on|' +
    'valid till|valid to|next renewal|next due date|valid through|valid thru|end date|date of expiration|expiration date time|' +
    'expiry time|renew by|renewal deadline|renewal required|to be renewed|registration valid until|registration expires|registration ends|' +
    'domain valid until|domain paid until|paid through|expires after|registration end date|registration expiration|registration expiration date|' +
    'registration expiry date|delegation expires|licence expires|license expires|expires time|valid up to|active until|in force until',
);

/** Words in labels that are not listed above. */
export const LOOSE_DATES = {
  words: {
    created: /\b(?:creat\w{1,4}|register(?:ed)?|registration|activat\w{1,4}|commence\w{0,6})\b/,
    updated: /\b(?:updated?|modif\w{1,9}|changed?|edited)\b/,
    expired: /\b(?:expir\w{1,6}|renewal|valid|paid|until)\b/,
  },
  never: new RegExp(
    '\\b(?:database|whois|contact|registrar|dnssec|query|server|holder|owner|option|by|for|status|id|key|transfer|period|number)\\b' +
      '|^last update time$',
  ),
};

/** Beginnings of words in other languages. A label with a date has few meanings. Words for the end come first: `end of the registration`. */
export const DATE_STEMS: readonly (readonly [kind: 'expired' | 'updated' | 'created', stems: RegExp])[] = [
  [
    'expired',
    /(?:^| )(?:expir|venc|caduc|scad|echeance|ablauf|auslauf|lauft|verval|verlo|utgang|utgar|utlop|udlob|galioj|derig|aegu|kehti|lejar|erveny|vypr|platn|istek|istic|potek|wygas|wazn|koniec|kedaluwarsa|berakhir|bitis|gecerl|λη(?:ξ|γ)|истек|изтич|оконч|оплач|деиств|закінч|діисн)|انته|صالح|תפוג|תוקף|หมดอายุ|到期|过期|過期|届满|屆滿|有效期|有効期限|満了|만료|종료/,
  ],
  [
    'updated',
    /(?:^| )(?:modif|aktuali|actuali|atuali|aggiorn|alter|atnauj|zmen|zmien|izmen|izmjen|sprememb|wijzig|gewijzig|ander|andr|endr|endret|aendr|geandert|guncel|degis|modosit|muokat|muut|muude|diubah|diperbarui|изм[еі]н|обновл?|оновл|зм[іи]н|промян|τροποπ|ενημερ)|تحديث|עודכ|更新|修改|变更|變更|変更|변경|수정/,
  ],
  [
    'created',
    /(?:^| )(?:regist|regisz|rejest|geregist|inregist|enregist|zaregist|creac|criac|criad|cread|creat|creaz|cree|erstell|angelegt|vytvor|zaloz|opprett|oprett|skapa|olustur|utworz|letrehoz|luotu|luomis|loodud|sukurt|izveid|kreir|aktiv|activ|зарег|зарее|рег[иі]стр|реєстр|созда|створ|създад|δημιουργ|καταχωρ)|تسجيل|إنشاء|רישום|ลงทะเบียน|登録(?:年月)?日|注册(?:日期|时间|日)|註冊(?:日期|時間|日)|创建|創建|建立|등록일|생성일/,
  ],
];

const REGISTRAR_LABELS = {
  name: words(
    'registrar|sponsoring registrar|registrar name|registrar organization|registration service provider|current registrar|' +
      'registrar company name|registrar org|registrar company|registrar organization name|authorized agency|' +
      'sponsoring registrar organization|domain registrar|domain support|record maintained by|registrar handle|agent|' +
      'reseller registrar|registered through|provider|registered by|registrar registrar name|isp|registrar id name',
  ),
  url: words(
    'registrar url|referral url|registrar website|registrar web|sponsoring registrar url|sponsoring registrar website|' +
      'registrar homepage|registration service url|registrar www|registrar url registration services|registrar web site|' +
      'registration url|registrar site|registrar info',
  ),
  email: words(
    'registrar abuse contact email|registrar email|registrar e mail|sponsoring registrar email|' +
      'sponsoring registrar abuse email|registrar contact email|registrar contact information|registrar abuse email|registration service provider email',
  ),
  phone: words(
    'registrar abuse contact phone|registrar phone|sponsoring registrar phone|sponsoring registrar abuse phone|' +
      'registrar contact phone|registrar abuse phone|registrar telephone|registrar phone number',
  ),
};

/** The registrar field of each label. */
export const REGISTRAR_KEYS: Readonly<Record<string, keyof typeof REGISTRAR_LABELS>> = Object.fromEntries(
  Object.entries(REGISTRAR_LABELS).flatMap(([field, labels]) =>
    [...labels].map((label) => [label, field as keyof typeof REGISTRAR_LABELS]),
  ),
);

/** Each label may follow the word `contact`. */
const FIELDS: readonly (readonly [RegExp, keyof WhoisContact])[] = (
  [
    ['(?:(?:english |chinese )?name|person|role|full ?name|personname|contact|person name|name surname|holder english name)', 'name'],
    [
      '(?:organi[sz]ation|org|company)(?: ?name)?|organi[sz]ation loc|trading as|descr|company english name|' +
        'company chinese name|institution',
      'org',
    ],
    ['(?:e ?mail|e ?mail address|mail|email id|emails?)(?: ?\\d)?', 'email'],
    [
      '(?:(?:postal |post |mailing |street |full )?address|adress|add|addr line|street|addr|address line|street name|address ?street|' +
        'road)(?: ?\\d{1,2})?',
      'street',
    ],
    ['(?:city|town|city town|locality|address city|suburb)(?: name)?', 'city'],
    ['state|province|state province|province state|state or province|region|county|address state|stateprovince|stateprov|sp', 'state'],
    ['(?:address )?postal ?code|zip ?code|zip|post ?code|pcode|postal|pc', 'postal'],
    ['country|country ?code|ccode|country economy|cc|address country|country loc|countryname', 'country'],
    [
      'phone|phone number|tel|telephone|voice|phone no|telephone number|tel no|phone ?1|mobile|voice number|mobile number|' +
        'telephone no|phone numbers?|office phone',
      'phone',
    ],
    ['fax|fax number|fax no|facsimile|facsimile number|fax ?1|fax telephone', 'fax'],
  ] as const
).map(([labels, field]) => [new RegExp(`^(?:contact )?(?:${labels})$`), field]);
const ANY_FIELD = new RegExp(FIELDS.map(([{ source }]) => source).join('|'));
const ANY_UNSPACED = new RegExp(`${ANY_FIELD.source.replaceAll(' ', ' ?')}|^(?:contact)?(?:first|given|fore|f|last|family|sur|l) ?names?$`);

/** False for a word that is no field and no part of a name, even with a space in it. */
export const isFieldUnspaced = (word: string): boolean => ANY_UNSPACED.test(word);

/** Returns the part of a name in two parts. */
export const namePartOf = (label: string): 'first' | 'last' | null => (label.includes('name') ? readNamePart(label) : null);

const readNamePart = (label: string): 'first' | 'last' | null =>
  /^(?:contact )?(?:first|given|fore|f) ?names?$/.test(label)
    ? 'first'
    : /^(?:contact )?(?:last|family|sur|l) ?names?$/.test(label)
      ? 'last'
      : null;

export const fieldOf = memoize((label: string): keyof WhoisContact | null =>
  ANY_FIELD.test(label) ? (FIELDS.find(([pattern]) => pattern.test(label))?.[1] ?? null) : null,
);

const ROLE_WORDS: readonly (readonly [RegExp, ContactRole])[] = [
  [/^(?:domain )?(?:registrant|owner|holder|licensee|responsible|organization using domain name|domainholder)\b/, 'registrant'],
  [/^(?:administrative|admin|adminstrative|administrativ|administrator|ac|contact information)\b/, 'admin'],
  [/^(?:technical|tech|technician)\b|^orgtech(?=name|phone|email)/, 'tech'],
  [/^org(?:ani[sz]ation)?(?= (?:address|zipcode|city|country|state|postal code|phone|fax|email)$)|^org(?= name$)/, 'registrant'],
  [/^adm\b/, 'admin'],
  [/^tec\b/, 'tech'],
  [/^bill?\b/, 'billing'],
  [/^zone\b/, 'zone'],
  [/^(?:billing|financial|invoice|payment)\b/, 'billing'],
];

/** Returns the role at the start of a label, and the rest of the label. */
export const roleOf = memoize(readRole);

function readRole(label: string): { readonly role: ContactRole; readonly rest: string } | null {
  for (const [pattern, role] of ROLE_WORDS) {
    const match = pattern.exec(label);
    if (match) {
      const rest = label
        .slice(match[0].length)
        .replace(/^ ?(?:contacts?\b|c(?= ))? ?(?:agent\b)? ?(?:info(?:rmation)?\b|details)?/, '')
        .replace(/^ ?code$/, '')
        .replace(/^ ?(?:internationali[sz]ed|int|localized|loc)\b/, '');
      return { role, rest: rest.trim() };
    }
  }
  return null;
}

/** Returns both roles of a label such as `administrative contact technical contact`. */
export const rolesOf = memoize(readRoles);

function readRoles(label: string): { readonly roles: readonly ContactRole[]; readonly rest: string } | null {
  const first = roleOf(label);
  if (first === null) return null;
  // `org` is a role in `org phone`, but a field in `owner org name`.
  const second = fieldOf(first.rest) === null ? roleOf(first.rest.replace(/^and /, '')) : null;
  const third = second === null ? null : roleOf(second.rest.replace(/^and /, ''));
  const all = [first, second, third].filter((found) => found !== null);
  return { roles: all.map(({ role }) => role), rest: all.at(-1)!.rest };
}

/** True for a label with a known meaning for the domain. */
export const isKnownLabel = memoize(
  (label) =>
    [DOMAIN_KEYS, STATUS_KEYS, CREATED_KEYS, UPDATED_KEYS, EXPIRED_KEYS].some((keys) => keys.has(label)) ||
    NAME_SERVER_KEYS.test(label) ||
    REGISTRAR_KEYS[label] !== undefined,
);

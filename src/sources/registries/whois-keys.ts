// Which label means what. Labels are normalised: lower case, one space, no marks.
import type { ContactRole, WhoisContact } from './record.ts';

const words = (text: string): Set<string> => new Set(text.split('|'));

export const DOMAIN_KEYS = words(
  'domain|domain name|domainname|dn|query|complete domain name|nom de domaine|domena|domain name ascii|ドメイン名',
);
export const STATUS_KEYS = words(
  'status|domain status|state|eppstatus|epp status|registration status|domain state|statut|registry status|reg status|estado|' +
    '状態|query status|domaintype',
);
const NAME_SERVER_LABELS = [
  '(?:domain |dns )?name ?servers?(?: ?(?:name|information|handle|hostname|in (?:the )?listed order))?',
  'nserver|ns|dns|host ?name|ns name|dns name|servers|dns servers?|ネームサーバ',
  'domain (?:name ?)?servers(?: in listed order)?',
  '(?:primary|secondary|first|second|third|other) (?:name ?server|server|dns)s?(?: hostname)?',
  'servidor(?:es)? de nombres?',
];
export const NAME_SERVER_KEYS = new RegExp(`^(?:${NAME_SERVER_LABELS.join('|')})(?: ?\\d{1,2})?$`);

export const CREATED_KEYS = words(
  'creation date|created|created on|created date|create date|registered|registered on|registered date|registration date|' +
    'domain registration date|domain create date|domain record activated|activated|activated on|registration time|created at|' +
    'record created|record created on|domain created|domain created on|entry created|first registration date|' +
    'domain name commencement date|date registered|commencement date|assigned|registered since|created since|' +
    'domain creation date|creation|activation|date created|fecha de activacion|fecha de registro|fecha de creacion|' +
    'fecha registro|registration|connected|domain registered|registerdate|record activated|domain registration|registered at|' +
    'date of registration|reg date|reg created|domain datebilleduntil created|domain dateregistered|insert date|activation date|' +
    'regdate|domain activation date|登録年月日|接続年月日',
);
export const UPDATED_KEYS = words(
  'updated date|updated|changed|last updated|last update|last updated on|last modified|modified|modification date|' +
    'last updated date|domain last updated date|domain record last updated|record last updated on|record changed on|' +
    'last modified on|update date|last change|domain datelastmodified|datelastmodified|last modification|record last modified|' +
    'domain last updated|entry updated|last edited|date modified|updated on|record modified|last modified date|updated at|' +
    'domain updated|last updated at|ultima actualizacion|modification time|record updated|last mod date|edited|' +
    'domain last modified|record last update|registry updated date|last updated time|最終更新',
);
/** In order of trust: the registry's own date first. */
export const EXPIRED_KEYS = words(
  'registry expiry date|expiration date|expiry date|expires|expires on|expire date|expired date|exp date|expire|expiry|' +
    'paid till|renewal date|validity|valid until|domain expiration date|expiration time|domain expires|domain expires on|' +
    'record expires|record expires on|expires at|renewal|valid date|expiration|domain expire date|date expires|' +
    'fecha de expiracion|fecha de vencimiento|expired|renew date|domain expiry date|domain datebilleduntil|registered until|' +
    'paid until|record will expire on|expires date|expdate|registration expiry|registrar registration expiration date|' +
    'renewal due|domain currently expires|payed until|有効期限',
);

const REGISTRAR_LABELS = {
  name: words(
    'registrar|sponsoring registrar|registrar name|registrar organization|registration service provider|current registrar|' +
      'registrar company name|registrar org|registrar company|registrar organization name|authorized agency|' +
      'sponsoring registrar organization|domain registrar|domain support|record maintained by|registrar handle|agent|' +
      'reseller registrar|registered through|provider|registered by|registrar registrar name',
  ),
  url: words(
    'registrar url|referral url|registrar website|registrar web|sponsoring registrar url|sponsoring registrar website|' +
      'registrar homepage|registration service url|registrar www|registrar url registration services|registrar web site',
  ),
  email: words(
    'registrar abuse contact email|registrar email|registrar e mail|sponsoring registrar email|' +
      'sponsoring registrar abuse email|registrar contact email|registrar abuse email|registration service provider email',
  ),
  phone: words(
    'registrar abuse contact phone|registrar phone|sponsoring registrar phone|sponsoring registrar abuse phone|' +
      'registrar contact phone|registrar abuse phone|registrar telephone|registrar phone number',
  ),
};

/** Which label says what about the registrar. */
export const REGISTRAR_KEYS: Readonly<Record<string, keyof typeof REGISTRAR_LABELS>> = Object.fromEntries(
  Object.entries(REGISTRAR_LABELS).flatMap(([field, labels]) =>
    [...labels].map((label) => [label, field as keyof typeof REGISTRAR_LABELS]),
  ),
);

/** Each may stand behind the word `contact`. */
const FIELDS: readonly (readonly [RegExp, keyof WhoisContact])[] = (
  [
    ['(?:name|person|full ?name|personname|contact|person name|name surname)', 'name'],
    ['(?:organi[sz]ation|org|company)(?: ?name)?|organi[sz]ation loc|trading as|descr|company english name|holder english name', 'org'],
    ['(?:e ?mail|e ?mail address|mail|email id|emails?)(?: ?\\d)?', 'email'],
    ['(?:(?:postal |mailing |street )?address|street|addr|address line|street name|address ?street|road)(?: ?\\d{1,2})?', 'street'],
    ['(?:city|town|city town|locality|address city|suburb)(?: name)?', 'city'],
    ['state|province|state province|state or province|region|county|address state|stateprovince|stateprov|sp', 'state'],
    ['(?:address )?postal ?code|zip ?code|zip|post ?code|pcode|postal|pc', 'postal'],
    ['country|country ?code|country economy|cc|address country|country loc|countryname|land', 'country'],
    ['phone|phone number|tel|telephone|voice|phone no|telephone number|tel no|telefon|phone ?1|mobile', 'phone'],
    ['fax|fax number|fax no|facsimile|facsimile number|fax ?1|fax telephone', 'fax'],
  ] as const
).map(([labels, field]) => [new RegExp(`^(?:contact )?(?:${labels})$`), field]);

export const fieldOf = (label: string): keyof WhoisContact | null => FIELDS.find(([pattern]) => pattern.test(label))?.[1] ?? null;

const ROLE_WORDS: readonly (readonly [RegExp, ContactRole])[] = [
  [/^(?:domain )?(?:registrant|owner|holder|licensee|titular|responsible|organization using domain name)\b/, 'registrant'],
  [/^(?:administrative|admin|administrativo|adminstrative|ac|contact information)\b/, 'admin'],
  [/^(?:technical|tech|tecnico)\b|^orgtech(?=name|phone|email)/, 'tech'],
  [/^org(?= (?:name|address|zipcode|city|country)$)/, 'registrant'],
  [/^adm\b/, 'admin'],
  [/^tec\b/, 'tech'],
  [/^bil\b/, 'billing'],
  [/^zone\b/, 'zone'],
  [/^(?:billing|financial|cobranza|facturacion|invoice)\b/, 'billing'],
];

/** The role a label begins with, and the rest of the label. */
export function roleOf(label: string): { role: ContactRole; rest: string } | null {
  for (const [pattern, role] of ROLE_WORDS) {
    const match = pattern.exec(label);
    if (match) {
      const rest = label.slice(match[0].length).replace(/^ ?(?:contacts?\b)? ?(?:information|details)?/, '');
      return { role, rest: rest.trim() };
    }
  }
  return null;
}

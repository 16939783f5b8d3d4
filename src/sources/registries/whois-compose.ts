// Understands labels that no list has, from their words: whose contact, which field. `correo del titular` is `registrant email`.

/** Beginnings of words, so that endings of other languages fit. A word with `$` is whole. */
const words = (text: string): RegExp => new RegExp(`^(?:${text})`);

const ROLES: readonly (readonly [string, RegExp])[] = [
  [
    'registrant',
    words(
      'registrant(?:s|e|en|es|a|i|u)?$|reg$|owners?$|holders?$|licensees?$|proprietors?$|custodians?$|hasznalo|igenylo|реєстрант|titula|proprieta|propieta|detent|inhaber|domaininhaber|haltija|houder|domeinhouder|eigenaar|' +
        'innehavar|innehaver|indehaver|ejer$|drzitel|majitel|vlastni|vlasni|nositel|nosilec|imetnik|detinator|intestatari|assegnatari|titolar|' +
        'wlasciciel|abonent|владел|регистрант|власник|притежател|собственик|sahibi$|pemilik|omanik|valdytoj|savinink|ipasniek|' +
        'tulajdonos|δικαιουχ|κατοχ|صاحب|مالك|בעל',
    ),
  ],
  [
    'admin',
    words(
      'adm$|admin$|admins$|administrativ|administratif|administrativn|administrator$|administracyjn|administratie[fv]|administrasi|amministrativ|' +
        'adminisztrativ|административн|адміністративн|административен|idari$|hallinnolli|spravni$|διοικητικ',
    ),
  ],
  ['tech', words('tech$|techni|tecnic|tehni[ck]|tehnilin|teknisk|teknik$|teknis|teknin|muszaki|' + 'техническ|технічн|τεχνικ')],
  [
    'billing',
    words(
      'billing|financial|invoic|payment|factur|cobran|financier|financeir|fatura|rechnung|fattura|rozliczen|платежн|mali$|laskutu|faktur',
    ),
  ],
];

/** In order of precedence: the email of a company is an email, and the name of a company is the company. */
const FIELDS: readonly (readonly [string, RegExp])[] = [
  ['email', words('e?mails?$|e?mailad|correo|courriel|epost|sahkoposti|surel$|poczta$|имеил|почт[аы]$|пошт[аи]$|ταχυδρομειο')],
  ['fax', words('fax|telefax|faks|facsimile|telecopi|факс|φαξ')],
  ['phone', words('phone|tel$|tels$|tlf$|telephon|tele[fp]oo?n|puhelin|mobil|movil|celular|cell$|cellphone|gsm$|voice$|телефон|τηλεφων')],
  [
    'postal code',
    words(
      'zip|postcode|postalcode|plz$|postleitzahl|postnummer|postnr|postinumero|cep$|psc$|pc$|irsz$|iranyitoszam|postikood|индекс|індекс',
    ),
  ],
  [
    'country',
    words(
      'country|cc$|pais$|pays$|land$|kraj$|zeme$|страна|країна|държава|drzava|krajina|riik$|valsts|ulke$|tara$|paese|nazion|χωρα|negara|orszag|maa$|stat$',
    ),
  ],
  [
    'city',
    words(
      'city|town$|ciudad|cidade|ville$|stadt$|ort$|plaats|miasto|mesto$|poststed|kaupunki|pilseta|miestas|sehir|citta$|localid|locality|localit|municipal|kota$|oras|varos|telepules|город|місто|град$|πολη',
    ),
  ],
  [
    'state',
    words('state$|province|provinc|region$|county$|departament|wojewodztw|област|bundesland|prefectur|judet|megye|zupanij|propinsi'),
  ],
  [
    'address',
    words(
      'address|addr$|adress|adres|direcci|domicilio|morada|enderec|indirizz|osoite|aadress|street|strasse|rue$|calle$|ulica|ulice|адрес|διευθυνσ|alamat|lakcim|cime?$|anschrift|straat|gatuadress|strada?$|naslov',
    ),
  ],
  [
    'organization',
    words(
      'organi[sz]z?a|organisme|org$|company|firma$|firm$|empresa|societe|entreprise|compani|организаци|організаці|kurum$|sirket|azienda|ditta$|unternehmen|bedrijf|foretag|virksomhed|yritys|podjetje|tvrtka|institution|kurulus|perusahaan|cegnev|societa$|spolecnost|spolocnost|предприят|компани',
    ),
  ],
  [
    'name',
    words(
      'names?$|fullname|person|nombre|nom$|nome$|nazwa|naziv|ime$|jmeno|meno$|nimi$|navn$|namn$|naam$|имя|фио|isim$|adi$|nama$|nume(?:le)?$|neve?$|nazev|nazov|vardas$|vards$|назва$|наименован',
    ),
  ],
];

const POST = words('postal|post$|postale|pocztow|postni$|postov|postansk|posta$|pos$|почтов|поштов|ταχυδρομικ');
const CODE = words('codes?$|codigo|codice|kode?|broj$|код|κωδικ');
const DOMAIN = words('domain|domini|domeny|domene|domen$|domena|домен|النطاق');
/** Words without a meaning of their own. */
const FILLER = words(
  '(?:of|the|an?|and|this|is|for|in|as|s|e|et|und|og|och|y|d|l|de|del|della|dell|des|du|di|da|do|dos|la|le|el|los|las|der|den|van|von|za|na|po|от|на)$|' +
    'contact|contat[oi]s?$|contatt[oi]$|kontakt|kontak$|kapcsolattart|контакт|επαφ|numbers?$|numer|nummer|no$|nr$|num$|номер|cislo|details?$|info|data$|dati$|dane$|daten$|datos$|' +
    'official$|mailing$|registered$|primary$|main$|work$|office$|business$|full$|complet|legal$|english$|local|loc$|int$|internationali|latin$|line$|responsable|electroni|elettronic|elektron|электронн|електронн|ηλεκτρονικ|эл$|ел$',
);

const ROLE_ALONE: Readonly<Record<string, string>> = {
  registrant: 'registrant',
  admin: 'administrative contact',
  tech: 'technical contact',
  billing: 'billing contact',
};
const WORDS_MAX = 7;
const PHONE_AND_FAX = /\b(?:tel|phone)\w{0,6} (?:(?:and|und|y|e|et) )?fax/;

const meaningOf = (table: readonly (readonly [string, RegExp])[], word: string): string | null =>
  table.find(([, pattern]) => pattern.test(word))?.[0] ?? null;

/** All words with a meaning, to reject sentences by their first word. */
const ANY = new RegExp(
  [...ROLES, ...FIELDS].map(([, pattern]) => pattern.source).join('|') +
    [POST, CODE, DOMAIN, FILLER].map(({ source }) => `|${source}`).join(''),
);

/** Returns the label in English, or null when it has a word with an unknown meaning. */
export function composeLabel(label: string): string | null {
  const all = label.split(' ');
  if (all.length > WORDS_MAX) return null;
  const roles = new Set<string>();
  const fields = new Set<string>();
  let [isPost, isCode, isDomain] = [false, false, false];
  for (const [at, word] of all.entries()) {
    if (!ANY.test(word) && !/^\d$/.test(word)) return null;
    const isAfterDomain = at > 0 && DOMAIN.test(all[at - 1]!);
    const role = meaningOf(ROLES, word);
    const field = role === null ? meaningOf(FIELDS, word) : null;
    if (role !== null) roles.add(role);
    else if (field === 'name' && isAfterDomain) isDomain = true;
    else if (field !== null) fields.add(field);
    else if (POST.test(word)) isPost = true;
    else if (CODE.test(word)) isCode = true;
    else if (DOMAIN.test(word)) isDomain = true;
  }
  if (isPost && isCode) fields.add('postal code');
  const [role] = roles;
  // `Tel./Fax`
  if (fields.has('phone') && PHONE_AND_FAX.test(label)) fields.delete('fax');
  const field = FIELDS.find(([name]) => fields.has(name))?.[0];
  // A label about the domain is not a contact's, and a label with two roles is left to the lists.
  if (roles.size > 1 || (role === undefined && (isDomain || field === undefined))) return null;
  // `reg-name` is the name of the domain at some registries, and `Reg. No` is a number.
  if (all.includes('reg') && (field === undefined || field === 'name')) return null;
  if (field === undefined) return ROLE_ALONE[role!]!;
  return role === undefined ? field : `${role} ${field}`;
}

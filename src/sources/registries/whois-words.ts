// Translates labels from other languages, and maps English synonyms.
import { composeUnspaced } from './whois-unspaced.ts';

/** For Unicode, letters with a stroke are not letters with a combining mark. */
const STROKES: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i' };
const MARKS = /[\u0300-\u036f]/g;

/** Removes accents. Scripts that need combining marks keep them. */
export const withoutAccents = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text
        .normalize('NFD')
        .replace(MARKS, '')
        .normalize('NFC')
        .replace(/[đłøı]/g, (letter) => STROKES[letter]!);

/** One line per English label: its equivalents, without accents and in lower case. */
const SAME: Readonly<Record<string, string>> = {
  'domain name':
    'name of the domain|name of domain|domain id name|registered domain|queried domain|full domain name|domain fqdn|fqdn|domain label|' +
    'dominio|nombre de dominio|nombre del dominio|nome de dominio|nome do dominio|nom de domaine|nom du domaine|domaine|' +
    'nazwa domeny|domena|' +
    'домен|доменное имя|имя домена|alan adi|ドメイン名|域名|도메인이름|domeniu|domainname|domeneshop|verkkotunnus|dominio web|naziv domena|' +
    'naziv domene|naziv domenov|ime domena|ime domene|domena naziv|domen|nume domeniu|numele domeniului|domen adi|domein|domeinnaam|domeinenaam|' +
    'domannamn|doman|domenenavn|domene|domaenenavn|domaene|nazev domeny|nazov domeny|domenas|domeno vardas|domena vards|domeninimi|' +
    'доменне ім я|ім я домену|назва домену|име на домейн|домејн|ονομα χωρου|ονομα τομεα|ten mien|nama domain|nama domen|' +
    'emri i domainit|emri i domenit|اسم النطاق|نام دامنه|שם המתחם|ชื่อโดเมน|域名名称|網域名稱|tartomanynev|domain nev',
  'creation date':
    'fecha de activacion|fecha de registro|fecha de creacion|fecha registro|fecha de alta|data de registo|data de criacao|' +
    'data de registro|' +
    'date de creation|date d enregistrement|date de activation|cree le|enregistre le|data rejestracji|utworzono|дата регистрации|создан|' +
    '登録年月日|接続年月日|注册时间|注册日期|註冊時間|등록일|등록날짜|kayit tarihi|registriert|erstellt|data registrazione|luotu|rekisteroity|' +
    'datum registracije|datum kreiranja|registrirano|registrovano|kreirano|data inregistrarii|inregistrat la|datum van registratie|' +
    'registratiedatum|geregistreerd|geregistreerd op|registreringsdatum|registrerad|skapad|registrert|opprettet|oprettet|registreret|' +
    'datum registrace|datum vytvoreni|datum registracie|registrovano dne|registracijos data|registruota|registracijas datums|' +
    'registreeritud|registreerimise aeg|regisztralas datuma|regisztralva|letrehozva|ngay dang ky|ngay cap|tanggal registrasi|tanggal pendaftaran|' +
    'data e regjistrimit|дата створення|створено|зареєстровано|дата реєстрації|дата создания|дата на регистрация|регистриран на|' +
    'датум регистрације|ημερομηνια καταχωρησης|تاريخ التسجيل|تاريخ الإنشاء|תאריך רישום|วันที่ลงทะเบียน|創建日期|建立日期|创建时间|创建日期|' +
    'data de alta|data creazione|creato il|registrato il|registriert am|erstellt am|registrierungsdatum|olusturulma tarihi|tescil tarihi',
  'last updated':
    'ultima actualizacion|ultima modificacion|fecha de actualizacion|fecha de modificacion|ultima atualizacao|data de alteracao|' +
    'derniere modification|derniere mise a jour|modifie le|mis a jour le|date de modification|ostatnia modyfikacja|' +
    'дата изменения|изменен|' +
    '最終更新|更新时间|更新日期|최근 정보 변경일|son guncelleme|letzte anderung|geandert|ultimo aggiornamento|muokattu|' +
    'datum izmjene|datum izmene|posljednja izmjena|poslednja izmena|zadnja sprememba|izmijenjeno|ultima actualizare|data modificarii|' +
    'laatst gewijzigd|laatste wijziging|datum wijziging|gewijzigd|senast andrad|andrad|sist endret|sist oppdatert|sidst aendret|' +
    'posledni zmena|posledna zmena|zmeneno|datum zmeny|atnaujinta|paskutinis pakeitimas|muudetud|utolso modositas|modositva|' +
    'ngay cap nhat|cap nhat|terakhir diubah|terakhir diperbarui|дата зміни|змінено|дата оновлення|дата обновления|обновлен|последнее изменение|' +
    'последна промяна|датум измене|تاريخ التحديث|آخر تحديث|עודכן|最后更新|最後更新|修改时间|變更日期|guncelleme tarihi|ultima modifica|' +
    'letzte aktualisierung|aktualisiert|modificato il',
  'expiration date':
    'fecha de expiracion|fecha de vencimiento|fecha de caducidad|vencimiento|data de expiracao|validade|date d expiration|expire le|' +
    'date d echeance|data wygasniecia|koniec okresu rozliczeniowego|дата окончания|оплачен до|действителен до|有効期限|到期时间|过期时间|' +
    '到期日期|過期時間|사용 종료일|bitis tarihi|ablaufdatum|data di scadenza|scadenza|erapaiva|vanhenee|' +
    'datum isteka|istice|vazi do|datum poteka|velja do|data expirarii|expira la|expira|expira em|expira el|vervaldatum|verloopt op|vervalt op|' +
    'utgangsdatum|gar ut|giltig till|utloper|utlopsdato|udlober|udlobsdato|datum expirace|plati do|platnost do|datum expiracie|galioja iki|' +
    'deriga lidz|derigs lidz|aegub|aegumise kuupaev|kehtib kuni|lejarat|lejarat datuma|ervenyes|ngay het han|tanggal kedaluwarsa|berlaku sampai|' +
    'data e skadimit|skadon|термін дії|дійсний до|дата закінчення|дата окончания регистрации|дата истечения|истекает|срок действия|' +
    'срок регистрации|валиден до|изтича на|датум истека|ημερομηνια ληξης|تاريخ الانتهاء|תאריך תפוגה|תוקף|วันหมดอายุ|有效期至|有效期|到期日|屆滿日期|' +
    'gecerlilik tarihi|gultig bis|lauft ab|wygasa|wazna do|validita|valida fino al|data de validade|data scadenza',
  status:
    'estado|estatus|estado del dominio|estatus del dominio|estado do dominio|statut|etat|stan|статус|状態|状态|域名状态|durum|stato|tila|' +
    'stav|stare|stare domeniu|situacao|statusas|statuss|olek|allapot|trang thai|statusi|стан|состояние|состояние домена|статус домена|статус домену|' +
    'статус на домейн|κατασταση|حالة النطاق|الحالة|وضعیت|סטטוס|สถานะ|網域狀態|狀態|ロック状態 域名|zustand|stato del dominio|statut du domaine',
  'name server':
    'delegated to|delegation|delegated servers|authoritative servers|authoritative name servers|authoritative dns|name server list|' +
    'list of name servers|dns server list|delegated dns|domain dns|current name servers|active name servers|ns record|ns records|' +
    'servidor de nombre|servidor de nombres|servidores de nombre|servidores de nombres|servidor dns|servidores dns|servidor de nomes|' +
    'servidores de nomes|serveur de noms|serveurs de noms|serveur de nom|serveurs dns|serveur dns|serwery nazw|serwer nazw|dns сервер|' +
    'серверы имен|ネームサーバ|域名服务器|域名服務器|dns服务器|호스트이름|1차 네임서버 정보|2차 네임서버 정보|네임서버|alan adi sunuculari|nimipalvelin|nimipalvelimet|' +
    'dns posluzitelji|dns serveri|name serveri|nameserveri|imenski streznik|imenski strezniki|servere de nume|nameserver dns|naamservers|' +
    'namnserver|namnservrar|navneserver|navneservere|navnetjener|navnetjenere|jmenne servery|nameservery|vardu serveri|nimeserver|nimeserverid|' +
    'nevszerver|nevszerverek|may chu dns chuyen giao|may chu dns|may chu ten mien|server nama|серверы dns|dns серверы|сервери імен|' +
    'dns сервери|сървъри за имена|διακομιστες ονοματων|خوادم الأسماء|שרתי שמות|域名伺服器|名稱伺服器|名称服务器|dns伺服器|' +
    'servidor primario|servidor secundario|serveurs|serveur primaire|serveur secondaire|nomeserver|server dei nomi|isim sunuculari|ad sunuculari|' +
    'servidores nombre|servidores',
  registrar:
    'sponsor|sponsoring agent|sponsored by|managed by|domain managed by|accredited registrar|registration agent|registrar of record|' +
    'registering agent|registry agent|registration provider|name of registrar|service provider|domain provider|registrar partner|' +
    'entidad registradora|agente registrador|registrador|entidade gestora|entidade registadora|bureau d enregistrement|регистратор|' +
    '注册商|註冊商|所属注册机构|등록대행자|kayit kurulusu|registro|registar|current registar|registrar information|valittaja|rejestrator|domain managers|domain manager|' +
    'ovlasteni registrar|registrator|registratorius|registrators|registripidaja|registraator|regisztrator|nha dang ky|nha dang ky quan ly|' +
    'registrar domain|реєстратор|регистрар|καταχωρητης|المسجل|רשם|ผู้รับจดทะเบียน|受理註冊機構|注册服务机构|註冊服務機構|registrierungsstelle|' +
    'agente de registro|entidad de registro|bureau enregistrement|kayit firmasi|ombud|registrar naziv',
  registrant:
    'holder of the domain|owner of the domain|domain name holder|domain name owner|holder of domain|name of holder|name of owner|' +
    'name of registrant|domain licensee|registered owner|registered holder|legal holder|domain assigned to|assigned to|licence holder|' +
    'licensee name|' +
    'titular|titular del dominio|titular do dominio|titulaire|proprietaire|detenteur|abonent|владелец|администратор домена|登録者名|' +
    '注册人|註冊人|注册者|所有者|등록인|tescil ettiren|inhaber|domaininhaber|registrante|haltija|registered for|domain owner|' +
    'alan adi sahibi|holder of domain name|domain holder name|registered to|' +
    'nositelj domene|korisnik domene|korisnik|vlasnik|imalac|registrant domena|nosilec domene|nosilec|titularul|detinator|proprietar|' +
    'domeinhouder|houder|innehavare|domeneinnehaver|domaeneindehaver|ejer|drzitel|vlastnik|valdytojas|turetajs|registreerija|omanik|' +
    'hasznalo|igenylo|chu the|ten chu the dang ky su dung|chu so huu|pemilik|pendaftar|zoteruesi|реєстрант|власник|владелец домена|' +
    'регистрант|администратор|притежател|δικαιουχος|صاحب النطاق|بעל המתחם|ผู้ถือครอง|域名持有者|域名所有者|註冊者|持有者|' +
    'reg c|assegnatario|intestatario|domeninhaber|domain inhaber|proprietario|dono|titolare|wlasciciel|sahibi|domain owners registrant',
  'registrant organization': '注册单位|注册组织|organization using domain name organization',
  'administrative contact':
    'contacto administrativo|contacto admin|responsavel administrativo|contato administrativo|contact administratif|' +
    'kontakt administracyjny|административный контакт|책임자|관리책임자|公開連絡窓口|登録担当者|管理联系人|管理聯絡人|contatto amministrativo|' +
    'ansprechpartner|idari irtibat|legal c|referente amministrativo',
  'technical contact':
    'contacto tecnico|responsavel tecnico|contato tecnico|contact technique|kontakt techniczny|технический контакт|技術連絡担当者|' +
    '技术联系人|技術聯絡人|contatto tecnico|teknik irtibat|기술책임자',
  'billing contact':
    'contacto de cobranza|contacto de facturacion|contacto financiero|contacto de pago|contato de cobranca|contact de facturation|' +
    'contact facturation|付费联系人|帳務聯絡人|contatto di fatturazione|mali irtibat|invoicing party',
  name: 'nombre|nome|nom|nazwa|имя|фио|名前|姓名|이름|isim|nombre completo|nom complet|nimi|nome completo|nombre y apellido',
  organization:
    'organizacion|organizacao|organisation|organisme|organizacja|организация|組織名|组织|单位|기관|kurum|azienda|organizzazione|empresa|' +
    'societe|entreprise|compania|firma|denumire|department name',
  email:
    'correo electronico|correo|correo e|e mail|courriel|adresse email|adres email|электронная почта|電子メイル|电子邮件|邮箱|전자우편|e posta|mel',
  address: 'direccion|domicilio|morada|endereco|adresse|adres|indirizzo|адрес|住所|地址|주소|osoite|adres pocztowy|calle|rue|post address',
  city: 'ciudad|cidade|ville|miasto|город|城市|localidad|localidade|localite|sehir|citta|localita|postal area|postitoimipaikka|stadt|ort',
  'postal code':
    'codigo postal|code postal|kod pocztowy|индекс|почтовый индекс|郵便番号|邮编|우편번호|posta kodu|cap|plz|postleitzahl|postinumero|cep',
  state: 'provincia|departamento|wojewodztwo|область|省份|estado provincia|bundesland',
  country: 'pais|pays|kraj|страна|国家|국가|ulke|paese|nazione|maa|location|land',
  phone: 'telefono|telefone|telephone|numero de telephone|телефон|電話番号|电话|전화번호|telefon|tlf|puhelin|puhelinnumero|telf',
  fax: 'fax番号|传真|факс|팩스|telefax|telefaks|telecopie|numero de fax|faks',
};

const ENGLISH = new Map(
  Object.entries(SAME).flatMap(([english, others]) =>
    withoutAccents(others)
      .split('|')
      .map((other) => [other, english] as const),
  ),
);
const ROLES = /^(등록인|책임자|registrant|titular|titulaire|owner|holder|administrativo|tecnico|technique|administratif) (.+)$/;
const LAST_ROLE = /^(.{2,30}) contact (administratif|technique)$/;
const ROLE_ENGLISH: Readonly<Record<string, string>> = {
  administrativo: 'admin',
  administratif: 'admin',
  책임자: 'admin',
  tecnico: 'tech',
  technique: 'tech',
};

/** Returns a label in English. Unknown labels stay unchanged. */
export function toEnglish(label: string): string {
  const whole = ENGLISH.get(label);
  if (whole !== undefined) return whole;
  const part = ROLES.exec(label);
  const field = part && ENGLISH.get(part[2]!);
  if (field) return `${ROLE_ENGLISH[part[1]!] ?? 'registrant'} ${field}`;
  // `adresse contact technique`: the role may be last.
  const [, what, role] = LAST_ROLE.exec(label) ?? [];
  if (what && role) return `${role.startsWith('a') ? 'admin' : 'tech'} ${ENGLISH.get(what) ?? what}`;
  return composeUnspaced(label) ?? label;
}

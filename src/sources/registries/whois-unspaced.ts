// Understands labels of scripts without spaces by their parts: `登録者メールアドレス` is `registrant email`.

type Part = readonly [meaning: string, words: string];

const ROLES: readonly Part[] = [
  [
    'registrant',
    '登録者|登録人|ドメイン登録者|域名注册人|注册人|註冊人|注册者|註冊者|所有者|所有人|持有者|持有人|保有者|域名持有者|域名所有者|등록인|등록자|소유자',
  ],
  [
    'administrative',
    '管理担当者|管理責任者|管理者|管理联系人|管理聯絡人|管理人|行政联系人|行政聯絡人|登録担当者|公開連絡窓口|관리책임자|관리담당자|관리자|책임자|管理',
  ],
  ['technical', '技術連絡担当者|技術担当者|技術責任者|技術者|技术联系人|技術聯絡人|技术人员|技術人員|기술책임자|기술담당자|技術|技术|기술'],
  ['billing', '付费联系人|付費聯絡人|帳務聯絡人|缴费联系人|财务联系人|財務聯絡人|請求担当者|経理担当者|결제담당자|과금담당자'],
];
const FIELDS: readonly Part[] = [
  [
    'email',
    '电子邮件地址|電子郵件地址|電子郵件信箱|电子邮件|电子邮箱|電子郵件|电邮|電郵|邮箱|郵箱|メールアドレス|電子メール|電子メイル|メール|전자우편|이메일|메일',
  ],
  ['fax', '传真号码|傳真號碼|传真|傳真|ファックス番号|ファックス|ファクス|팩스번호|팩스'],
  ['phone', '联系电话|聯絡電話|电话号码|電話號碼|電話番号|电话|電話|手机|手機|携帯電話|전화번호|전화|연락처|휴대폰'],
  ['postal code', '邮政编码|郵政編碼|郵遞區號|邮编|郵編|郵便番号|우편번호'],
  ['address', '通讯地址|通訊地址|联系地址|聯絡地址|邮寄地址|住所|地址|所在地|街道|주소'],
  ['country', '国家代码|國家代碼|国家|國家|国名|国|国籍|국가'],
  ['state', '省份|省|州|都道府県'],
  ['city', '城市|市区町村|도시'],
  [
    'organization',
    '组织名称|組織名稱|单位名称|單位名稱|公司名称|公司名稱|机构名称|組織名|组织|組織|单位|單位|公司|机构|機構|会社名|団体名|기관명|기관|회사명|회사|조직',
  ],
  ['name', '联系人姓名|聯絡人姓名|联系人|聯絡人|姓名|名前|氏名|名称|名稱|担当者名|担当者|이름|성명|담당자|名'],
];

/** Longer words come first, because some begin with another one. */
const starts = (parts: readonly Part[]): readonly (readonly [word: string, meaning: string])[] =>
  parts
    .flatMap(([meaning, words]) => words.split('|').map((word) => [word, meaning] as const))
    .sort(([first], [second]) => second.length - first.length);
const ROLE_STARTS = starts(ROLES);
const FIELD_WORDS = new Map(starts(FIELDS));

const UNSPACED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー ]{2,24}$/u;
/** Words between a role and its field: of, information. */
const LINK = /^(?:의|的|之|の)/;

/** Returns role and field of a label in English, or null when a part of it is unknown. */
export function composeUnspaced(label: string): string | null {
  if (!UNSPACED.test(label)) return null;
  const whole = label.replaceAll(' ', '');
  for (const [word, role] of ROLE_STARTS) {
    if (!whole.startsWith(word)) continue;
    const rest = whole.slice(word.length).replace(LINK, '');
    const field = FIELD_WORDS.get(rest);
    if (field !== undefined) return `${role} ${field}`;
    if (rest === '' && word.length > 2) return role === 'registrant' ? role : `${role} contact`;
  }
  return FIELD_WORDS.get(whole) ?? null;
}

// Invented records in the languages of registries, with labels that no registry of the fixtures has.
import { describe, expect, it } from 'vitest';
import type { ContactRole, WhoisContact } from './record.ts';
import { labelOf } from './whois-labels.ts';
import { readWhoisText } from './whois-text.ts';

const contactsOf = (lines: readonly string[]): Partial<Record<ContactRole, WhoisContact | null>> =>
  readWhoisText(['Domain: lantern.example', 'Created: 2001-02-03', ...lines].join('\n'), {
    kind: 'domain',
    name: 'lantern.example',
    tld: 'example',
  }).contacts;

describe('the label of a contact', () => {
  it.each([
    ['Proprietor’s town', 'registrant city'],
    ['Proprietor’s post code', 'registrant postal code'],
    ['Holder street and number', 'registrant address'],
    ['Holder tel./fax', 'registrant phone'],
    ['Telefoonnummer houder', 'registrant phone'],
    ['E-mailadres houder', 'registrant email'],
    ['Administratief contact', 'administrative contact'],
    ['Használó neve', 'registrant name'],
    ['Technikai kapcsolattartó telefon', 'tech phone'],
    ['Adminisztratív kapcsolattartó', 'administrative contact'],
    ['Kota pemilik', 'registrant city'],
    ['Kode pos pemilik', 'registrant postal code'],
    ['Surel pemilik', 'registrant email'],
    ['Telepon pemilik', 'registrant phone'],
    ['Kontak teknis', 'technical contact'],
    ['Orașul deținătorului', 'registrant city'],
    ['Электронная почта владельца', 'registrant email'],
    ['Електронна пошта реєстранта', 'registrant email'],
    ['Почтовый индекс владельца', 'registrant postal code'],
    ['Эл. почта', 'email'],
    ['Contatti tecnici', 'technical contact'],
    ['مالك النطاق', 'registrant'],
    ['登録者メールアドレス', 'registrant email'],
    ['登録者電話番号', 'registrant phone'],
    ['登録者の住所', 'registrant address'],
    ['管理担当者', 'administrative contact'],
    ['技術担当者メールアドレス', 'technical email'],
    ['註冊人電子郵件', 'registrant email'],
    ['技术联系人姓名', 'technical name'],
    ['등록인 이메일', 'registrant email'],
    ['기술 담당자 전화번호', 'technical phone'],
  ])('%s is understood by its parts', (label, english) => {
    expect(labelOf(label)).toBe(english);
  });

  it.each(['ドメイン名', '注册商', '登録年月日', '署名鍵', '域名状态', '등록대행자', '管理', '技術'])('is not seen in %s', (label) => {
    expect(labelOf(label)).not.toMatch(/^(?:registrant|administrative|technical|billing)\b/);
  });
});

describe('contacts', () => {
  it('of a Dutch record are complete', () => {
    const contacts = contactsOf([
      'Houder: Vuurtoren B.V.',
      'Adres houder: Havenkade 1',
      'Postcode houder: 2011AA',
      'Plaats houder: Haarlem',
      'Land houder: NL',
      'Telefoonnummer houder: +31.235550101',
      'E-mailadres houder: info@lantern.example',
      'Administratief contact: Ada Vale',
      'Technisch contact: Ben Haven',
    ]);
    expect(contacts).toMatchObject({
      registrant: {
        name: 'Vuurtoren B.V.',
        street: ['Havenkade 1'],
        postal: '2011AA',
        city: 'Haarlem',
        country: 'NL',
        phone: '+31.235550101',
        email: 'info@lantern.example',
      },
      admin: { name: 'Ada Vale' },
      tech: { name: 'Ben Haven' },
    });
  });

  it('of a Japanese record are complete', () => {
    const contacts = contactsOf([
      '登録者名: 株式会社ランタン',
      '登録者住所: 東京都港区1-2-3',
      '登録者電話番号: 03-5555-0101',
      '登録者メールアドレス: info@lantern.example',
      '管理担当者: 灯台太郎',
      '技術担当者: 港花子',
      '技術担当者メールアドレス: hanako@minato.example',
    ]);
    expect(contacts).toMatchObject({
      registrant: { name: '株式会社ランタン', street: ['東京都港区1-2-3'], phone: '03-5555-0101', email: 'info@lantern.example' },
      admin: { name: '灯台太郎' },
      tech: { name: '港花子', email: 'hanako@minato.example' },
    });
  });

  it('with synonyms of the usual words are complete', () => {
    const contacts = contactsOf([
      'Proprietor: Ada Vale',
      "Proprietor's firm: Vale Shipping Ltd",
      "Proprietor's street: 1 Quay Road",
      "Proprietor's town: Harbourtown",
      "Proprietor's telephone: +44.1632960001",
      'Technical person: Ben Harrow',
      "Technical person's e-mail: ben@cove.example",
    ]);
    expect(contacts).toMatchObject({
      registrant: { name: 'Ada Vale', org: 'Vale Shipping Ltd', street: ['1 Quay Road'], city: 'Harbourtown', phone: '+44.1632960001' },
      tech: { name: 'Ben Harrow', email: 'ben@cove.example' },
    });
  });
});

// Checks which lines of an invented record are rewritten with a colon, and which stay as they are.
import { describe, expect, it } from 'vitest';
import { withColons } from './whois-separators.ts';
import { readWhoisText } from './whois-text.ts';

const colons = (text: string): string => withColons(text.split('\n')).join('\n');

describe('a separator', () => {
  it.each([
    ['an arrow', 'Name -> Ada Vale\nCity -> Kilbrae\nEmail -> ada@lantern.example'],
    ['an equals sign', 'Name=Ada Vale\nCity = Kilbrae\nEmail=ada@lantern.example'],
    ['quotes', '"Name": "Ada Vale",\n"City": "Kilbrae",\n"Email": "ada@lantern.example"'],
    ['a bullet', '- Name: Ada Vale\n- City: Kilbrae\n* Email: ada@lantern.example'],
    ['leaders', 'Name......... Ada Vale\nCity.........: Kilbrae\nEmail........# ada@lantern.example'],
    ['tabs', 'Name\t\tAda Vale\nCity\tKilbrae\nEmail\t\tada@lantern.example'],
    ['columns', 'Name      Ada Vale\nCity      Kilbrae\nEmail     ada@lantern.example'],
    ['a table', '| Name | Ada Vale |\n| City | Kilbrae |\n| Email | ada@lantern.example |'],
  ])('of %s is learned from labels that are understood', (_form, text) => {
    expect(colons(text)).toBe('Name: Ada Vale\nCity: Kilbrae\nEmail: ada@lantern.example');
  });

  it('also divides lines whose labels are unknown', () => {
    expect(colons('Name=Ada Vale\nCity=Kilbrae\nEmail=ada@lantern.example\nZylna=7')).toContain('Zylna: 7');
  });

  it.each([
    ['too few labels', 'Name=Ada Vale\nCity=Kilbrae'],
    ['the same label again', 'Name=Ada Vale\nName=Ben Harrow\nName=Ines Quay'],
    ['mostly unknown labels', 'Name=Ada\nCity=Kilbrae\nEmail=a@b.example\nzi=1\nzu=2\nza=3\nze=4'],
    ['addresses with parameters', 'Web: https://a.example/?name=1\nWeb: https://a.example/?city=2\nWeb: https://a.example/?email=3'],
    ['an ordinary record', 'Name: Ada Vale\nCity: Kilbrae\nEmail: ada@lantern.example'],
  ])('is not learned from %s', (_what, text) => expect(colons(text)).toBe(text));
});

describe('a heading', () => {
  it.each([
    '*** Technical Contact ***',
    '== Technical Contact ==',
    '# Technical Contact',
    '-- Contact technique --',
    '<Технический контакт>',
  ])('is found in %s', (heading) => {
    const text = `Domain: lantern.example\nStatus: ok\n\n${heading}\n  Name: Ben Harrow\n  Email: ben@lantern.example\n`;
    const { contacts } = readWhoisText(text, { kind: 'domain', name: 'lantern.example', tld: 'example' });
    expect(contacts.tech).toMatchObject({ name: 'Ben Harrow', email: 'ben@lantern.example' });
  });

  it.each(['% Technical Contact', '# Owner', '*** Terms of use ***', 'Technical Contact'])('is not made of %s above a text', (heading) => {
    const text = `${heading}\n% The registry publishes this.`;
    expect(colons(text)).toBe(text);
  });
});

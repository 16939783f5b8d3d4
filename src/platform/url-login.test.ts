import { expect, test } from 'vitest';
import { basicLogin, loginOf } from './url-login.ts';

const headerOf = (url: string): string | null => {
  const login = loginOf(new URL(url));
  return login && Buffer.from(basicLogin(login).slice('Basic '.length), 'base64').toString();
};

test.each([
  ['https://host.example', null],
  ['https://ada:word@host.example', 'ada:word'],
  ['https://ada@host.example', 'ada:'],
  ['https://:word@host.example', ':word'],
  ['https://a%40b:w%3Aord@host.example', 'a@b:w:ord'],
  ['https://ada:100%@host.example', 'ada:100%'],
])('the login of %s is %s', (url, login) => {
  expect(headerOf(url)).toBe(login);
});

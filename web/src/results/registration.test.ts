import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import type { Whois } from '../../../src/contract/whois.ts';
import { drawnPaths, drawnText, elementsOf } from './drawn-elements.ts';
import { Registration } from './registration.tsx';
import { registrationTimeline } from './registration-timeline.ts';

const NOW = Date.UTC(2026, 10, 15);
const DATES = { createdAt: '2020-11-15T00:00:00+0000', updatedAt: '2026-10-01T00:00:00+0000', expiredAt: '2027-11-15T00:00:00+0000' };
const WHOIS: Whois = {
  domain: 'shop.example',
  tld: 'example',
  status: ['clientTransferProhibited https://icann.org/epp#clientTransferProhibited', 'ok'],
  ...DATES,
  nameServers: ['ns1.host.example', 'ns2.host.example'],
  contacts: {
    registrant: {
      name: 'A. Person',
      org: null,
      email: null,
      postal: null,
      city: 'Berlin',
      state: null,
      country: 'DE',
      phone: null,
      fax: null,
      street: ['Street 1', 'Floor 2'],
    },
    admin: null,
    tech: null,
    zone: null,
    billing: null,
  },
  rawText: null,
  emails: [],
  registered: true,
  registrar: { name: 'Registrar Ltd', email: null, url: 'https://www.registrar.example/', phone: null },
  server: null,
  backlinks: 1204,
  socialLinks: null,
};

describe('the timeline of a registration', () => {
  test('has its dates in order, with today between them', () => {
    const { points, state, daysLeft, ageYears } = registrationTimeline(DATES, NOW);
    expect(points.map(({ name, path }) => [name, path])).toEqual([
      ['created', 'createdAt'],
      ['updated', 'updatedAt'],
      ['today', null],
      ['expires', 'expiredAt'],
    ]);
    expect(points.map(({ share }) => share)).toEqual([0, expect.closeTo(0.84, 1), expect.closeTo(6 / 7, 2), 1]);
    expect([state, daysLeft, ageYears]).toEqual(['active', 365, 6]);
  });
  test.each([
    ['2026-11-20T00:00:00+0000', 'expiring', 5],
    ['2026-11-15T00:00:00+0000', 'expired', 0],
    ['2026-11-01T00:00:00+0000', 'expired', -14],
    [null, 'unknown', null],
    ['not a date', 'unknown', null],
  ])('that ends at %s is %s', (expiredAt, state, daysLeft) => {
    expect(registrationTimeline({ ...DATES, expiredAt }, NOW)).toMatchObject({ state, daysLeft });
  });
  test('of a registration that has ended ends today', () => {
    const { points } = registrationTimeline(
      { createdAt: '2020-01-01T00:00:00+0000', updatedAt: null, expiredAt: '2026-01-01T00:00:00+0000' },
      NOW,
    );
    expect(points.map(({ name }) => name)).toEqual(['created', 'expires', 'today']);
    expect(points.at(-1)?.share).toBe(1);
  });
  test('is empty without dates', () => {
    expect(registrationTimeline({ createdAt: null, updatedAt: null, expiredAt: null }, NOW).points).toEqual([]);
  });
});

describe('a registration', () => {
  const drawn = h(Registration, { data: WHOIS, now: NOW });
  test('shows every date as text', () => {
    const dates = elementsOf(drawn).filter(({ type }) => type === 'time');
    expect(dates.map(({ text }) => text)).toEqual(['15 Nov 2020', '1 Oct 2026', '15 Nov 2026', '15 Nov 2027']);
    expect(drawnText(drawn)).toContain('Expires in 365 days');
  });
  test('has the path of every value that it shows', () => {
    expect(drawnPaths(drawn)).toEqual([
      'domain',
      'registered',
      'createdAt',
      'updatedAt',
      'expiredAt',
      'registrar',
      'registrar.name',
      'registrar.url',
      'nameServers[0]',
      'nameServers[1]',
      'status[0]',
      'status[1]',
      'contacts.registrant',
      'contacts.registrant.name',
      'contacts.registrant.city',
      'contacts.registrant.country',
      'contacts.registrant.street',
      'backlinks',
    ]);
  });
  test('links a status and the registrar, and shows links without their scheme', () => {
    const links = elementsOf(drawn).filter(({ type }) => type === 'a');
    expect(links.map(({ text, props }) => [text, props.href])).toEqual([
      ['registrar.example', 'https://www.registrar.example/'],
      ['clientTransferProhibited', 'https://icann.org/epp#clientTransferProhibited'],
    ]);
  });
  test('that does not exist says so and shows no timeline', () => {
    const none = h(Registration, { data: { ...WHOIS, registered: false, createdAt: null, updatedAt: null, expiredAt: null }, now: NOW });
    expect(drawnText(none)).toContain('This domain is not registered');
    expect(elementsOf(none).filter(({ type }) => type === 'time')).toEqual([]);
  });
});

// Registrations on registries' web pages: parsed by label, blocked, or about another name.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Page, SourceError } from '../adapter.ts';
import { loadBootstrap } from './bootstrap.ts';
import { textOfPage } from './page-text.ts';
import type { RegistryQuery } from './record.ts';
import { serverOf } from './servers.ts';
import { hasWebsite, WEBSITE_TLDS, website } from './website.ts';

const query: RegistryQuery = { kind: 'domain', name: 'lantern.tt', tld: 'tt' };
const pageOf = (body: string, status = 200, lookup = query): Page => {
  const request = website.start(lookup);
  return { request, url: request.url, status, headers: {}, body };
};
const read = (body: string, status = 200, lookup = query) => website.parse(pageOf(body, status, lookup), lookup).found!;
const outcomeOf = (body: string, status = 200): string => {
  try {
    return read(body, status).registered ? 'registered' : 'free';
  } catch (error) {
    return error instanceof SourceError ? error.outcome : 'crash';
  }
};

describe('the list of web pages', () => {
  it('has only registries without RDAP and port 43', () => {
    for (const tld of WEBSITE_TLDS) expect([loadBootstrap().serverOf(tld), serverOf(tld)]).toEqual([null, null]);
  });
  it('has no page for other names', () => {
    expect(hasWebsite({ kind: 'domain', name: 'lantern.com', tld: 'com' })).toBe(false);
    expect(hasWebsite({ kind: 'domain', name: 'lantern.constructor', tld: 'constructor' })).toBe(false);
    expect(hasWebsite({ kind: 'ip', name: '192.0.2.1', tld: null })).toBe(false);
  });
  it('has the right request for each', () => {
    expect(website.start(query)).toMatchObject({ method: 'POST', body: 'name=lantern.tt&Search=Search' });
    expect(website.start({ kind: 'domain', name: 'lantern.tj', tld: 'tj' }).url).toMatch(/domain=lantern$/);
    expect(website.start({ kind: 'domain', name: 'lantern.com.bt', tld: 'bt' }).url).toMatch(/query=lantern&ext=\.com\.bt$/);
  });
});

describe('a page', () => {
  it('with a table of labels is parsed', () => {
    const record = read(`<title>Search</title><div class="main"><table class="data">
      <tr><td>Domain Name</td><td>lantern.tt</td></tr>
      <tr><td>Registrant Name</td><td>Vale &amp; Daughters Ltd</td></tr>
      <tr><td>Registrant Address</td><td>1 Quay Road<br>Port of Spain<br>Trinidad and Tobago</td></tr>
      <tr><td>DNS Hostnames</td><td>ns1.lantern.tt, ns2.lantern.tt</td></tr>
      <tr><td>DNS IP Addresses</td><td>192.0.2.1, 192.0.2.2</td></tr>
      <tr><td>Registration Date</td><td>Oct 15, 2006</td></tr>
      <tr><td>Expiration Date</td><td>Oct 15, 2027 <b>ACTIVE</b></td></tr>
      <tr><td>Administrative Contact</td><td>&nbsp;</td></tr></table></div>`);
    expect(record).toMatchObject({
      registered: true,
      createdAt: '2006-10-15T00:00:00+0000',
      expiredAt: '2027-10-15T00:00:00+0000',
      nameServers: ['ns1.lantern.tt', 'ns2.lantern.tt'],
    });
    expect(record.contacts.registrant).toMatchObject({
      name: 'Vale & Daughters Ltd',
      city: 'Port of Spain',
      country: 'Trinidad and Tobago',
    });
    expect(record.rawText).toContain('Domain Name: lantern.tt');
  });

  it('with a definition list and headings is parsed', () => {
    const record =
      read(`<h2>lantern.tt</h2><dl><dt>Created</dt><dd>2005-03-12</dd><dt>Name servers:</dt><dd>ns1.lantern.tt<br>ns2.lantern.tt</dd></dl>
      <h3>Registrant</h3><dl><dt>Name</dt><dd>Ada Vale</dd><dt>Email</dt><dd>ada@lantern.tt</dd></dl>
      <h3>Technical contact</h3><dl><dt>Name</dt><dd>Ben Harrow</dd></dl>`);
    expect(record).toMatchObject({ createdAt: '2005-03-12T00:00:00+0000', nameServers: ['ns1.lantern.tt', 'ns2.lantern.tt'] });
    expect(record.contacts.registrant).toMatchObject({ name: 'Ada Vale', email: 'ada@lantern.tt' });
    expect(record.contacts.tech).toMatchObject({ name: 'Ben Harrow' });
  });

  it('that writes its dates by a script is parsed', () => {
    const lookup: RegistryQuery = { kind: 'domain', name: 'lantern.ph', tld: 'ph' };
    const record = read(
      `<pre><b>Domain:</b> lantern.ph<br><b>Created:</b> <span id="create-date"></span><br><b>Expires:</b> <span id="expiry-date"></span></pre>
       <script>var createDate = moment('2001-02-03T00:00:00Z'); var expiryDate = moment('2027-02-03T00:00:00Z');</script>`,
      200,
      lookup,
    );
    expect(record).toMatchObject({ createdAt: '2001-02-03T00:00:00+0000', expiredAt: '2027-02-03T00:00:00+0000' });
  });

  it.each([
    ['<p>The domain lantern.tt is not registered.</p>', 200, 'free'],
    ['<input name="name" value="lantern.tt"><p>This Domain Name is available.</p>', 200, 'free'],
    ['<table><tr><td>Domain</td><td>lantern.tt</td></tr><tr><td>Status</td><td>Available</td></tr></table>', 200, 'free'],
    ['<h1>Register your name</h1><p>Many names: no such domain is too short.</p>', 200, 'unparsed'],
    ['<p>lantern.tt</p><p>a</p><p>b</p><p>c</p><p>d</p><p>Millions of names are available for registration.</p>', 200, 'unparsed'],
    ['<p>lantern.tt</p><div class="g-recaptcha"></div>', 200, 'blocked'],
    ['<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>', 200, 'blocked'],
    [
      '<table><tr><td>Domain Name</td><td>anchor.tt</td></tr><tr><td>Created</td><td>2001-02-03</td></tr></table><a>lantern.tt</a>',
      200,
      'unparsed',
    ],
    ['', 200, 'unparsed'],
    ['slow down', 429, 'blocked'],
    ['no', 403, 'blocked'],
    ['', 599, 'unreachable'],
  ])('is classified: %s (%i) is %s', (body, status, outcome) => expect(outcomeOf(body, status)).toBe(outcome));
});

describe('markup of any kind', () => {
  it('has text, and never causes an exception', () => {
    const tags = fc.constantFrom(
      '<table>',
      '<tr>',
      '<td>',
      '</td>',
      '</tr>',
      '</table>',
      '<dl>',
      '<dt>',
      '<dd>',
      '</dl>',
      '<pre>',
      '</pre>',
      '<h3>',
      '</h3>',
      '<br>',
      '<script>',
      '</script>',
      '<select>',
      '<!--',
      '-->',
      '<div',
      'Name: x',
      '&nbsp;',
      'lantern.tt',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(tags, fc.string({ maxLength: 20 })), { maxLength: 80 }), (parts) => {
        expect(typeof textOfPage(parts.join(''))).toBe('string');
        expect(outcomeOf(parts.join(''))).not.toBe('crash');
      }),
      { numRuns: 300 },
    );
  });
  it('with endless nesting is parsed', () => {
    expect(outcomeOf('<table><tr><td>'.repeat(20_000))).toBe('unparsed');
    expect(outcomeOf(`${'<div>'.repeat(50_000)}lantern.tt`)).toBe('unparsed');
  });
});

// Technologies lookups on a hand-written page, with DNS records, without them and with failing ones.
import { describe, expect, it } from 'vitest';
import type { Account } from '../contract/order.ts';
import { unreachable } from '../sources/adapter.ts';
import type { FetchPage } from '../sources/transport/fetch.ts';
import { lookUpTechnologies, type TechnologiesParts } from './technologies.ts';

const account = { id: 1, mode: 'test' } as Account;
const answering: FetchPage = async (request) => ({
  request,
  url: request.url,
  status: 200,
  headers: { server: 'nginx/1.27.3' },
  body: '<p>Harbour</p>',
});
const namesOf = async (parts: Partial<TechnologiesParts>): Promise<string[]> =>
  (await lookUpTechnologies('harbour.example', account, { fetchOf: () => answering, ...parts })).technologies.map((item) => item.name);

describe('a technologies lookup', () => {
  it('examines only the page when DNS records are unavailable', async () => {
    expect(await namesOf({})).toEqual(['Nginx']);
    expect(await namesOf({ dnsOf: () => Promise.reject(new Error('no resolver')) })).toEqual(['Nginx']);
  });

  it('examines the DNS records of the domain, too', async () => {
    const records = { mx: ['10 mx.zoho.eu'], txt: ['v=spf1 include:zoho.eu -all'], ns: ['ns1.digitalocean.com'], cname: [] };
    expect(await namesOf({ dnsOf: async () => records })).toEqual(
      expect.arrayContaining(['Nginx', 'Zoho Mail', 'DigitalOcean', 'Sender Policy Framework']),
    );
  });

  it('retries without TLS, with the same records', async () => {
    const requested: string[] = [];
    const fetchOf = (): FetchPage => async (request, context) => {
      requested.push(request.url);
      if (request.url.startsWith('https:')) throw unreachable('no certificate');
      return answering(request, context);
    };
    let lookups = 0;
    const dnsOf = async () => {
      lookups++;
      return { mx: [], txt: [], ns: [], cname: [] };
    };
    expect(await namesOf({ fetchOf, dnsOf })).toEqual(['Nginx']);
    expect(requested).toEqual(['https://harbour.example/', 'http://harbour.example/']);
    expect(lookups).toBe(1);
  });
});

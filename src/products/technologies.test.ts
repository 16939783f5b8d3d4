// Technologies lookups on a page written by hand: records help where they are at hand, and cost nothing where they fail.
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
  it('looks at the page alone where no records can be had', async () => {
    expect(await namesOf({})).toEqual(['Nginx']);
    expect(await namesOf({ dnsOf: () => Promise.reject(new Error('no resolver')) })).toEqual(['Nginx']);
  });

  it('looks at the records of the domain too', async () => {
    const records = { mx: ['10 mx.zoho.eu'], txt: ['v=spf1 include:zoho.eu -all'], ns: ['ns1.digitalocean.com'], cname: [] };
    expect(await namesOf({ dnsOf: async () => records })).toEqual(
      expect.arrayContaining(['Nginx', 'Zoho Mail', 'DigitalOcean', 'Sender Policy Framework']),
    );
  });

  it('asks again without a certificate, with the same records', async () => {
    const asked: string[] = [];
    const fetchOf = (): FetchPage => async (request, context) => {
      asked.push(request.url);
      if (request.url.startsWith('https:')) throw unreachable('no certificate');
      return answering(request, context);
    };
    let lookups = 0;
    const dnsOf = async () => {
      lookups++;
      return { mx: [], txt: [], ns: [], cname: [] };
    };
    expect(await namesOf({ fetchOf, dnsOf })).toEqual(['Nginx']);
    expect(asked).toEqual(['https://harbour.example/', 'http://harbour.example/']);
    expect(lookups).toBe(1);
  });
});

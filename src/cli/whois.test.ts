// Tests for the WHOIS and registries commands.
import { describe, expect, it } from 'vitest';
import type { Whois } from '../contract/whois.ts';
import { UsageProblem } from './arguments.ts';
import { registriesCommand } from './registries.ts';
import { whoisCommand } from './whois.ts';

const record = {
  domain: 'lantern.com',
  registered: true,
  status: ['ok', 'clientHold'],
  createdAt: '2001-02-03T00:00:00+0000',
  contacts: { registrant: { name: 'Ada Vale', org: null, street: ['1 Quay Road'] }, admin: null },
  rawText: 'Domain: lantern.com',
  backlinks: null,
} as unknown as Whois;

async function run(...args: string[]): Promise<{ calls: unknown[]; printed: string }> {
  const [calls, printed]: [unknown[], string[]] = [[], []];
  await whoisCommand(args, {
    lookUp: async (...call) => {
      calls.push(...call);
      return record;
    },
    print: (text) => printed.push(text),
  });
  return { calls, printed: printed.join('\n') };
}

describe('sextant whois', () => {
  it('queries live sources by default, and the sandbox with --test', async () => {
    expect((await run('lantern.com')).calls).toEqual(['lantern.com', 'auto', 'live']);
    expect((await run('lantern.tt', '--test', '--source', 'website')).calls).toEqual(['lantern.tt', 'website', 'test']);
  });
  it('prints a row for each known field, without the registry’s text', async () => {
    const { printed } = await run('lantern.com');
    expect(printed).toContain('contacts.registrant.name    Ada Vale');
    expect(printed).toMatch(/^status +ok, clientHold$/m);
    expect(printed).not.toContain('rawText');
    expect(printed).not.toContain('backlinks');
  });
  it('prints the whole object as JSON', async () => {
    expect(JSON.parse((await run('lantern.com', '--json')).printed)).toEqual(record);
  });
  it.each([[[]], [['a.com', 'b.com']], [['a.com', '--source', 'rumour']]])('prints its usage: %j', async (args) => {
    await expect(run(...args)).rejects.toBeInstanceOf(UsageProblem);
  });
});

describe('sextant registries', () => {
  const refresh = async () => ({ topLevelDomains: 1180, servers: 600, publishedAt: null, file: 'x' });
  it('prints a summary of the new list', async () => {
    const printed: string[] = [];
    await registriesCommand(['refresh'], { refresh, print: (text) => printed.push(text) });
    await registriesCommand(['refresh', '--json'], { refresh, print: (text) => printed.push(text) });
    expect(printed[0]).toContain('1180');
    expect(JSON.parse(printed[1]!)).toMatchObject({ servers: 600 });
  });
  it('prints its usage', async () => {
    await expect(registriesCommand(['burn'], { refresh, print: () => {} })).rejects.toBeInstanceOf(UsageProblem);
  });
});

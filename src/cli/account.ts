// `sextant account`: lists and creates accounts, grants credits and prints the ledger.
import type { Accounts } from '../business/accounts/accounts.ts';
import type { Contract, Mode } from '../contract/vocabulary.ts';
import { readWords, table, UsageProblem, type Words } from './arguments.ts';

export async function accountCommand(given: readonly string[], accounts: Accounts, print: (text: string) => void): Promise<void> {
  const words = readWords(given, 'account');
  const [action, id = ''] = words.plain;
  const show = (value: object, text: string): void => print(words.json ? JSON.stringify(value) : text);
  switch (action) {
    case 'list': {
      const items = await accounts.list();
      return show({ items }, table(items));
    }
    case 'create': {
      const made = await accounts.create({
        name: words.required('name'),
        email: words.required('email'),
        credits: wholeNumber(words, 'credits', 0),
        contract: (words.option('contract') ?? 'current') as Contract,
      });
      return show(
        made,
        [
          `account         ${made.id}`,
          `live key        ${made.keys.live}`,
          `test key        ${made.keys.test}`,
          `webhook secret  ${made.webhookSecret}`,
        ].join('\n'),
      );
    }
    case 'credits': {
      const expires = words.option('expires');
      const lot = await accounts.grant(id, {
        total: wholeNumber(words, 'total', 1),
        mode: modeOf(words),
        ...(expires ? { expiresAt: expires } : {}),
      });
      if (!lot) throw new UsageProblem(`Account ${id} not found.`);
      return show(lot, `granted as lot ${lot.id}`);
    }
    case 'ledger': {
      const ledger = await accounts.ledger(id, modeOf(words), 1000);
      if (!ledger) throw new UsageProblem(`Account ${id} not found.`);
      return show(ledger, `balance ${ledger.balance}\n\n${table(ledger.entries.map((entry) => ({ ...entry })))}`);
    }
    default:
      throw new UsageProblem('Usage: sextant account list | create | credits | ledger. Try: sextant help account');
  }
}

const modeOf = (words: Words): Mode => (words.option('mode') === 'test' ? 'test' : 'live');

function wholeNumber(words: Words, name: string, least: number): number {
  const value = Number(words.option(name) ?? least);
  if (!Number.isSafeInteger(value) || value < least) throw new UsageProblem(`--${name} must be a whole number of at least ${least}.`);
  return value;
}

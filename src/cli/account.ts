// `sextant account`: lists and creates accounts, grants credits and prints the ledger.
import type { Accounts } from '../business/accounts/accounts.ts';
import type { Contract, Mode } from '../contract/vocabulary.ts';
import { type Arguments, parseArguments, table, UsageProblem } from './arguments.ts';

export async function accountCommand(argv: readonly string[], accounts: Accounts, print: (text: string) => void): Promise<void> {
  const args = parseArguments(argv, 'account');
  const [action, id = ''] = args.plain;
  const show = (value: object, text: string): void => print(args.json ? JSON.stringify(value) : text);
  switch (action) {
    case 'list': {
      const items = await accounts.list();
      return show({ items }, table(items));
    }
    case 'create': {
      const account = await accounts.create({
        name: args.required('name'),
        email: args.required('email'),
        credits: wholeNumber(args, 'credits', 0),
        contract: (args.option('contract') ?? 'current') as Contract,
      });
      return show(
        account,
        [
          `account         ${account.id}`,
          `live key        ${account.keys.live}`,
          `test key        ${account.keys.test}`,
          `webhook secret  ${account.webhookSecret}`,
        ].join('\n'),
      );
    }
    case 'credits': {
      const expires = args.option('expires');
      const lot = await accounts.grant(id, {
        total: wholeNumber(args, 'total', 1),
        mode: modeOf(args),
        ...(expires ? { expiresAt: expires } : {}),
      });
      if (!lot) throw new UsageProblem(`Account ${id} not found.`);
      return show(lot, `granted as lot ${lot.id}`);
    }
    case 'ledger': {
      const ledger = await accounts.ledger(id, modeOf(args), 1000);
      if (!ledger) throw new UsageProblem(`Account ${id} not found.`);
      return show(ledger, `balance ${ledger.balance}\n\n${table(ledger.entries.map((entry) => ({ ...entry })))}`);
    }
    default:
      throw new UsageProblem('Usage: sextant account list | create | credits | ledger. Try: sextant help account');
  }
}

const modeOf = (args: Arguments): Mode => (args.option('mode') === 'test' ? 'test' : 'live');

function wholeNumber(args: Arguments, name: string, least: number): number {
  const value = Number(args.option(name) ?? least);
  if (!Number.isSafeInteger(value) || value < least) throw new UsageProblem(`--${name} must be a whole number of at least ${least}.`);
  return value;
}

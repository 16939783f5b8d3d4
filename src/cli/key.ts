// `sextant key`: creates, lists and revokes API keys.
import type { Accounts } from '../business/accounts/accounts.ts';
import { SCOPES, type Scope } from '../contract/vocabulary.ts';
import { type Arguments, parseArguments, table, UsageProblem } from './arguments.ts';
import { meant } from './commands.ts';

export async function keyCommand(argv: readonly string[], accounts: Accounts, print: (text: string) => void): Promise<void> {
  const args = parseArguments(argv, 'key');
  const [action, id = ''] = args.plain;
  if (action === 'create') {
    const created = await accounts.addKey(id, { mode: args.option('mode') === 'test' ? 'test' : 'live', ...restrictionsOf(args) });
    if (!created) throw new UsageProblem(`Account ${id} not found.`);
    return print(args.json ? JSON.stringify(created) : `key ${created.id} (shown only once)\n${created.key}`);
  }
  if (action === 'list') {
    const items = await accounts.keys(id);
    if (!items) throw new UsageProblem(`Account ${id} not found.`);
    return print(args.json ? JSON.stringify({ items }) : table(items.map((key) => ({ ...key, scopes: key.scopes?.join(',') ?? 'all' }))));
  }
  if (action === 'revoke') {
    if (!(await accounts.revokeKey(id))) throw new UsageProblem(`Key ${id} not found.`);
    return print(args.json ? JSON.stringify({ revoked: id }) : `revoked ${id}. It stops working within 5 seconds.`);
  }
  throw new UsageProblem('Usage: sextant key create ACCOUNT | list ACCOUNT | revoke KEY_ID. Try: sextant help key');
}

function restrictionsOf(args: Arguments): { name?: string; scopes?: Scope[]; budget?: number; expiresAt?: string } {
  const [name, list, budget, expires] = ['name', 'scopes', 'budget', 'expires'].map((option) => args.option(option));
  const scopes = list?.split(',').map((scope) => scope.trim());
  for (const scope of scopes ?? [])
    if (!(SCOPES as readonly string[]).includes(scope))
      throw new UsageProblem(`Unknown scope "${scope}".${meant(scope, SCOPES)} Allowed: ${SCOPES.join(', ')}.`);
  if (budget !== undefined && !/^\d{1,12}$/.test(budget)) throw new UsageProblem('--budget must be a whole number of credits.');
  if (expires !== undefined && Number.isNaN(Date.parse(expires)))
    throw new UsageProblem('--expires must be a time such as 2027-01-01T00:00:00Z.');
  return {
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes: scopes as Scope[] }),
    ...(budget === undefined ? {} : { budget: Number(budget) }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  };
}

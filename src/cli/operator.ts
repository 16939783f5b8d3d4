// `sextant operator`: creates, lists and revokes the admin tokens of operators.
import type { Operators } from '../business/accounts/operators.ts';
import { readWords, table, UsageProblem } from './arguments.ts';

export async function operatorCommand(given: readonly string[], operators: Operators, print: (text: string) => void): Promise<void> {
  const words = readWords(given, 'operator');
  const [action, what = '', ...more] = words.plain;
  const show = (value: object, text: string): void => print(words.json ? JSON.stringify(value) : text);
  if (action === 'add' && more.length > 0)
    throw new UsageProblem(`A name with spaces needs quotes: sextant operator add "${[what, ...more].join(' ')}"`);
  if (action === 'add' && what !== '') {
    const made = await operators.add({ name: what });
    return show(made, `operator ${made.id}, ${made.name} (the token is shown only once)\n${made.token}`);
  }
  if (action === 'list') {
    const items = await operators.list();
    return show({ items }, table(items));
  }
  if (action === 'revoke' && what !== '') {
    if (!(await operators.revoke(what))) throw new UsageProblem(`Operator ${what} not found. Run sextant operator list for the IDs.`);
    return show({ revoked: what }, `revoked ${what}. The token stops working within 5 seconds.`);
  }
  throw new UsageProblem('Usage: sextant operator add NAME | list | revoke ID. Try: sextant help operator');
}

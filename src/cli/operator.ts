// `sextant operator`: creates, lists and revokes the admin tokens of operators.
import type { Operators } from '../business/accounts/operators.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';

export async function operatorCommand(argv: readonly string[], operators: Operators, print: (text: string) => void): Promise<void> {
  const args = parseArguments(argv, 'operator');
  const [action, target = '', ...more] = args.plain;
  const show = (value: object, text: string): void => print(args.json ? JSON.stringify(value) : text);
  if (action === 'add' && more.length > 0)
    throw new UsageProblem(`A name with spaces needs quotes: sextant operator add "${[target, ...more].join(' ')}"`);
  if (action === 'add' && target !== '') {
    const created = await operators.add({ name: target });
    return show(created, `operator ${created.id}, ${created.name} (the token is shown only once)\n${created.token}`);
  }
  if (action === 'list') {
    const items = await operators.list();
    return show({ items }, table(items));
  }
  if (action === 'revoke' && target !== '') {
    if (!(await operators.revoke(target))) throw new UsageProblem(`Operator ${target} not found. Run sextant operator list for the IDs.`);
    return show({ revoked: target }, `revoked ${target}. The token stops working within 5 seconds.`);
  }
  throw new UsageProblem('Usage: sextant operator add NAME | list | revoke ID. Try: sextant help operator');
}

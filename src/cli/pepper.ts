// `sextant key rotate-pepper`: replaces the pepper of the key hashes while all keys stay valid.
import type { PepperUse } from '../business/accounts/peppers.ts';
import { parseArguments, UsageProblem } from './arguments.ts';

export const ROTATE_PEPPER = 'rotate-pepper';

export interface PepperCommandParts {
  /** Source of the current pepper: the file of this installation only, or settings that several machines share. */
  readonly storage: 'file' | 'shared';
  use(): Promise<PepperUse>;
  /** Writes a new pepper to the file, with the current one as the previous. */
  rotate(): Promise<void>;
  /** Removes the previous pepper from the file. */
  finish(): Promise<void>;
  /** Revokes the keys that do not use the current pepper. Returns their number. */
  revokeRest(): Promise<number>;
  makeSecret(): string;
}

export async function rotatePepperCommand(
  argv: readonly string[],
  parts: PepperCommandParts,
  print: (text: string) => void,
): Promise<void> {
  const args = parseArguments(argv, 'key');
  if (args.plain.length !== 1 || args.plain[0] !== ROTATE_PEPPER)
    throw new UsageProblem('Usage: sextant key rotate-pepper [--status | --finish] [--revoke-rest]. Try: sextant help key');
  const report = async (done: string, text: string): Promise<void> => {
    const use = await parts.use();
    print(args.json ? JSON.stringify({ done, ...use }) : `${text}\n${countsOf(use)}`);
  };
  if (args.flag('revoke-rest')) {
    const ended = await parts.revokeRest();
    if (args.flag('finish')) await parts.finish();
    return report('revoked', `revoked ${ended} keys that did not use the current pepper`);
  }
  if (args.flag('status')) return report('nothing', 'nothing was changed');
  const { previous, unknown } = await parts.use();
  if (previous > 0)
    throw new UsageProblem(
      `${previous} keys still use the previous pepper. They move when they are used. Wait, or revoke them: sextant key rotate-pepper --finish --revoke-rest`,
    );
  if (unknown > 0) throw new UsageProblem(`${unknown} keys use a pepper that is not set. Set KEY_PEPPER_PREVIOUS to it first.`);
  if (args.flag('finish')) {
    await parts.finish();
    return report(
      'finished',
      parts.storage === 'file' ? 'the previous pepper was removed' : 'unset KEY_PEPPER_PREVIOUS on every machine and restart',
    );
  }
  if (parts.storage === 'shared') return report('nothing', stepsFor(parts.makeSecret()));
  await parts.rotate();
  return report(
    'rotated',
    'a new pepper is in secrets.json. Restart the service now. Keys created on the command line do not work before.',
  );
}

const countsOf = ({ current, previous, unknown }: PepperUse): string =>
  `keys with the current pepper: ${current}\nkeys with the previous pepper: ${previous}${unknown > 0 ? `\nkeys with a pepper that is not set: ${unknown}` : ''}`;

/** Every machine must accept the new pepper before the first one uses it. */
const stepsFor = (pepper: string): string => `Several machines may use this database, so nothing was changed here. A new pepper: ${pepper}
1. On every machine keep KEY_PEPPER and set KEY_PEPPER_PREVIOUS to the new pepper. Restart them one after the other.
2. On every machine set KEY_PEPPER to the new pepper and KEY_PEPPER_PREVIOUS to the old one. Restart them one after the other.
   From now on each key moves when it is used.
3. When sextant key rotate-pepper --status counts no key with the previous pepper, unset KEY_PEPPER_PREVIOUS and restart.
A pepper that is in secrets.json is set the same way: KEY_PEPPER wins over the file.`;

// Doctor check of the Node version.
import type { Finding } from '../cli/doctor.ts';

/** The oldest version that the packages accept, as in `engines` of package.json. */
const [MAJOR_MIN, MINOR_MIN] = [20, 19];

export function examineNode(report: (finding: Finding) => void, version = process.version): void {
  const [major, minor] = version.slice(1).split('.').map(Number) as [number, number];
  const isTooOld = major < MAJOR_MIN || (major === MAJOR_MIN && minor < MINOR_MIN);
  if (isTooOld) report({ check: 'node', state: 'problem', found: version, fix: `Install Node ${MAJOR_MIN}.${MINOR_MIN} or newer.` });
  else report({ check: 'node', state: 'ok', found: version });
}

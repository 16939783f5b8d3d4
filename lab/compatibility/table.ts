// The results of a run as the page docs/tested-with.md.
import type { Area, CompatibilityCheck } from './check.ts';

export type Outcome = 'failed' | 'passed' | 'skipped';

export interface Result {
  readonly check: Pick<CompatibilityCheck, 'name' | 'area' | 'tool' | 'what'>;
  readonly outcome: Outcome;
  /** Empty unless it passed. */
  readonly version: string;
  /** The remark of the check, or why it failed or was skipped. */
  readonly remark: string;
  readonly seconds: number;
}

const AREAS: readonly Area[] = ['Compatibility endpoints', 'Agents', 'Packages', 'Python', 'Hosts and images', 'OpenAPI', 'Observability'];

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

export function pageOf(results: readonly Result[], minutes: number): string {
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length;
  const sections = AREAS.flatMap((area) => {
    const rows = results.filter(({ check }) => check.area === area);
    if (rows.length === 0) return [];
    const lines = rows.map(
      ({ check, version, outcome, remark }) =>
        `| ${cell(check.tool)} | ${cell(version) || '–'} | ${cell(check.what)} | ${outcome}${remark ? `: ${cell(remark)}` : ''} |`,
    );
    return [`## ${area}\n\n| Tool | Version | What was run | Result |\n|---|---|---|---|\n${lines.join('\n')}\n`];
  });
  return `# Tested with

Programs of other projects that were run against a running service. \`npm run lab -- compatibility --write\` runs them all and writes this page; the last run took
${minutes} ${minutes === 1 ? 'minute' : 'minutes'} on two cores: ${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}, of ${results.length}. \`npm test\` runs a short form.

${sections.join('\n')}`;
}

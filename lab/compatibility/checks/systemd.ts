// The unit of systemd: its syntax, and how much it may do.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../paths.ts';
import { type CompatibilityCheck, Missing } from '../check.ts';
import { programOf } from '../proxies.ts';

/** `systemd-analyze security` calls up to 2.9 "OK"; 10 is a service without any restriction. */
const EXPOSURE_MAX = 2.9;

export const SYSTEMD_CHECKS: readonly CompatibilityCheck[] = [
  {
    name: 'systemd-unit',
    area: 'Hosts and images',
    tool: 'systemd-analyze',
    what: 'verify and security of deploy/systemd/sextant.service',
    run: async ({ folder }) => {
      const program = programOf('systemd-analyze');
      if (program === null) throw new Missing('systemd-analyze is not installed.');
      const unit = path.join(folder, 'sextant.service');
      copyFileSync(path.join(ROOT, 'deploy', 'systemd', 'sextant.service'), unit);
      const analyze = (...words: string[]) => {
        const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, SYSTEMD_PAGER: '' } });
        return { status, text: `${stdout}${stderr}` };
      };
      const verified = analyze('verify', '--man=no', unit);
      assert.equal(verified.status, 0, verified.text);
      // Problems of other units of this machine are not ours.
      assert.equal(
        verified.text.split('\n').some((line) => line.includes('sextant.service')),
        false,
        verified.text,
      );
      const { text } = analyze('security', '--offline=yes', '--no-pager', unit);
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1]);
      assert.ok(exposure <= EXPOSURE_MAX, text.slice(-2000));
      return { version: /systemd (\d+)/.exec(analyze('--version').text)![1]!, remark: `exposure ${exposure} of 10` };
    },
  },
];

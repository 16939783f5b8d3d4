// Progress output: a bar that is redrawn on a terminal, occasional plain lines elsewhere.

export interface Progress {
  /** `said` is printed after the numbers. */
  update(done: number, total: number, said: string): void;
  /** Leaves the last state visible. */
  end(): void;
}

export interface ProgressParts {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  readonly now?: () => number;
}

const BAR_WIDTH = 24;
const BAR_MS = 100;
const LINE_MS = 5000;

export function createProgress({ isTerminal, write, now = Date.now }: ProgressParts): Progress {
  const started = now();
  let [shownAt, begun, latest] = [Number.NEGATIVE_INFINITY, -1, ''];
  const show = (text: string): void => {
    shownAt = now();
    latest = '';
    write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`);
  };
  return {
    update: (done, total, said) => {
      // Rows of an earlier run do not count for the speed of this one.
      if (begun < 0) begun = done;
      const seconds = (now() - started) / 1000;
      const pace = seconds > 1 ? (done - begun) / seconds : 0;
      const left = pace > 0 && done < total ? `, about ${Math.ceil((total - done) / pace)} s left` : '';
      const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH);
      const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] `;
      latest = `${isTerminal ? bar : ''}${done} of ${total}${said === '' ? '' : `: ${said}`}${left}`;
      if (now() - shownAt >= (isTerminal ? BAR_MS : LINE_MS)) show(latest);
    },
    end: () => {
      if (latest !== '') show(latest);
      if (isTerminal && shownAt > 0) write('\n');
    },
  };
}

// Progress output: a bar that is redrawn on a terminal, occasional plain lines elsewhere.

export interface Progress {
  /** `note` is printed after the numbers. */
  update(done: number, total: number, note: string): void;
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
  let [shownAt, startedWith, pendingText] = [Number.NEGATIVE_INFINITY, -1, ''];
  const show = (text: string): void => {
    shownAt = now();
    pendingText = '';
    write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`);
  };
  return {
    update: (done, total, note) => {
      // Rows of an earlier run do not count for the speed of this one.
      if (startedWith < 0) startedWith = done;
      const seconds = (now() - started) / 1000;
      const perSecond = seconds > 1 ? (done - startedWith) / seconds : 0;
      const remaining = perSecond > 0 && done < total ? `, about ${Math.ceil((total - done) / perSecond)} s left` : '';
      const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH);
      const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] `;
      pendingText = `${isTerminal ? bar : ''}${done} of ${total}${note === '' ? '' : `: ${note}`}${remaining}`;
      if (now() - shownAt >= (isTerminal ? BAR_MS : LINE_MS)) show(pendingText);
    },
    end: () => {
      if (pendingText !== '') show(pendingText);
      if (isTerminal && shownAt > 0) write('\n');
    },
  };
}

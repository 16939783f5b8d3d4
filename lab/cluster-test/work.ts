// The two kinds of work: jobs that wait for a slow source, and jobs that read real pages.
import { type RealPage, writeRealPages } from '../bench/real-pages.ts';
import { createRandom } from '../random.ts';
import type { Keys } from './cluster.ts';
import type { Work } from './verdict.ts';

/** Jobs that a worker runs at once. A few suffice to keep its share of a core busy. */
export const SLOTS = 8;
/** Jobs per node and measurement: this many times its slots wait, and this many times each page is read. */
const WAITING_ROUNDS = 10;
const PAGE_ROUNDS = 3;
const PAGES_PER_ENGINE = 12;

export interface JobList {
  readonly key: string;
  readonly items: readonly object[];
}

export interface WorkSource {
  /** For the log: the pages and their origin. */
  readonly pages: string;
  /** Every page once. */
  readonly allPages: JobList;
  /** Drops the pages for which `keeps` is false. */
  filter(keeps: (index: number) => boolean): void;
  /** The jobs of one measurement with this many nodes. */
  jobs(work: Work, nodes: number): JobList;
}

/** Writes the pages into `folder`, which is the REPLAY_DIR of the workers. */
export function openWork(folder: string, keys: Keys): WorkSource {
  const { pages: written, isCaptured } = writeRealPages(folder, PAGES_PER_ENGINE);
  let pages = written;
  const random = createRandom(1);
  return {
    pages: `${written.length} pages, ${isCaptured ? 'captured' : 'generated, because SEXTANT_CORPUS is not set'}`,
    allPages: { key: keys.live, items: written.map(requestOf) },
    filter: (keeps) => {
      pages = written.filter((_, index) => keeps(index));
    },
    jobs: (work, nodes) =>
      work === 'waiting'
        ? { key: keys.test, items: Array.from({ length: nodes * SLOTS * WAITING_ROUNDS }, (_, index) => waitingRequest(index)) }
        : // Pages differ in their cost, so every measurement reads each of them equally often.
          { key: keys.live, items: Array.from({ length: nodes * PAGE_ROUNDS }, () => random.shuffle(pages).map(requestOf)).flat() },
  };
}

const requestOf = ({ engine, keyword }: RealPage): object => ({ keyword, searchEngine: engine, region: 'United States' });
const waitingRequest = (index: number): object => ({ keyword: `test:slow:1 tea ${index}`, region: 'United States' });

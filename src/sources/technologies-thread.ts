// The program of a thread that looks for technologies: reads one homepage at a time, with the set that the task names.
import { parentPort } from 'node:worker_threads';
import type { Page } from './adapter.ts';
import { createTechnologies, type HomepageQuery } from './registries/homepage.ts';
import { installedSet } from './registries/installed-set.ts';
import { answerTask, type ThreadAnswer } from './threaded.ts';

export interface TechnologiesTask {
  readonly page: Page;
  readonly ask: HomepageQuery;
  /** Where a larger set lies. */
  readonly folder: string | null;
  readonly budgetMs: number;
}

export const technologiesTask = ({ page, ask, folder, budgetMs }: TechnologiesTask): ThreadAnswer =>
  answerTask(() => createTechnologies(installedSet(folder), budgetMs).parse(page, ask));

parentPort?.on('message', (task: TechnologiesTask) => parentPort?.postMessage(technologiesTask(task)));

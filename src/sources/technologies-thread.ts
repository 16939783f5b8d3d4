// Entry point of the technologies thread, which parses one homepage per task.
import { parentPort } from 'node:worker_threads';
import type { TechnologyItem } from '../contract/technology.ts';
import type { PageRead } from './page-reader.ts';
import { createTechnologies, type HomepageQuery } from './registries/homepage.ts';
import { installedSet } from './registries/installed-set.ts';
import { type PostedPage, receivedPage, runTask, type ThreadResult } from './threaded.ts';

export interface TechnologiesTask {
  readonly page: PostedPage;
  readonly query: HomepageQuery;
  /** Folder of a larger set, if installed. */
  readonly folder: string | null;
  readonly budgetMs: number;
}

export const technologiesTask = ({ page, query, folder, budgetMs }: TechnologiesTask): ThreadResult<PageRead<TechnologyItem[]>> =>
  runTask(() => createTechnologies(() => installedSet(folder), budgetMs).parse(receivedPage(page), query));

parentPort?.on('message', (task: TechnologiesTask) => parentPort?.postMessage(technologiesTask(task)));

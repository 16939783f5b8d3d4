// Entry point of the technologies thread, which parses one homepage per task.
import { parentPort } from 'node:worker_threads';
import { createTechnologies, type HomepageQuery } from './registries/homepage.ts';
import { installedSet } from './registries/installed-set.ts';
import { answerTask, type PostedPage, receivedPage, type ThreadAnswer } from './threaded.ts';

export interface TechnologiesTask {
  readonly page: PostedPage;
  readonly ask: HomepageQuery;
  /** Folder of a larger set, if installed. */
  readonly folder: string | null;
  readonly budgetMs: number;
}

export const technologiesTask = ({ page, ask, folder, budgetMs }: TechnologiesTask): ThreadAnswer =>
  answerTask(() => createTechnologies(installedSet(folder), budgetMs).parse(receivedPage(page), ask));

parentPort?.on('message', (task: TechnologiesTask) => parentPort?.postMessage(technologiesTask(task)));

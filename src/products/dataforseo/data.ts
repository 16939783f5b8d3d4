// The `data` and `path` of a task: what was sent, with the endpoint in front.
import type { SerpEndpoint } from './endpoints.ts';

type Sent = Readonly<Record<string, unknown>> | undefined;
export type TaskFunction = 'task_post' | 'task_get' | 'live' | 'tasks_ready';

const OS = { desktop: 'windows', mobile: 'android' } as const;

export function serpDataOf({ se, seType }: SerpEndpoint, name: TaskFunction, sent: Sent): Record<string, unknown> {
  const device = sent?.device === 'mobile' ? 'mobile' : 'desktop';
  return { api: 'serp', function: name, se, se_type: seType, device, os: OS[device], ...sent };
}

/** Returns the segments of a request's path. */
export const pathOf = (url: string): string[] => url.split('?')[0]!.split('/').filter(Boolean);

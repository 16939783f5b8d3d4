// Settings of one machine: its name, and the labels of its workers.
import { isLabel, LABEL_FORM, type RouteLabels, readRouteLabels } from './business/orders/labels.ts';
import { NODE_NAME } from './contract/fleet.ts';
import { fail, flag, list, optional, type Setting, text } from './setting.ts';

export const nodeName: Setting<string | null> = {
  ...optional('Name of this machine in sextant fleet. Default: its host name.'),
  read: (given) =>
    new RegExp(NODE_NAME).test(given)
      ? given
      : fail('must have 1 to 63 letters, digits, dots, hyphens or underscores, and begin with a letter or digit'),
};

/** Segments of unreserved characters, which no client and no proxy encodes. The root has paths of its own for probes. */
const BASE_PATH = /^(?!\/(?:healthz|readyz|metrics)(?:\/|$))(?!.*\/\.{1,2}(?:\/|$))(?:\/[A-Za-z0-9._~-]+)+$/;
const BASE_PATH_LENGTH_MAX = 100;
export const basePath: Setting<string> = {
  ...text('', 'Serve everything below this path, such as /sx. The proxy passes it on. See Base path.'),
  read: (given) =>
    BASE_PATH.test(given) && given.length <= BASE_PATH_LENGTH_MAX
      ? given
      : fail(
          `must be a path such as /sx: it begins with a slash, ends without one, has at most ${BASE_PATH_LENGTH_MAX} letters, digits, dots, hyphens, underscores and tildes, and is not /healthz, /readyz or /metrics`,
        ),
};

const routeLabels: Setting<RouteLabels> = {
  read: readRouteLabels,
  fallback: {},
  reason: 'Labels of jobs, such as google=browser,*@RU=ru. A job with a label runs only on workers with it. See Labels.',
};
export const labelSettings = {
  ROUTE_LABELS: routeLabels,
  WORKER_LABELS: list(isLabel, `labels (${LABEL_FORM})`, 'Labels of this worker (comma-separated), such as browser,ru. See Labels.'),
  WORKER_LABELS_ONLY: flag(false, 'Run only jobs with one of WORKER_LABELS, and no jobs without a label.'),
} as const;

/** Every claim looks for jobs of each label. */
const WORKER_LABELS_MAX = 16;

/** Returns why a worker cannot have these labels, or null. */
export function labelConflict({ WORKER_LABELS, WORKER_LABELS_ONLY }: Readonly<Record<string, unknown>>): string | null {
  const count = (WORKER_LABELS as readonly string[]).length;
  if (count > WORKER_LABELS_MAX) return `WORKER_LABELS must have at most ${WORKER_LABELS_MAX} labels`;
  return WORKER_LABELS_ONLY === true && count === 0 ? 'WORKER_LABELS_ONLY needs WORKER_LABELS: without labels it would run no job' : null;
}

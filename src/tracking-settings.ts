// Settings of tracking: how long its data is stored, and how many keywords an installation may have.
import { integer } from './setting.ts';

export const trackingSettings = {
  TRACKING_HISTORY_DAYS: integer(0, 0, 36_500, 'How long the rank history of tracked keywords is stored. 0 means for ever.'),
  TRACKING_HOT_MONTHS: integer(2, 1, 120, 'Full months of rank history that are stored as rows. Older months are packed.'),
  TRACKING_ALERT_DAYS: integer(90, 1, 3650, 'How long alerts of tracked keywords and their messages are stored.'),
  TRACKING_KEYWORDS_MAX: integer(1_000_000, 1, 100_000_000, 'Tracked keywords of the whole installation.'),
  TRACKING_PROJECT_KEYWORDS_MAX: integer(100_000, 1, 10_000_000, 'Tracked keywords of one project.'),
} as const;

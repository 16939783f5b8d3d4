// Shows the settings of this process without their secrets.
import { type Config, givenIn, SETTINGS } from '../config.ts';
import type { SettingList } from '../contract/admin-reads.ts';
import type { Setting } from '../setting.ts';

const HIDDEN = '••••••';
/** Generated at the first start and stored in the data folder, unless they are set. */
const GENERATED = new Set(['ADMIN_TOKEN', 'KEY_PEPPER']);

/** Hides credentials inside a value whose setting is no secret: a login in a URL, a key in its query string. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi, `$1${HIDDEN}@`)
    .replace(/([?&][^=&#\s]*(?:key|token|secret|pass|sig|auth|credential)[^=&#\s]*=)[^&#\s]*/gi, `$1${HIDDEN}`);
}

function textOf(value: unknown): string | null {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',');
  if (typeof value === 'object') return Object.keys(value).length === 0 ? null : JSON.stringify(value);
  return String(value);
}

/** A value as text without credentials, and whether it had any. Null: not set. */
export function shownSetting(value: unknown): { readonly text: string | null; readonly hasCredentials: boolean } {
  const text = textOf(value);
  const shown = text === null ? null : withoutCredentials(text);
  return { text: shown, hasCredentials: shown !== text };
}

export function describeSettings(config: Config): SettingList {
  const given = givenIn(config);
  return {
    items: Object.entries(SETTINGS as Record<string, Setting<unknown>>).map(([name, { secret, reason }]) => {
      const { text: value } = shownSetting(config[name as keyof typeof SETTINGS]);
      const origin = given.has(name) ? 'environment' : GENERATED.has(name) ? 'file' : 'default';
      const hidden = secret && (value !== null || origin === 'file');
      return { name, value: hidden ? HIDDEN : value, origin, reason };
    }),
  };
}

// Fields that SERP and keyword tasks share: location, language, tag, priority and callbacks.
import iso6391 from 'iso-639-1';
import { shownCallback } from '../../../business/callbacks/callback-url.ts';
import { isLanguage } from '../../../business/languages.ts';
import type { OrderedTask, StoredTask, TaskLevel } from '../../../contract/task.ts';
import type { Priority } from '../../../contract/vocabulary.ts';
import { invalidField } from '../../../products/dataforseo/codes.ts';
import type { Task } from './body.ts';
import type { Fields } from './fields.ts';

const TAG_LENGTH_MAX = 255;

export interface Place {
  readonly region?: string | number;
  readonly regionSearch?: { readonly latitude: number; readonly longitude: number };
}

/** The code has precedence over the name, and the name over the coordinate. Returns null without any of them. */
export function readPlace(fields: Fields): Place | null {
  const [code, name] = [fields.integer('location_code', 1, 2_147_483_647), fields.text('location_name', 512)];
  const coordinate = fields.text('location_coordinate', 100);
  if (code !== undefined) return { region: code };
  if (name !== undefined) return { region: name };
  return coordinate === undefined ? null : { regionSearch: readCoordinate(coordinate) };
}

/** The nearest region is used. A third value is a radius or a zoom, which has no counterpart. */
function readCoordinate(text: string): { latitude: number; longitude: number } {
  const [latitude, longitude] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part.trim().replace(/z$/i, ''))));
  const fits = Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180;
  if (!fits) throw invalidField('location_coordinate', 'It must be a latitude and a longitude, separated by a comma.');
  return { latitude: latitude!, longitude: longitude! };
}

/** Older codes that search engines still use. */
const ALIASES: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi', jw: 'jv', fil: 'tl' };
const byName = new Map<string, string>();

/** Returns the two-letter code. Variants such as `zh_CN` become their language. */
export function readLanguage(fields: Fields): string | undefined {
  const [code, name] = [fields.text('language_code', 20), fields.text('language_name', 100)];
  if (code !== undefined) return languageIn(code) ?? unknownLanguage('language_code');
  if (name === undefined) return undefined;
  return languageNamed(name) ?? unknownLanguage('language_name');
}

const unknownLanguage = (name: string): never => {
  throw invalidField(name, 'The language is not known.');
};

export function languageIn(code: string): string | null {
  const first = code.toLowerCase().split(/[-_]/)[0]!;
  const language = ALIASES[first] ?? first;
  return isLanguage(language) ? language : null;
}

/** Names are those of CLDR in English, and of ISO 639. `Chinese (Simplified)` is Chinese. */
function languageNamed(name: string): string | null {
  if (byName.size === 0) for (const { code, names } of LANGUAGES) for (const one of names) byName.set(one.toLowerCase(), code);
  return byName.get(name.toLowerCase().trim()) ?? byName.get(name.toLowerCase().replace(/\s*\(.*\)\s*$/, '')) ?? null;
}

const shown = new Intl.DisplayNames(['en'], { type: 'language' });

/** Languages by code, with their English names, the best first. */
export const LANGUAGES = iso6391
  .getAllCodes()
  .sort()
  .map((code) => ({ code, names: [...new Set([shown.of(code) ?? code, iso6391.getName(code)])] }));

export const readTag = (fields: Fields): string | null => fields.text('tag', TAG_LENGTH_MAX) ?? null;

export const readPriority = (fields: Fields): Priority => (fields.integer('priority', 1, 2) === 2 ? 'REALTIME' : 'NORMAL');

export interface ReadCallback extends Pick<StoredTask, 'callback' | 'level'> {
  /** The callback URL with our placeholder for the id. */
  readonly url?: string;
}

/** A postback delivers the result, so its task need not be collected. */
export const deliveryOf = ({ callback }: StoredTask): OrderedTask['delivery'] => (callback === 'postback' ? 'posted' : 'collected');

/** `levels` is null for tasks whose results have one form. */
export function readTaskCallback(fields: Fields, tag: string | null, levels: readonly TaskLevel[] | null): ReadCallback {
  const [pingback, postback, level] = [fields.text('pingback_url'), fields.text('postback_url'), fields.text('postback_data', 20)];
  if (pingback !== undefined && postback !== undefined)
    throw invalidField('pingback_url', 'Send either pingback_url or postback_url, not both.');
  if (pingback !== undefined) return { url: filled(pingback, tag), callback: 'pingback' };
  if (postback === undefined) return {};
  if (levels === null) return { url: filled(postback, tag), callback: 'postback' };
  const known = levels.find((one) => one === level);
  if (known === undefined) throw invalidField('postback_data', `It must be ${levels.join(' or ')}.`);
  return { url: filled(postback, tag), callback: 'postback', level: known };
}

/** Returns the task as it is stored and shown. Passwords in callback URLs are never shown. */
export function shownTask(task: Task): Task {
  const shown: Record<string, unknown> = { ...task };
  for (const name of ['pingback_url', 'postback_url']) {
    const url = Object.hasOwn(task, name) ? task[name] : undefined;
    if (typeof url !== 'string') continue;
    const complete = encodedHash(url);
    const withoutPassword = shownCallback(complete)!;
    if (withoutPassword !== complete) shown[name] = withoutPassword;
  }
  return shown;
}

/** A `#` belongs to the address, as for the provider. */
const encodedHash = (url: string): string => url.replaceAll('#', '%23');

/** The tag is known now, the id only when the task is created. */
function filled(url: string, tag: string | null): string {
  return encodedHash(url)
    .replaceAll('$id', '{:id:}')
    .replace(/\$tag/g, () => encodeURIComponent(tag ?? ''));
}

// Parses our own technologies from compact rows, one technology per row.
//
// Format: `Name | categories | website | part | part …`. A row that begins with `|` continues the previous one. Parts:
// - `field=pattern` and `field.name=pattern`: fingerprints. Without `=`, presence is enough. ` ~60` is the confidence in per cent.
// - `host=name`: the host of a script, style or frame, or its mention in an inline script.
// - `library=name`, `style=name`: a file of that name, with the version in its URL. `plugin=name`: a WordPress plugin.
// - `dom=selector`: an element. `dom.attribute=selector => pattern`: the value of an attribute.
// - `cpe=vendor:product`, `> implied, implied`, `! excluded`, `? required`: related names.
import { ownPattern } from './pattern.ts';
import { FIELDS, type Field, type Fingerprint, type Pattern, type Technology } from './technology.ts';

const CERTAIN = 100;

const escapeDots = (name: string): string => name.replaceAll('.', '\\.');
const fileOf = (name: string, end: string): readonly string[] => [
  `(?:^|[/@])${name}(?:[.-]?js)?[/@-]v?(\\d[\\d.]*)`,
  `(?:^|/)${name}(?:[.-](?:min|prod|bundle|umd|global|esm|slim|core|pkgd|all|full)){0,3}(?:[.-]v?(\\d[\\d.]*\\d))?(?:[.-]min)?\\.${end}(?:\\?v(?:er)?=(\\d[\\d.]*))?`,
];
type FieldPattern = readonly [field: Field, pattern: Pattern];
const patternsIn = (fields: readonly Field[], sources: readonly string[]): FieldPattern[] =>
  sources.map(ownPattern).flatMap((pattern) => fields.map((field) => [field, pattern] as const));

/** Frequent kinds of fingerprints that have a short form. */
const FAMILIES: Readonly<Record<string, (name: string) => FieldPattern[]>> = {
  host: (name) => patternsIn(['script', 'link', 'frame', 'inline'], [`(?:^|[^a-z0-9-])${escapeDots(name)}(?:$|[^a-z0-9.-])`]),
  library: (name) => patternsIn(['script'], fileOf(escapeDots(name), 'js')),
  style: (name) => patternsIn(['link'], fileOf(escapeDots(name), 'css')),
  plugin: (name) => patternsIn(['script', 'link'], [`/wp-content/plugins/${name}/(?:[^?]{0,200}\\?ver=([\\d.]+))?`]),
};

export function readRows(text: string): Technology[] {
  const rows: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.startsWith('|')) rows[rows.length - 1] += ` ${line}`;
    else if (line !== '') rows.push(line);
  }
  return rows.map(readRow);
}

function readRow(row: string): Technology {
  const [name, categories, website, ...parts] = row.split(/\s+\|\s+/) as [string, string, string, ...string[]];
  const namesAfter = (mark: string): string[] =>
    parts.filter((part) => part.startsWith(`${mark} `)).flatMap((part) => part.slice(2).split(/,\s*/));
  const cpe = parts.find((part) => part.startsWith('cpe='))?.slice(4);
  return {
    name,
    categories: categories.split(' ').map(Number),
    website: `https://${website}`,
    icon: null,
    cpe: cpe ? `cpe:2.3:a:${cpe}:*:*:*:*:*:*:*:*` : null,
    fingerprints: parts.filter((part) => !/^[>!?] |^cpe=/.test(part)).flatMap(readFingerprints),
    implies: namesAfter('>').map((implied) => ({ name: implied, confidence: CERTAIN })),
    excludes: namesAfter('!'),
    requires: namesAfter('?'),
    requiresCategories: [],
  };
}

function readFingerprints(part: string): Fingerprint[] {
  const sure = / ~(\d{1,3})$/.exec(part);
  const text = sure ? part.slice(0, sure.index) : part;
  const equals = text.indexOf('=');
  const left = equals < 0 ? text : text.slice(0, equals);
  const right = equals < 0 ? '' : text.slice(equals + 1);
  const dot = left.indexOf('.');
  const [field, key] = dot < 0 ? [left, ''] : [left.slice(0, dot), left.slice(dot + 1)];
  const confidence = sure ? Number(sure[1]) : CERTAIN;
  const family = FAMILIES[field];
  if (family) return family(right).map(([one, pattern]) => ({ field: one, key: '', attribute: '', pattern, confidence, version: null }));
  if (!FIELDS.includes(field as Field)) throw new Error(`Unknown field ${field} in a technology row.`);
  if (field === 'dom') {
    const [selector, pattern] = right.split(' => ') as [string, string?];
    return [{ field, key: selector, attribute: key, pattern: pattern ? ownPattern(pattern) : null, confidence, version: null }];
  }
  const pattern = right === '' ? null : ownPattern(right);
  return [{ field: field as Field, key, attribute: '', pattern, confidence, version: null }];
}

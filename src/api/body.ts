// Reads request bodies strictly: UTF-8 JSON within the limits of the scan, without characters that no database could store.
import { isUtf8 } from 'node:buffer';
import { errors } from '../contract/errors.ts';
import { parseList } from './body-parse.ts';
import { BodyScan, type ListPlace, NO_LIST, VALUES_MAX } from './body-scan.ts';
import type { Shape } from './body-shape.ts';

/** What a route expects. Without it a body is one request of any properties. */
export interface BodyKind {
  readonly list: ListPlace;
  readonly shape: Shape;
}

/** What holds none of these has nothing to be left out: names are only hidden by escapes. */
const MAY_LOSE = /null|__proto__|\\u/;

/** Scans and parses at once, for bodies that are small enough. `keepsNulls` is for changes, where null takes away what was set. */
export function readJson(bytes: Buffer, keepsNulls = false): unknown {
  new BodyScan(NO_LIST).add(bytes);
  return parseSmall(textOf(bytes), keepsNulls);
}

/** A body that was scanned. Steps only where there are many values, and then the properties that the contract does not have are left out. */
export function* readScanned(bytes: Buffer, total: number, kind: BodyKind | undefined, keepsNulls = false): Generator<void, unknown> {
  const text = textOf(bytes);
  if (total <= VALUES_MAX || kind === undefined) return parseSmall(text, keepsNulls);
  return yield* parseList(text, kind.shape, kind.list.depth);
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw errors.badBody('it is not valid UTF-8');
  return bytes.toString('utf8');
}

/** JSON.parse is the fastest as long as there are few values: its time per value is not bounded, but for V8's own limits. */
function parseSmall(text: string, keepsNulls: boolean): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.badBody('it is not valid JSON');
  }
  return keepsNulls || !MAY_LOSE.test(text) ? value : withoutNulls(value);
}

/** Null means omitted, everywhere but in a parameter's `value`, where it means "remove the default". */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || (inner === null && name !== 'value')) continue;
    kept[name] = withoutNulls(inner);
  }
  return kept;
}

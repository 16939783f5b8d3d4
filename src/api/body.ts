// Parses request bodies strictly: UTF-8 JSON within the limits of the scan.
import { isUtf8 } from 'node:buffer';
import { errors } from '../contract/errors.ts';
import { parseList } from './body-parse.ts';
import { BodyScan, type ListPlace, NO_LIST, VALUES_MAX } from './body-scan.ts';
import type { Shape } from './body-shape.ts';

/** The body that a route expects. Absent: one object with any properties. */
export interface BodyKind {
  readonly list: ListPlace;
  readonly shape: Shape;
}

/** Text that may contain nulls or `__proto__`. Escapes can hide names. */
const MAY_LOSE = /null|__proto__|\\u/;

/** Scans and parses a small body at once. `keepsNulls` is for updates, where null removes a value. */
export function readJson(bytes: Buffer, keepsNulls = false): unknown {
  new BodyScan(NO_LIST).add(bytes);
  return parseSmall(textOf(bytes), keepsNulls);
}

/** Parses a scanned body. With many values, it works in steps and drops properties that the contract does not have. */
export function* readScanned(bytes: Buffer, total: number, kind: BodyKind | undefined, keepsNulls = false): Generator<void, unknown> {
  const text = textOf(bytes);
  if (total <= VALUES_MAX || kind === undefined) return parseSmall(text, keepsNulls);
  return yield* parseList(text, kind.shape, kind.list.depth);
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw errors.badBody('it is not valid UTF-8');
  return bytes.toString('utf8');
}

/** `JSON.parse` is fastest for few values. Its time per value is limited only by V8. */
function parseSmall(text: string, keepsNulls: boolean): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.badBody('it is not valid JSON');
  }
  return keepsNulls || !MAY_LOSE.test(text) ? value : withoutNulls(value);
}

/** Null means omitted, except in a parameter's `value`, where it means "remove the default". */
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

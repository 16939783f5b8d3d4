// `json_restrictor`: keeps only the named fields of a response, such as `organic_results[0:2].{title,link}`.
import { errors } from '../../../contract/errors.ts';

/** Indexes of a list: all, one, or a range without its end. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Field {
  readonly name: string;
  readonly range: Range | null;
  /** Null keeps the whole value. */
  readonly fields: readonly Field[] | null;
}

const LENGTH_MAX = 2000;
const DEPTH_MAX = 8;
const ALL: Range = { from: 0, to: Number.MAX_SAFE_INTEGER };

const malformed = () =>
  errors.badParameter('json_restrictor', 'is not understood', 'Write names like organic_results[0:2].{title,link}, separated by commas.');

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly Field[] {
    const fields = this.#fields(0);
    if (this.#at < this.#text.length) throw malformed();
    return fields;
  }

  #fields(depth: number): readonly Field[] {
    if (depth > DEPTH_MAX) throw malformed();
    const fields = [this.#field(depth)];
    while (this.#skip(',')) fields.push(this.#field(depth));
    return fields;
  }

  #field(depth: number): Field {
    const name = this.#match(/[A-Za-z_]\w*/y)?.[0];
    if (name === undefined) throw malformed();
    const range = this.#range();
    if (!this.#skip('.')) return { name, range, fields: null };
    if (!this.#skip('{')) return { name, range, fields: [this.#field(depth + 1)] };
    const fields = this.#fields(depth + 1);
    if (!this.#skip('}')) throw malformed();
    return { name, range, fields };
  }

  #range(): Range | null {
    if (!this.#skip('[')) return null;
    const [, first, colon, last] = this.#match(/(\d{1,4})?(:)?(\d{1,4})?/y) ?? [];
    if (!this.#skip(']')) throw malformed();
    const from = Number(first ?? 0);
    if (first === undefined && colon === undefined) return ALL;
    return { from, to: colon === undefined ? from + 1 : last === undefined ? ALL.to : Number(last) };
  }

  #skip(character: string): boolean {
    this.#match(/\s*/y);
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    this.#match(/\s*/y);
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }
}

/** Throws for a text that is not a restrictor. */
export function parseRestrictor(text: string): readonly Field[] {
  if (text.length > LENGTH_MAX) throw malformed();
  return new Reader(text.trim()).read();
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function restrictValue(value: unknown, { range, fields }: Field): unknown {
  if (Array.isArray(value)) {
    const { from, to } = range ?? ALL;
    return value.slice(from, to).map((entry) => (fields === null ? entry : restrict(entry, fields)));
  }
  return fields === null ? value : restrict(value, fields);
}

/** Returns only the named fields. Names that the value does not have are absent. */
export function restrict(value: unknown, fields: readonly Field[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => restrict(entry, fields));
  if (!isObject(value)) return {};
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    if (!Object.hasOwn(value, field.name)) continue;
    const part = restrictValue(value[field.name], field);
    const known = kept[field.name];
    kept[field.name] = isObject(known) && isObject(part) ? { ...known, ...part } : part;
  }
  return kept;
}

// Long lists of requests, parsed while they are validated.
//
// A request that has been validated is kept as text, so the values of a whole list are never in memory at once. To keep them would double
// the time for 700 keywords in each request, because of garbage collection.
import { BodyParser } from './body-parse.ts';
import type { Shape } from './body-shape.ts';

export class LongList implements Iterable<unknown> {
  readonly #text: string;
  readonly #start: number;
  readonly #shape: Shape;
  readonly #isWhole: boolean;

  /** `isWhole`: the list is the whole body, so nothing may follow it. */
  constructor(text: string, start: number, shape: Shape, isWhole: boolean) {
    this.#text = text;
    this.#start = start;
    this.#shape = shape;
    this.#isWhole = isWhole;
  }

  /** Throws a bad-body error where the text is not JSON. */
  *[Symbol.iterator](): Generator<unknown, void> {
    const parser = new BodyParser(this.#text, this.#start);
    for (const _ of parser.entries(']')) yield parser.value(this.#shape);
    if (this.#isWhole) parser.end();
  }
}

/** Parses a body that has a list at this depth. The list is returned as a `LongList`. Yields after each entry that is skipped. */
export function* parseLong(text: string, shape: Shape, listDepth: number): Generator<void, unknown> {
  const parser = new BodyParser(text);
  if (listDepth === 1 && shape.entries && parser.nextIs('[')) return new LongList(text, parser.at, shape.entries, true);
  const value = listDepth === 2 && shape.members && parser.nextIs('{') ? yield* parseAround(text, parser, shape) : parser.value(shape);
  parser.end();
  return value;
}

/** Parses the object around the list. The list is checked and skipped, because what follows it may be needed to validate its entries. */
function* parseAround(text: string, parser: BodyParser, shape: Shape): Generator<void, unknown> {
  const object: Record<string, unknown> = { ...shape.template };
  for (const _ of parser.entries('}')) {
    const member = parser.member(shape);
    if (!member) parser.skip();
    else if (!member.shape.entries || !parser.nextIs('[')) object[member.name] = parser.value(member.shape) ?? undefined;
    else {
      object[member.name] = new LongList(text, parser.at, member.shape.entries, false);
      for (const _ of parser.entries(']')) {
        parser.skip();
        yield;
      }
    }
  }
  return object;
}

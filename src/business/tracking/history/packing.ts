// Packs the points of one keyword and month into a few hundred bytes, column by column.
//
// The first byte is the format. Format 1 is deflated; format 2 has the same columns and is not, because deflating made it
// longer. Never change what they mean: years of history are stored in them. A new layout gets another first byte.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PointCode } from '../../../contract/tracking.ts';
import type { StoredPoint } from '../types.ts';
import { readTops, writeTops } from './packed-tops.ts';
import { NumberReader, NumberWriter } from './varint.ts';

const DEFLATED = 1;
const PLAIN = 2;
/** A month by the hour with twenty competitors and twenty pages stays far below. */
const COLUMN_BYTES_MAX = 4 * 1024 * 1024;

/** Points must be in the order of their slots, each slot once. */
export function packMonth(points: readonly StoredPoint[]): Buffer {
  const columns = writeColumns(points);
  const deflated = deflateRawSync(columns, { level: 9 });
  return deflated.length < columns.length ? prefixed(DEFLATED, deflated) : prefixed(PLAIN, columns);
}

/** Throws for an unknown format and for damaged bytes. */
export function unpackMonth(body: Buffer): StoredPoint[] {
  const rest = body.subarray(1);
  if (body[0] === DEFLATED) return readColumns(inflateRawSync(rest, { maxOutputLength: COLUMN_BYTES_MAX }));
  if (body[0] === PLAIN) return readColumns(rest);
  throw new RangeError(`unknown format ${body[0]} of a packed month`);
}

const prefixed = (format: number, bytes: Buffer): Buffer => Buffer.concat([Buffer.from([format]), bytes]);

const stepsOf = (values: readonly number[]): number[] => values.slice(1).map((value, index) => value - values[index]!);

function writeColumns(points: readonly StoredPoint[]): Buffer {
  const writer = new NumberWriter();
  const column = (read: (point: StoredPoint) => number): number[] => points.map(read);
  writer.write(points.length);
  if (points.length === 0) return writer.bytes();
  const slots = column(({ slot }) => slot);
  writer.write(slots[0]!);
  const steps = stepsOf(slots);
  if (steps.some((step) => step <= 0)) throw new RangeError('points to pack must be in the order of their slots');
  writer.writeRuns(steps);
  writer.writeRuns(column(({ code }) => code));
  writer.writeSeries(column(({ position }) => position));
  // Elements above the results shift all of them, so the distance changes less than the rank.
  writer.writeSeries(column(({ rank, position }) => rank - position));
  writer.writeRuns(column(({ depth }) => depth));
  writer.writeRuns(column(({ pageId }) => pageId));
  writer.writeRuns(column(({ features }) => features));
  writer.writeRuns(column(({ owned }) => owned));
  writer.writeRuns(column(({ cited }) => cited));
  const counts = column(({ competitors }) => competitors.length);
  writer.writeRuns(counts);
  for (let index = 0; index < Math.max(...counts); index++)
    writer.writeSeries(points.flatMap(({ competitors }) => (index < competitors.length ? [competitors[index]!] : [])));
  writeTops(
    writer,
    points.map(({ top }) => top),
  );
  return writer.bytes();
}

function readColumns(bytes: Buffer): StoredPoint[] {
  const reader = new NumberReader(bytes);
  const count = reader.readCount();
  if (count === 0) {
    reader.end();
    return [];
  }
  const slots = [reader.read()];
  for (const step of reader.readRuns(count - 1)) slots.push(slots.at(-1)! + step);
  const codes = reader.readRuns(count);
  const positions = reader.readSeries(count);
  const distances = reader.readSeries(count);
  const [depths, pageIds, features, owned, cited, competitorCounts] = Array.from({ length: 6 }, () => reader.readRuns(count));
  const competitors: number[][] = slots.map(() => []);
  for (let index = 0; index < Math.max(...competitorCounts!); index++) {
    const having = competitors.filter((_, nth) => index < competitorCounts![nth]!);
    const values = reader.readSeries(having.length);
    for (const [nth, list] of having.entries()) list.push(values[nth]!);
  }
  const tops = readTops(reader, count);
  reader.end();
  return slots.map((slot, nth) => ({
    slot,
    code: codes[nth] as PointCode,
    position: positions[nth]!,
    rank: positions[nth]! + distances[nth]!,
    depth: depths![nth]!,
    pageId: pageIds![nth]!,
    features: features![nth]!,
    owned: owned![nth]!,
    cited: cited![nth]!,
    competitors: competitors[nth]!,
    top: tops[nth]!,
  }));
}

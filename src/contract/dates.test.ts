// Timestamps compared with the built-in `toISOString`.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toAiTime, toDateTime, toInstant } from './dates.ts';

const NEAR = Date.parse('2026-11-15T23:59:58Z');
const moment = fc.oneof(
  fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  // The last second of one day and the first of the next, alternating.
  fc.integer({ min: NEAR, max: NEAR + 4000 }).map((at) => new Date(at)),
);

it('show the same second as toISOString on any day', () => {
  fc.assert(
    fc.property(moment, (at) => {
      const second = at.toISOString().slice(0, 19);
      expect(toDateTime(at)).toBe(`${second}+0000`);
      expect(toInstant(at.getTime())).toBe(at.toISOString().replace('Z', '+0000'));
      expect(toAiTime(at)).toBe(second.replace('T', ' '));
    }),
    { numRuns: 5000 },
  );
});

it('are null for times that are null', () => {
  expect([toDateTime(null), toAiTime(null)]).toEqual([null, null]);
});

it('throw for an invalid date', () => {
  expect(() => toDateTime(new Date(Number.NaN))).toThrow(RangeError);
});

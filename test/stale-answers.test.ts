// The rule for stale answers on invented histories of a question, and the rule for stored answers in the database and in the lab.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HISTORIES, type HistoryName } from '../lab/calibration/histories.ts';
import { placesToKeep, simulate } from '../lab/calibration/stale.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const QUESTIONS = 20;
const NAMES = Object.keys(HISTORIES) as HistoryName[];

describe('old answers that return', () => {
  test.each(['1% of the results replaced per day', '2%', '5%', '10%', 'half of the results replaced once a week'] as const)(
    'are mostly noticed, though their day is not stored, while the results change steadily: %s',
    (name) => {
      const { replayed, noticed } = simulate(name, 1, QUESTIONS);
      expect(replayed).toBeGreaterThan(500);
      expect(noticed / replayed).toBeGreaterThan(0.75);
    },
  );
  test.each(NAMES)('cast doubt on few right answers: %s', (name) => {
    for (const cadence of [1, 3]) {
      const { honest, inDoubt } = simulate(name, cadence, QUESTIONS);
      expect(honest).toBeGreaterThanOrEqual(QUESTIONS * 20);
      expect(inDoubt / honest).toBeLessThan(0.03);
    }
  });
});

describe('the answers to keep', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  test('are the same in the database and in the simulation', async () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 13 });
    await fc.assert(
      fc.asyncProperty(gaps, async (days) => {
        let sum = -days[0]!;
        const ages = days.map((gap) => {
          sum += gap;
          return sum;
        });
        const [row] = await database.db.query<{ places: readonly string[] }>(
          {
            name: 'answers_to_keep_of_test',
            text: `select answers_to_keep(array(
                select now() - make_interval(hours => 24 * age) from unnest($1::integer[]) with ordinality as t(age, place) order by place
              )) as places`,
          },
          [ages],
        );
        expect(row!.places.map((place) => Number(place) - 1)).toEqual(placesToKeep(ages));
      }),
      { numRuns: 200 },
    );
  });
});

import { expect, test } from 'vitest';
import { createDatabase } from '../../../test/database.ts';
test('x', async () => { const d = await createDatabase(); expect((await d.db.query({name:'a',text:'select 1 as a'})).length).toBe(1); await d.drop(); });

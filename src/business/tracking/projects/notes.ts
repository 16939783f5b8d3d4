// Notes of a project: days on which something happened.
import { errors } from '../../../contract/errors.ts';
import type { Note } from '../../../contract/tracking-alerts.ts';
import type { Db } from '../../../platform/db.ts';
import type { Notes } from '../interfaces.ts';
import { readSlot } from '../slots.ts';
import { inLockedProject } from './locked.ts';

const NOTES_MAX = 500;

const LIST = {
  name: 'tracking_notes',
  text: `select id, day::text as day, text, keyword_ids from project_notes where account_id = $1 and project_id = $2 order by day, id`,
};
/** Inserts nothing when the project has enough notes, or does not have all of the keywords. */
const CREATE = {
  name: 'tracking_note_create',
  text: `insert into project_notes (account_id, project_id, day, text, keyword_ids)
    select $1, $2, $3::date, $4, $5::integer[]
    where (select count(*) from project_notes where account_id = $1 and project_id = $2) < $6
      and ($5::integer[] is null or not exists (
        select 1 from unnest($5::integer[]) as wanted (id)
        where not exists (select 1 from tracked_keywords k where k.account_id = $1 and k.project_id = $2 and k.id = wanted.id)))
    returning id, day::text as day, text, keyword_ids`,
};
const COUNT = {
  name: 'tracking_notes_count',
  text: 'select count(*)::integer as count from project_notes where account_id = $1 and project_id = $2',
};
const REMOVE = {
  name: 'tracking_note_remove',
  text: 'delete from project_notes where account_id = $1 and project_id = $2 and id = $3 returning id',
};

interface NoteRow {
  readonly id: string;
  readonly day: string;
  readonly text: string;
  readonly keyword_ids: number[] | null;
}

const noteOf = ({ id, day, text, keyword_ids }: NoteRow): Note => ({ id, day, text, keywordIds: keyword_ids?.map(String) ?? null });

export function createNotes(db: Db): Notes {
  return {
    list: async ({ accountId, id }) => (await db.query<NoteRow>(LIST, [accountId, id])).map(noteOf),
    create: async ({ accountId, id }, { day, text, keywordIds }) => {
      readSlot('day', day);
      const trimmed = text.trim();
      if (trimmed === '') throw errors.badParameter('text', 'must not be blank');
      const ids = keywordIds && keywordIds.length > 0 ? keywordIds.map(Number) : null;
      if (ids?.some((number) => number > 2_147_483_647)) throw errors.badParameter('keywordIds', 'has an unknown keyword');
      const [made] = await inLockedProject(db, { accountId, id }, (query) =>
        query<NoteRow>(CREATE, [accountId, id, day, trimmed, ids, NOTES_MAX]),
      );
      if (made) return noteOf(made);
      const [{ count } = { count: 0 }] = await db.query<{ count: number }>(COUNT, [accountId, id]);
      if (count >= NOTES_MAX) throw errors.badParameter('text', `cannot be added: a project has at most ${NOTES_MAX} notes`);
      throw errors.badParameter('keywordIds', 'has an unknown keyword');
    },
    remove: async ({ accountId, id }, noteId) => (await db.query(REMOVE, [accountId, id, noteId])).length > 0,
  };
}

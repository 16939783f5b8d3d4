// Helpers for tests of the tracking routes: projects and keywords through the API, points of the past as rows.
import { expect } from 'vitest';
import type { TestService } from './service.ts';

export const SHOP = { name: 'Shop', domains: [{ domain: 'shop.example' }], defaults: { region: 'DE' } };

export interface Made {
  readonly id: string;
  readonly path: string;
}

/** Creates a project. Returns its id and its path. */
export async function makeProject(service: TestService, key: string, fields: object = {}): Promise<Made> {
  const { status, json } = await service.call('POST', '/projects', key, { ...SHOP, ...fields });
  expect([status, json.message]).toEqual([200, undefined]);
  return { id: json.id, path: `/projects/${json.id}` };
}

/** Adds keywords and returns their ids. */
export async function addKeywords(service: TestService, key: string, { path }: Made, keywords: readonly object[]): Promise<string[]> {
  const { status, json } = await service.call('POST', `${path}/keywords`, key, { keywords });
  expect([status, json.message]).toEqual([200, undefined]);
  return json.ids;
}

export interface PointFields {
  readonly keywordId: string;
  /** Days before today, in UTC. */
  readonly daysAgo: number;
  readonly code?: number;
  readonly position?: number;
  readonly depth?: number;
  readonly url?: string;
}

/** Stores points as a recorder does, with their slots and pages. */
export async function addPoints({ database: { db } }: TestService, { id }: Made, points: readonly PointFields[]): Promise<void> {
  await db.script('select make_tracking_partitions(3, 2)');
  await db.query(
    {
      name: 'test_points',
      text: `with given as (
          select x.*, p.account_id, p.id as project_id, slot_at((tracking_now() at time zone 'UTC')::date - x."daysAgo") as slot
          from projects p, json_to_recordset($2) as x ("keywordId" integer, "daysAgo" integer, code integer, position integer, depth integer, url text)
          where p.public_id = $1
        ), slots as (
          insert into project_slots (account_id, project_id, slot, kind, state, depth, due_at, starts_at, cursor)
          select distinct account_id, project_id, slot, 'schedule', 'done', 10, slot_time(slot) at time zone 'UTC', slot_time(slot) at time zone 'UTC', 2147483648
          from given on conflict do nothing
        ), pages as materialized (
          select u.*, row_number() over (order by u.url) as id
          from (select distinct account_id, project_id, url from given where url is not null) as u
        ), added as (
          insert into project_pages (account_id, project_id, id, hash, url)
          select account_id, project_id, id, hashtext(url), url from pages on conflict do nothing
        )
        insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
        select g.account_id, g.project_id, g.slot, g."keywordId", coalesce(u.id, 0), coalesce(g.code, 1), coalesce(g.position, 0),
          coalesce(g.position, 0), coalesce(g.depth, 10), 1, 0, '\\x00', ''
        from given g left join pages u on u.url = g.url`,
    },
    [id, JSON.stringify(points)],
  );
}

// Share links: read-only, revocable, and unguessable. The database has only a hash of each token.
import { createHmac, randomBytes } from 'node:crypto';
import { toDateTime } from '../../../contract/dates.ts';
import { errors } from '../../../contract/errors.ts';
import type { NewShare, Share } from '../../../contract/tracking-alerts.ts';
import type { Db } from '../../../platform/db.ts';
import type { Shares } from '../interfaces.ts';
import { readTags } from './keyword-fields.ts';
import { inLockedProject } from './locked.ts';
import { PROJECT_COLUMNS, rowOf, type StoredProject } from './row.ts';

const SHARES_MAX = 50;
const TOKEN_BYTES = 24;
const DAYS_DEFAULT = 30;
const YEARS_MAX = 100;

const LIST = {
  name: 'tracking_shares',
  text: `select id, name, settings, created_at, expires_at, used_at from project_shares
    where account_id = $1 and project_id = $2 and revoked_at is null and (expires_at is null or expires_at > now()) order by id`,
};
/** Inserts nothing when the project has enough links. */
const CREATE = {
  name: 'tracking_share_create',
  text: `insert into project_shares (account_id, project_id, hash, name, settings, expires_at)
    select $1, $2, $3, $4, $5::json, $6::timestamptz
    where (
      select count(*) from project_shares
      where account_id = $1 and project_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())) < $7
    returning id, name, settings, created_at, expires_at, used_at`,
};
const REVOKE = {
  name: 'tracking_share_revoke',
  text: `update project_shares set revoked_at = now() where account_id = $1 and project_id = $2 and id = $3 and revoked_at is null returning id`,
};
const OPEN = {
  name: 'tracking_share_open',
  text: `select s.id as share_id, s.name as share_name, s.settings as share_settings, s.created_at as share_created_at, s.expires_at, s.used_at,
      s.hash <> ($1::bytea[])[1] or s.used_at is null or s.used_at < now() - interval '1 minute' as is_stale, ${PROJECT_COLUMNS}
    from project_shares s join projects p on p.account_id = s.account_id and p.id = s.project_id
    where s.hash = any ($1::bytea[]) and s.revoked_at is null and (s.expires_at is null or s.expires_at > now())`,
};
/** Once a minute. A token whose hash uses the previous pepper moves to the current one. */
const USED = {
  name: 'tracking_share_used',
  text: `update project_shares set used_at = now(), hash = $4 where account_id = $1 and project_id = $2 and id = $3`,
};

interface ShareRow {
  readonly id: string;
  readonly name: string;
  readonly settings: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly used_at: Date | null;
}
type ShareSettings = Pick<Share, 'sections' | 'tags' | 'days' | 'title'>;
interface OpenRow extends StoredProject {
  readonly share_id: string;
  readonly share_name: string;
  readonly share_settings: string;
  readonly share_created_at: Date;
  readonly expires_at: Date | null;
  readonly used_at: Date | null;
  readonly is_stale: boolean;
}

const shareOf = (row: ShareRow): Share => ({
  id: row.id,
  name: row.name,
  ...(JSON.parse(row.settings) as ShareSettings),
  createdAt: toDateTime(row.created_at),
  expiresAt: toDateTime(row.expires_at),
  usedAt: toDateTime(row.used_at),
});

const DATE_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d))?$/;

function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = DATE_TIME.test(text) ? Date.parse(text.replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN;
  const latest = Date.now() + YEARS_MAX * 366 * 86_400_000;
  // `Date.parse` accepts the 30th of February as a day in March.
  const isReal = !Number.isNaN(at) && new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!(isReal && at > Date.now() && at < latest))
    throw errors.badParameter('expiresAt', 'must be a date and time in the future', 'Send 2027-01-31T12:00:00Z.');
  return new Date(at);
}

/** The first pepper is the current one. Tokens hashed with the others are accepted as well. `basePath` begins the URLs of links. */
export function createShares(db: Db, peppers: readonly string[], basePath = ''): Shares {
  const hashesOf = (token: string): Buffer[] => peppers.map((pepper) => createHmac('sha256', pepper).update(`share ${token}`).digest());
  return {
    list: async ({ accountId, id }) => (await db.query<ShareRow>(LIST, [accountId, id])).map(shareOf),
    create: async ({ accountId, id }, fields: NewShare) => {
      const settings: ShareSettings = {
        sections: [...new Set(fields.sections)],
        tags: readTags(fields.tags, 'tags'),
        days: fields.days ?? DAYS_DEFAULT,
        title: fields.title?.trim() || null,
      };
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const name = fields.name.trim();
      if (name === '') throw errors.badParameter('name', 'must not be blank');
      const values = [hashesOf(token)[0], name, JSON.stringify(settings), readExpiry(fields.expiresAt), SHARES_MAX];
      const [made] = await inLockedProject(db, { accountId, id }, (query) => query<ShareRow>(CREATE, [accountId, id, ...values]));
      if (!made) throw errors.badParameter('name', `cannot be added: a project has at most ${SHARES_MAX} links`, 'Revoke one first.');
      return { ...shareOf(made), token, url: `${basePath}/share/${token}` };
    },
    revoke: async ({ accountId, id }, shareId) => (await db.query(REVOKE, [accountId, id, shareId])).length > 0,
    open: async (token) => {
      const hashes = hashesOf(token);
      const [row] = await db.query<OpenRow>(OPEN, [hashes]);
      if (!row) return null;
      const project = rowOf(row);
      // Informational. No reader waits for it or fails with it.
      if (row.is_stale) void db.query(USED, [project.accountId, project.id, row.share_id, hashes[0]]).catch(() => undefined);
      const share = shareOf({
        id: row.share_id,
        name: row.share_name,
        settings: row.share_settings,
        created_at: row.share_created_at,
        expires_at: row.expires_at,
        used_at: row.used_at,
      });
      return { project, share };
    },
  };
}

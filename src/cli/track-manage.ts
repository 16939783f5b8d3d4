// `sextant track list`, `share`, `pause`, `resume` and `remove`.
import { UsageProblem } from './arguments.ts';
import { counted, grouped, isConfirmed, type ProjectView, projectOf, type Read, type TrackCall, wholeNumber } from './track-parts.ts';
import { decimal, percent, stateText } from './track-report.ts';
import { fitted } from './track-table.ts';

/** Returns the exit code. */
export async function trackList({ args, client, parts }: TrackCall): Promise<number> {
  const overviews = await client.list();
  if (args.json) parts.print(JSON.stringify(overviews));
  else if (overviews.length === 0) parts.print('No projects yet. Create one with: sextant track init shop.example');
  else
    parts.print(
      fitted(
        overviews.map(({ project, now, unreadAlerts }) => ({
          id: project.id,
          name: project.name,
          state: stateText(project),
          keywords: grouped(project.keywords),
          'average position': now?.average == null ? '' : decimal(now.average),
          visibility: now?.visibility == null ? '' : percent(now.visibility),
          'credits per month': grouped(project.forecast.creditsPerMonth),
          'new alerts': grouped(unreadAlerts),
          'next check': project.nextAt ?? 'none',
        })),
        parts.width,
        ['next check', 'new alerts', 'average position', 'credits per month', 'visibility', 'keywords'],
      ),
    );
  return 0;
}

/** Sections of a report for clients. Notes and tags of the team are not among them. */
const SECTIONS = ['summary', 'keywords', 'competitors', 'movers', 'features', 'pages'] as const;

/** Returns the exit code. */
export async function trackShare(call: TrackCall): Promise<number> {
  const { args, client, parts, url } = call;
  const { project, rest } = await projectOf(call, 'track share PROJECT [--name NAME] [--days 30] [--tag TAG]');
  if (rest.length > 0) throw new UsageProblem('Usage: sextant track share PROJECT. Try: sextant help track');
  const [tags, days] = [args.all('tag'), wholeNumber(args, 'days', 1, 400, 30)];
  const share = await client.shares.create(project.id, {
    name: args.option('name') ?? 'Report',
    sections: [...SECTIONS],
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    days,
  });
  const report = `${url.replace(/\/+$/, '')}${share.url}`;
  if (args.json) parts.print(JSON.stringify({ ...share, url: report, csv: `${report}/ranks.csv` }));
  else parts.print([`report       ${report}`, `spreadsheet  ${report}/ranks.csv`, 'Everyone with the link can read it.'].join('\n'));
  return 0;
}

const setState =
  (state: 'active' | 'paused', usage: string) =>
  async (call: TrackCall): Promise<number> => {
    const { args, client, parts } = call;
    const { project } = await projectOf(call, usage);
    const changed: ProjectView = await client.change(project.id, { state });
    const next = changed.nextAt === null ? 'no further checks' : `next check ${changed.nextAt}`;
    parts.print(args.json ? JSON.stringify(changed) : `${changed.name}: ${stateText(changed)}, ${next}`);
    return 0;
  };
export const trackPause = setState('paused', 'track pause PROJECT');
export const trackResume = setState('active', 'track resume PROJECT');

/** Returns the ids of these keywords on all devices and in all regions. Throws when one of them is not tracked. */
async function idsOf({ client }: TrackCall, project: ProjectView, words: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const word of words) {
    const found: Read<{ id: string }>[] = [];
    for await (const one of client.keywords(project.id, { q: word, limit: 1000 }))
      if (one.keyword.toLowerCase() === word.toLowerCase()) found.push(one);
    if (found.length === 0) throw new UsageProblem(`Keyword "${word}" is not tracked in ${project.name}. Nothing was removed.`);
    ids.push(...found.map(({ id }) => id));
  }
  return ids;
}

/** Returns the exit code. Removes the project, or only the named keywords. */
export async function trackRemove(call: TrackCall): Promise<number> {
  const { args, client, parts } = call;
  const { project, rest } = await projectOf(call, 'track remove PROJECT ["red shoes"]');
  const ids = rest.length === 0 ? null : await idsOf(call, project, rest);
  const what = ids === null ? `${project.name} with ${counted(project.keywords, 'keyword')}` : counted(ids.length, 'keyword');
  if (!(await isConfirmed(call, `Remove ${what} and the history? You cannot undo this.`))) {
    parts.log('Nothing was removed.');
    return 1;
  }
  if (ids === null) await client.remove(project.id);
  const removed = ids === null ? project.keywords : await client.removeKeywords(project.id, ids);
  parts.print(args.json ? JSON.stringify({ project: project.id, keywords: removed }) : `Removed ${what}.`);
  return 0;
}

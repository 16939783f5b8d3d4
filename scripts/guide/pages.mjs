// Pages of the guide: their files, groups and names.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Files in reading order. Missing ones are left out. */
const GROUPS = [
  ['Start', ['docs/guide/README.md', 'docs/guide/quick-start.md', 'docs/guide/concepts.md', 'docs/guide/tracking.md', 'docs/sandbox.md']],
  [
    'Endpoints',
    [
      'docs/guide/calling.md',
      'docs/guide/api-serp.md',
      'docs/guide/api-keyword.md',
      'docs/guide/api-ai.md',
      'docs/guide/api-lookups.md',
      'docs/guide/api-account.md',
      'docs/guide/api-objects.md',
      'docs/guide/api-tracking.md',
      'docs/guide/api-extras.md',
      'docs/guide/api-operator.md',
      'docs/guide/fields.md',
      'docs/errors.md',
    ],
  ],
  ['Results', ['docs/engines.md', 'docs/quality.md', 'docs/callbacks.md', 'docs/events.md', 'docs/requests.md']],
  [
    'Tools',
    [
      'docs/dashboard.md',
      'docs/client.md',
      'docs/python.md',
      'docs/command-line.md',
      'docs/mcp.md',
      'docs/mcp-clients.md',
      'docs/compatibility.md',
      'docs/compatibility-dataforseo.md',
      'docs/tested-with.md',
    ],
  ],
  [
    'Recipes',
    [
      'docs/guide/recipe-rank-report.md',
      'docs/guide/recipe-rank-tracker.md',
      'docs/guide/recipe-keyword-report.md',
      'docs/guide/recipe-dataframe.md',
      'docs/guide/recipe-agent.md',
      'docs/guide/recipe-monitoring.md',
    ],
  ],
  ['Migrating', ['docs/guide/moving-from-the-original.md', 'docs/guide/moving-from-serpapi-and-serper.md']],
  [
    'Operating',
    [
      'docs/operations.md',
      'docs/cross-checks.md',
      'docs/canaries.md',
      'docs/tracing.md',
      'docs/failover.md',
      'docs/security.md',
      'docs/scaling.md',
      'docs/benchmarks.md',
      'docs/cases.md',
      'docs/replay.md',
      'docs/chaos.md',
    ],
  ],
  [
    'Documentation',
    [
      'docs/glossary.md',
      'CHANGELOG.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/decisions/README.md',
      'data/SOURCES.md',
      'SECURITY.md',
    ],
  ],
];
/** Names for files whose own name is taken or unclear. */
const NAMES = {
  'docs/guide/README.md': 'index',
  'docs/decisions/README.md': 'decisions',
  'docs/sandbox.md': 'test-mode',
  'data/SOURCES.md': 'region-sources',
  'SECURITY.md': 'reporting-a-vulnerability',
};

const nameOf = (file) => NAMES[file] ?? path.posix.basename(file).replace(/\.md$/, '').toLowerCase();
const filesIn = (root, folder, ending) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);

/**
 * Returns the navigation groups, each page with its file and name. Files that the table does not list are added at the
 * end.
 */
export function groupsOf(root) {
  const known = new Set(GROUPS.flatMap(([, files]) => files));
  const others = ['docs', 'docs/guide'].flatMap((folder) => filesIn(root, folder, '.md')).filter((file) => !known.has(file));
  return [...GROUPS, ['More', others]]
    .map(([title, files]) => ({
      title,
      pages: files.filter((file) => existsSync(path.join(root, file))).map((file) => ({ file, name: nameOf(file) })),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** Returns pages that are linked but not in the navigation: decision records and programs. */
export function quietPagesOf(root) {
  const records = filesIn(root, 'docs/decisions', '.md').filter((file) => !file.endsWith('README.md'));
  const programs = [...filesIn(root, 'examples', '.mjs'), ...filesIn(root, 'examples/python', '.py'), 'LICENSE'];
  return [
    ...records.map((file) => ({ file, name: nameOf(file), under: 'decisions' })),
    ...programs.map((file) => ({ file, name: `file-${path.posix.basename(file).replace('.', '-').toLowerCase()}`, program: true })),
  ];
}

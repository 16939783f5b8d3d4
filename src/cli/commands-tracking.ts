// Commands that track keywords through a running service.
import type { ImportFormat } from '../contract/tracking-keywords.ts';
import { ENGINES } from '../contract/vocabulary.ts';
import type { Command } from './command.ts';

// Repeated here, because the schemas of tracking take longer to load than the help. A test compares them.
export const IMPORT_FORMAT_NAMES: readonly ImportFormat[] = [
  'auto',
  'sextant',
  'lines',
  'serpbear',
  'serposcope',
  'searchConsole',
  'ryte',
  'serpstatHistory',
];
export const EXPORT_CONTENTS = ['keywords', 'history', 'competitors', 'top'] as const;

export const TRACKING_COMMANDS: readonly Command[] = [
  {
    name: 'track',
    summary: 'track positions of keywords day by day',
    actions: ['init', 'add', 'import', 'run', 'report', 'list', 'share', 'pause', 'resume', 'remove'],
    takesFiles: true,
    forms: [
      {
        usage: 'track init shop.example [--name N] [--competitor D] [--region DE] [--device both] [--daily 06:00 --zone Europe/Berlin]',
        summary: 'create a project, free of charge',
      },
      { usage: 'track init --demo [--json]', summary: 'open the demo project of a test key' },
      { usage: 'track add PROJECT "keyword" … [--tag T] [--yes]', summary: 'show the price per month, then add keywords' },
      {
        usage: 'track import PROJECT file.csv [--format F] [--dry-run] [--yes]',
        summary: 'the same with a file of keywords or of another tracker',
      },
      { usage: 'track run PROJECT [--wait] [--dry-run]', summary: 'check all keywords now' },
      { usage: 'track report PROJECT [--days 30] [--tag T] [--csv FILE]', summary: 'print figures, changes and positions' },
      { usage: 'track report PROJECT --keyword "keyword"', summary: 'print the history of one keyword' },
      { usage: 'track list', summary: 'list the projects' },
      { usage: 'track share PROJECT', summary: 'create a link to a read-only report' },
      { usage: 'track pause PROJECT', summary: 'stop the checks and keep the history' },
      { usage: 'track resume PROJECT', summary: 'continue with the next due check' },
      { usage: 'track remove PROJECT ["keyword" …] [--yes]', summary: 'remove a project or keywords, with their history' },
    ],
    options: [
      { name: 'name', value: 'NAME', summary: 'init: name of the project. Default: the domain. share: name of the link' },
      { name: 'competitor', value: 'DOMAIN', summary: 'init: domain of a competitor; may be repeated' },
      {
        name: 'match',
        value: 'MATCH',
        values: ['site', 'host', 'prefix', 'url'],
        summary: 'init: which pages count: with subdomains, this host, below a path, one page. Default: site',
      },
      { name: 'engine', value: 'ENGINE', values: ENGINES, summary: 'init, add: search engine. Default: google, or that of the project' },
      { name: 'region', value: 'REGION', summary: 'init, add: country code or region name. Default: US, or that of the project' },
      { name: 'language', value: 'CODE', summary: 'init, add: ISO 639-1 code. Default: language of the region' },
      {
        name: 'device',
        value: 'DEVICE',
        values: ['desktop', 'mobile', 'both'],
        summary: 'init, add: device. Default: desktop, or that of the project',
      },
      { name: 'results', value: 'COUNT', summary: 'init: depth of a check: 10, 20, … 100. Default: 10' },
      { name: 'daily', value: 'TIME', summary: 'init: local time at which the checks of a day begin. Default: 06:00' },
      { name: 'weekdays', value: 'DAYS', summary: 'init: check only on these days, such as mon,thu. Default: every day' },
      { name: 'hours', value: 'COUNT', summary: 'init: check every COUNT hours instead, 1 to 168' },
      { name: 'manual', summary: 'init: check only with track run' },
      { name: 'zone', value: 'ZONE', summary: 'init: time zone, such as Europe/Berlin. Default: UTC' },
      { name: 'demo', summary: 'init: the demo project, with 90 days of history; needs a test key' },
      { name: 'tag', value: 'TAG', summary: 'add: tag of the keywords; may be repeated. report, share: only keywords with the tag' },
      { name: 'check-now', summary: 'add: also check the added keywords now' },
      { name: 'format', value: 'FORMAT', values: IMPORT_FORMAT_NAMES, summary: 'import: format of the file. Default: auto' },
      { name: 'column', value: 'FIELD=COLUMN', summary: 'import: column of a field, such as keyword=Phrase; may be repeated' },
      { name: 'dry-run', summary: 'add, import, run: only print the price' },
      { name: 'yes', summary: 'add, import, remove: do not ask' },
      { name: 'wait', summary: 'run: print progress until all checks have finished' },
      { name: 'days', value: 'COUNT', summary: 'report, share: number of days, 1 to 400. Default: 30' },
      { name: 'keyword', value: 'KEYWORD', summary: 'report: print the history of this keyword' },
      { name: 'top', value: 'COUNT', summary: 'report: number of keywords to print. Default: 50' },
      { name: 'csv', value: 'FILE', summary: 'report: also write all keywords to a CSV file' },
      { name: 'content', value: 'CONTENT', values: EXPORT_CONTENTS, summary: 'report: content of the CSV file. Default: keywords' },
      { name: 'url', value: 'URL', summary: 'URL of the service. Default: SEXTANT_URL' },
      { name: 'key', value: 'KEY', summary: 'API key. Default: SEXTANT_KEY, which is safer' },
    ],
    examples: [
      {
        usage: 'track init shop.example --competitor rival.example --region DE --daily 06:00 --zone Europe/Berlin',
        summary: 'prints the project’s id',
      },
      { usage: 'track add shop.example "red shoes" "running shoes" --tag shoes', summary: 'asks before it saves' },
      { usage: 'track import shop.example keywords.csv --dry-run', summary: 'shows columns, duplicates and the price per month' },
      { usage: 'track import shop.example - --yes < keywords.txt', summary: 'one keyword per line from standard input' },
      { usage: 'track run shop.example --wait', summary: 'check now, before the next due time' },
      { usage: 'track report shop.example --days 30 --csv positions.csv', summary: 'prints the report and writes all positions' },
      { usage: 'track report shop.example --keyword "red shoes" --days 90', summary: 'prints one line per check' },
    ],
    notes: [
      'PROJECT is an id, or a name or domain that only one project has. Projects and keywords are free. Each check is charged like a search; a failed check is refunded.',
      'The exit code of run --wait is 1 if a check failed or was skipped.',
    ],
  },
];

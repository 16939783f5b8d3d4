// Commands that run, maintain and examine a service.
import { CONTRACTS, MODES } from '../contract/vocabulary.ts';
import type { Command, Option } from './command.ts';

const mode: Option = { name: 'mode', value: 'MODE', values: MODES, summary: 'mode of the key or credits. Default: live' };
const api: Option = { name: 'api', value: 'COUNT', summary: 'number of API processes. Default: API_PROCESSES' };

export const SERVICE_COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'run the whole service',
    forms: [{ usage: 'start [--api 2] [--workers 4]', summary: 'run the whole service with the given number of processes' }],
    options: [api, { name: 'workers', value: 'COUNT', summary: 'number of worker processes. Default: WORKER_PROCESSES' }],
    examples: [
      { usage: 'start', summary: 'choose the number of processes by the number of cores' },
      { usage: 'start --api 2 --workers 4', summary: 'two API and four worker processes' },
    ],
  },
  {
    name: 'api',
    summary: 'run the API without workers',
    forms: [{ usage: 'api [--api 2]', summary: 'run the API only; workers run on other machines' }],
    options: [api],
    examples: [{ usage: 'api --api 2', summary: 'two API processes, no worker' }],
  },
  {
    name: 'worker',
    summary: 'run one worker',
    forms: [{ usage: 'worker', summary: 'run one worker on DATABASE_URL' }],
    options: [],
    examples: [{ usage: 'worker', summary: 'on another machine, with DATABASE_URL and KEY_PEPPER set' }],
  },
  {
    name: 'migrate',
    summary: 'migrate the database to the current schema',
    forms: [{ usage: 'migrate [--json]', summary: 'migrate the database to the current schema' }],
    options: [],
    examples: [{ usage: 'migrate', summary: 'before you start the first node of a new version' }],
  },
  {
    name: 'doctor',
    summary: 'check the installation',
    forms: [{ usage: 'doctor [--json]', summary: 'check the installation and print how to fix problems' }],
    options: [],
    examples: [
      { usage: 'doctor', summary: 'checks settings, database, clock, disk, ports, sources, workers and callbacks' },
      { usage: 'doctor --json', summary: 'for monitoring; the exit code is 1 if there is a problem' },
    ],
  },
  {
    name: 'fleet',
    summary: 'list all nodes, drain and resume them',
    actions: ['list', 'drain', 'resume'],
    forms: [
      { usage: 'fleet [list] [--url URL] [--json]', summary: 'list nodes with their processes, load and drift' },
      { usage: 'fleet drain NODE [--wait] [--url URL] [--json]', summary: 'claim no more jobs on a node and finish the running ones' },
      { usage: 'fleet resume NODE [--url URL] [--json]', summary: 'end the drain of a node' },
    ],
    options: [
      { name: 'wait', summary: 'drain: print progress until no job is running' },
      { name: 'url', value: 'URL', summary: 'use the admin API of this service, with ADMIN_TOKEN. Default: the database' },
    ],
    examples: [
      { usage: 'fleet', summary: 'versions, roles, load, heartbeats, clocks, and settings that differ' },
      {
        usage: 'fleet drain node-2 --wait',
        summary: 'before you stop or upgrade node-2; the exit code is 1 if jobs are left after 15 minutes',
      },
      { usage: 'fleet resume node-2', summary: 'afterwards' },
      { usage: 'fleet --url https://search.example', summary: 'without access to the database' },
    ],
    notes: ['A drain lasts until it is resumed, even if the node is restarted. NODE_NAME sets the name of a node.'],
  },
  {
    name: 'canaries',
    summary: 'list the sources with the state of their canaries, and run them',
    actions: ['list', 'run'],
    forms: [
      { usage: 'canaries [list] [--url URL] [--json]', summary: 'list all sources: passing, failing, untested or without a budget' },
      { usage: 'canaries run ENGINE [SOURCE] [--url URL] [--json]', summary: 'let a worker run the canaries of a source now, and wait' },
    ],
    options: [{ name: 'url', value: 'URL', summary: 'use the admin API of this service, with ADMIN_TOKEN. Default: the database' }],
    examples: [
      { usage: 'canaries', summary: 'failing sources first; the exit code is 1 if there is one' },
      { usage: 'canaries run google page', summary: 'after you repaired the source' },
      { usage: 'canaries --url https://search.example --json', summary: 'for monitoring, without access to the database' },
    ],
    notes: ['A worker of the service runs the canaries. CANARY_INTERVAL_MINUTES must not be 0.'],
  },
  {
    name: 'top',
    summary: 'watch queue, sources, callbacks and workers',
    forms: [{ usage: 'top [--interval SECONDS] [--url URL] [--json]', summary: 'show a live table; q quits' }],
    options: [
      { name: 'interval', value: 'SECONDS', summary: 'seconds between two updates. Default: 2' },
      { name: 'url', value: 'URL', summary: 'use the admin API of this service, with ADMIN_TOKEN. Default: the database' },
    ],
    examples: [
      { usage: 'top', summary: 'live sources first, with success rate and speed of the last hour' },
      { usage: 'top --json', summary: 'the same figures once, for scripts' },
    ],
  },
  {
    name: 'account',
    summary: 'list and create accounts, grant credits',
    actions: ['list', 'create', 'credits', 'ledger'],
    forms: [
      { usage: 'account list [--json]', summary: 'list accounts' },
      {
        usage: 'account create --name N --email E [--credits C] [--contract current|older] [--json]',
        summary: 'create an account with its keys',
      },
      { usage: 'account credits ID --total T [--mode live|test] [--expires 2027-01-01T00:00:00Z] [--json]', summary: 'grant credits' },
      { usage: 'account ledger ID [--mode live|test] [--json]', summary: 'print the ledger' },
    ],
    options: [
      { name: 'name', value: 'NAME', summary: 'name of the account' },
      { name: 'email', value: 'EMAIL', summary: 'email of the owner' },
      { name: 'credits', value: 'COUNT', summary: 'initial credits for live and for test' },
      { name: 'contract', value: 'CONTRACT', values: CONTRACTS, summary: 'variant of the contract. Default: current' },
      { name: 'total', value: 'COUNT', summary: 'credits to grant' },
      { name: 'expires', value: 'TIME', summary: 'when the credits expire. Default: never' },
      mode,
    ],
    examples: [
      { usage: 'account create --name Ada --email ada@mail.example --credits 10000', summary: 'prints the keys once' },
      { usage: 'account credits 1 --total 5000 --mode test', summary: 'credits for the sandbox' },
    ],
  },
  {
    name: 'key',
    summary: 'create, list and revoke API keys',
    aliases: ['keys'],
    actions: ['create', 'list', 'revoke', 'rotate-pepper'],
    forms: [
      {
        usage: 'key create ACCOUNT [--mode live|test] [--name N] [--scopes serp,read] [--budget C] [--expires T] [--json]',
        summary: 'create a key',
      },
      { usage: 'key list ACCOUNT [--json]', summary: 'list the keys of an account, without their secrets' },
      { usage: 'key revoke KEY_ID [--json]', summary: 'revoke a key' },
      {
        usage: 'key rotate-pepper [--status | --finish] [--revoke-rest] [--json]',
        summary: 'replace the pepper of the key hashes; all keys keep working',
      },
    ],
    options: [
      mode,
      { name: 'name', value: 'NAME', summary: 'name of the key' },
      { name: 'scopes', value: 'LIST', summary: 'scopes: serp, keyword, ai, whois, technologies, tracking, read. Default: all' },
      { name: 'budget', value: 'CREDITS', summary: 'credits that the key may spend in total. Default: no limit' },
      { name: 'expires', value: 'TIME', summary: 'when the key expires. Default: never' },
      { name: 'status', summary: 'rotate-pepper: only count the keys per pepper' },
      { name: 'finish', summary: 'rotate-pepper: remove the previous pepper if no key uses it' },
      { name: 'revoke-rest', summary: 'rotate-pepper: revoke all keys that do not use the current pepper' },
    ],
    examples: [
      { usage: 'key create 1 --mode test', summary: 'create a test key' },
      {
        usage: 'key create 1 --name agent --scopes serp,read --budget 500 --expires 2027-01-01T00:00:00Z',
        summary: 'a restricted key for an agent',
      },
      { usage: 'key revoke aB3xY9q2', summary: 'the key stops working within 5 seconds' },
      { usage: 'key rotate-pepper', summary: 'restart the service afterwards; each key moves when it is used' },
      { usage: 'key rotate-pepper --status', summary: 'count the keys that still use the previous pepper' },
    ],
  },
  {
    name: 'operator',
    summary: 'create, list and revoke admin tokens of operators',
    actions: ['add', 'list', 'revoke'],
    forms: [
      { usage: 'operator add NAME [--json]', summary: 'create an admin token for an operator' },
      { usage: 'operator list [--json]', summary: 'list operators, without their tokens' },
      { usage: 'operator revoke ID [--json]', summary: 'revoke a token' },
    ],
    options: [],
    examples: [
      { usage: 'operator add Ada', summary: 'prints the token once; the audit log records the name' },
      { usage: 'operator revoke aB3xY9q2', summary: 'the token stops working within 5 seconds' },
    ],
    notes: ['ADMIN_TOKEN belongs to the operator admin, which is not in the list. It always works.'],
  },
  {
    name: 'cases',
    summary: 'list, export and check pages that a parser may not understand',
    actions: ['list', 'export', 'check', 'add'],
    takesFiles: true,
    forms: [
      { usage: 'cases [list] [--json]', summary: 'list cases: layouts that a parser may not understand' },
      { usage: 'cases export [ID …] --out FOLDER [--json]', summary: 'write the sample pages with what the parser finds, to correct it' },
      { usage: 'cases check FOLDER [--json]', summary: 'parse exported pages and compare with what you expect' },
      { usage: 'cases add FOLDER/NAME …', summary: 'copy a corrected case to the fixtures of its engine, in a checkout' },
    ],
    options: [{ name: 'out', value: 'FOLDER', summary: 'export: the folder to write to. Files that exist are kept' }],
    examples: [
      { usage: 'cases export --out cases', summary: 'all cases with sample pages' },
      { usage: 'cases check cases', summary: 'the exit code is 1 if a page is parsed differently' },
    ],
  },
  {
    name: 'backup',
    summary: 'back up the embedded database',
    takesFiles: true,
    forms: [{ usage: 'backup FOLDER [--json]', summary: 'back up the embedded database while the service runs' }],
    options: [],
    examples: [{ usage: 'backup /mnt/backup/monday', summary: 'into a directory that does not exist yet' }],
  },
  {
    name: 'restore',
    summary: 'restore a backup of the embedded database',
    takesFiles: true,
    forms: [{ usage: 'restore FOLDER [--wal FOLDER] [--until 2026-11-15T12:00:00Z] [--json]', summary: 'restore a backup' }],
    options: [
      { name: 'wal', value: 'FOLDER', summary: 'WAL archive to replay after the backup' },
      { name: 'until', value: 'TIME', summary: 'replay the archive up to this time. Default: its end' },
    ],
    examples: [{ usage: 'restore /mnt/backup/monday --wal /mnt/wal', summary: 'restore the backup and replay the WAL archive' }],
  },
  {
    name: 'audit',
    summary: 'print the audit log',
    forms: [{ usage: 'audit [--limit 50] [--json]', summary: 'print the audit log and verify that it is complete' }],
    options: [{ name: 'limit', value: 'COUNT', summary: 'number of entries. Default: 50' }],
    examples: [{ usage: 'audit --limit 10', summary: 'the newest ten entries; the exit code is 1 if the log was changed' }],
  },
  { name: 'serve-api', summary: 'run one of several API processes', forms: [], options: [], examples: [], hidden: true },
  {
    name: 'run-isolated',
    summary: 'run a job that crashed workers in its own process',
    forms: [],
    options: [],
    examples: [],
    hidden: true,
  },
];

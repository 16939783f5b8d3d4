// The verbs that run, keep and examine a service.
import { CONTRACTS, MODES } from '../contract/vocabulary.ts';
import type { Option, Verb } from './verb.ts';

const mode: Option = { name: 'mode', value: 'MODE', values: MODES, summary: 'live or test; live unless told' };
const api: Option = { name: 'api', value: 'COUNT', summary: 'API processes' };

export const SERVICE_VERBS: readonly Verb[] = [
  {
    name: 'start',
    summary: 'run the whole service',
    forms: [{ words: 'start [--api 2] [--workers 4]', summary: 'run the whole service, with so many processes of each kind' }],
    options: [api, { name: 'workers', value: 'COUNT', summary: 'worker processes' }],
    examples: [
      { words: 'start', summary: 'as many processes as suit the machine' },
      { words: 'start --api 2 --workers 4', summary: 'on a larger one' },
    ],
  },
  {
    name: 'api',
    summary: 'answer requests only',
    forms: [{ words: 'api [--api 2]', summary: 'answer requests only, and leave the work to other machines' }],
    options: [api],
    examples: [{ words: 'api --api 2', summary: 'two API processes, no worker' }],
  },
  {
    name: 'work',
    summary: 'run one more worker',
    forms: [{ words: 'work', summary: 'run one more worker on DATABASE_URL' }],
    options: [],
    examples: [{ words: 'work', summary: 'on another machine, with DATABASE_URL and KEY_PEPPER set' }],
  },
  {
    name: 'migrate',
    summary: 'bring the database to the newest schema',
    forms: [{ words: 'migrate [--json]', summary: 'bring the database to the newest schema' }],
    options: [],
    examples: [{ words: 'migrate', summary: 'before the first node of a new version starts' }],
  },
  {
    name: 'doctor',
    summary: 'examine the installation',
    forms: [{ words: 'doctor [--json]', summary: 'examine the installation and say how to mend what is wrong' }],
    options: [],
    examples: [
      { words: 'doctor', summary: 'settings, database, clock, disk, ports, sources, workers, callbacks' },
      { words: 'doctor --json', summary: 'for a monitor; the exit status is 1 when there is a problem' },
    ],
  },
  {
    name: 'account',
    summary: 'list and make accounts, grant credits',
    actions: ['list', 'create', 'credits', 'ledger'],
    forms: [
      { words: 'account list [--json]', summary: 'list accounts' },
      { words: 'account create --name N --email E [--credits C] [--contract current|older] [--json]', summary: 'make one, with its keys' },
      { words: 'account credits ID --total T [--mode live|test] [--expires 2027-01-01T00:00:00Z] [--json]', summary: 'grant credits' },
      { words: 'account ledger ID [--mode live|test] [--json]', summary: 'what came and went' },
    ],
    options: [
      { name: 'name', value: 'NAME', summary: 'whose account it is' },
      { name: 'email', value: 'ADDRESS', summary: 'the owner’s address' },
      { name: 'credits', value: 'COUNT', summary: 'the first credits, live and test' },
      { name: 'contract', value: 'CONTRACT', values: CONTRACTS, summary: 'variant of the contract; current unless told' },
      { name: 'total', value: 'COUNT', summary: 'how many credits to grant' },
      { name: 'expires', value: 'TIME', summary: 'when they expire; never unless told' },
      mode,
    ],
    examples: [
      { words: 'account create --name Ada --email ada@mail.example --credits 10000', summary: 'prints the keys once' },
      { words: 'account credits 1 --total 5000 --mode test', summary: 'more credits for the test world' },
    ],
  },
  {
    name: 'key',
    summary: 'make, list and revoke API keys',
    aliases: ['keys'],
    actions: ['create', 'list', 'revoke', 'rotate-pepper'],
    forms: [
      {
        words: 'key create ACCOUNT [--mode live|test] [--name N] [--scopes serp,read] [--budget C] [--expires T] [--json]',
        summary: 'make one more key',
      },
      { words: 'key list ACCOUNT [--json]', summary: 'the keys of an account, without their secrets' },
      { words: 'key revoke KEY_ID [--json]', summary: 'end a key' },
      {
        words: 'key rotate-pepper [--status | --finish] [--revoke-rest] [--json]',
        summary: 'replace the secret in the hashes of keys; every key keeps working',
      },
    ],
    options: [
      mode,
      { name: 'name', value: 'NAME', summary: 'a name for people' },
      { name: 'scopes', value: 'LIST', summary: 'what it may do: serp, keyword, ai, whois, technologies, read; everything unless told' },
      { name: 'budget', value: 'CREDITS', summary: 'how much it may spend in all; no bound unless told' },
      { name: 'expires', value: 'TIME', summary: 'when it stops working; never unless told' },
      { name: 'status', summary: 'rotate-pepper: only count the keys on each pepper' },
      { name: 'finish', summary: 'rotate-pepper: remove the previous pepper, when no key is on it' },
      { name: 'revoke-rest', summary: 'rotate-pepper: revoke the keys that are not on the present pepper' },
    ],
    examples: [
      { words: 'key create 1 --mode test', summary: 'one more test key' },
      { words: 'key create 1 --name agent --scopes serp,read --budget 500 --expires 2027-01-01T00:00:00Z', summary: 'for an agent' },
      { words: 'key revoke aB3xY9q2', summary: 'it stops working within 5 seconds' },
      { words: 'key rotate-pepper', summary: 'then restart the service; each key moves when it is used' },
      { words: 'key rotate-pepper --status', summary: 'how many keys are still on the previous pepper' },
    ],
  },
  {
    name: 'operator',
    summary: 'make, list and revoke operators’ tokens',
    actions: ['add', 'list', 'revoke'],
    forms: [
      { words: 'operator add NAME [--json]', summary: 'make a token for one more operator' },
      { words: 'operator list [--json]', summary: 'operators, without their tokens' },
      { words: 'operator revoke ID [--json]', summary: 'end a token' },
    ],
    options: [],
    examples: [
      { words: 'operator add Ada', summary: 'prints the token once; the audit log names Ada from then on' },
      { words: 'operator revoke aB3xY9q2', summary: 'it stops working within 5 seconds' },
    ],
    notes: ['ADMIN_TOKEN is the operator admin: it is not in the list, and it always works.'],
  },
  {
    name: 'backup',
    summary: 'copy the embedded database',
    takesFiles: true,
    forms: [{ words: 'backup FOLDER [--json]', summary: 'copy the embedded database while the service runs' }],
    options: [],
    examples: [{ words: 'backup /mnt/backup/monday', summary: 'into a folder that does not exist yet' }],
  },
  {
    name: 'restore',
    summary: 'put a copy of the database in its place',
    takesFiles: true,
    forms: [{ words: 'restore FOLDER [--wal FOLDER] [--until 2026-11-15T12:00:00Z] [--json]', summary: 'put a copy in its place' }],
    options: [
      { name: 'wal', value: 'FOLDER', summary: 'the archive of the log, to go on from the copy' },
      { name: 'until', value: 'TIME', summary: 'go on to this moment and no further' },
    ],
    examples: [{ words: 'restore /mnt/backup/monday --wal /mnt/wal', summary: 'the copy, and all that happened since' }],
  },
  {
    name: 'audit',
    summary: 'what operators did',
    forms: [{ words: 'audit [--limit 50] [--json]', summary: 'what operators did, and whether the record of it is whole' }],
    options: [{ name: 'limit', value: 'COUNT', summary: 'how many entries; 50 unless told' }],
    examples: [{ words: 'audit --limit 10', summary: 'the newest ten; the exit status is 1 when the record was touched' }],
  },
  { name: 'serve', summary: 'one of several API processes', forms: [], options: [], examples: [], hidden: true },
  { name: 'alone', summary: 'one job that takes workers down', forms: [], options: [], examples: [], hidden: true },
];

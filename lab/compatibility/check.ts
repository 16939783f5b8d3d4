// One check: a program that nobody here wrote is run against a running service.

/** The section of docs/tested-with.md. */
export type Area = 'Agents' | 'Compatibility endpoints' | 'Hosts and images' | 'Observability' | 'OpenAPI' | 'Packages' | 'Python';

/** What a check may use. Everything is removed at the end of the run. */
export interface Site {
  /** The URL of the service, without a slash at its end. It runs the API and a worker. */
  readonly url: string;
  /** A test key: results come from the sandbox. */
  readonly key: string;
  readonly liveKey: string;
  readonly adminToken: string;
  /** Starts another API process on the same database, with these settings. It ends with the run at the latest. */
  startApi(settings: Readonly<Record<string, string>>): Promise<{ readonly url: string; stop(): Promise<unknown> }>;
  /** The database of the service, on a Unix socket. */
  readonly databaseUrl: string;
  /** In the short form, checks of any size are small. */
  readonly isShort: boolean;
  /** An empty folder of this check. */
  readonly folder: string;
  /** Path of a file of a package in `lab/compatibility/tools`, such as `serpapi/package.json`. */
  tool(file: string): string;
  /** Version of a package in `lab/compatibility/tools`. */
  versionOf(name: string): string;
}

export interface CompatibilityCheck {
  /** Unique, in lower case, such as `serpapi-npm`. `--only` takes it. */
  readonly name: string;
  readonly area: Area;
  /** As its makers write it, such as `serpapi (npm)`. */
  readonly tool: string;
  /** What is run, in a few words. */
  readonly what: string;
  /** Part of the short form, which `npm test` runs: it needs no tool that has to be installed first. */
  readonly short?: true;
  /** Returns the version that ran, and a remark if the user must know something. Throws if anything is not as expected. */
  run(site: Site): Promise<Ran>;
}

export interface Ran {
  readonly version: string;
  /** A limit or a line that the user must add. */
  readonly remark?: string;
}

/** A program that is needed is missing on this machine. The check is reported as skipped, not as passed. */
export class Missing extends Error {}

// Commands that send one query to the sources and print the result: no account, no database, no credits.
import { loadRegions } from '../business/regions/load.ts';
import { refreshGeotargets } from '../business/regions/refresh.ts';
import { UsageProblem } from '../cli/arguments.ts';
import { askCommand } from '../cli/ask.ts';
import { keywordsCommand } from '../cli/keywords.ts';
import { regionsCommand } from '../cli/regions.ts';
import { registriesCommand } from '../cli/registries.ts';
import { searchCommand } from '../cli/search.ts';
import { technologiesCommand } from '../cli/technologies.ts';
import { whoisCommand } from '../cli/whois.ts';
import { type Config, readConfig } from '../config.ts';
import { createHttpClient } from '../platform/http.ts';
import { ListProblem } from '../platform/list-download.ts';
import { readSendPrompt, readSeoAnalysis } from '../products/ai/validate.ts';
import { type KeywordOrderParts, readKeywordRequest } from '../products/keyword/validate.ts';
import { readSerpRequest, type SerpOrderParts } from '../products/serp/validate.ts';
import { lookUpTechnologies, readTechnologiesDomain } from '../products/technologies.ts';
import { lookUpWhois, readWhoisDomain } from '../products/whois.ts';
import { refreshBootstrap } from '../sources/registries/refresh.ts';
import { bootstrapFile, dataFolder } from './installation.ts';
import { jobTable } from './jobs.ts';
import { ONE_OFF_ACCOUNT } from './one-off-account.ts';
import { configuredResolver } from './resolver.ts';
import { createSourceAccess, OPERATOR_POLICY, PAGE_POLICY, type SourceAccess } from './source-access.ts';

export type Print = (text: string) => void;
type ReadParts = SerpOrderParts & KeywordOrderParts & Pick<SourceAccess, 'hasModel'>;

/** Opens the source access and the parts that validate a request, and closes them afterwards. */
async function withWorld<T>(run: (sourceAccess: SourceAccess, config: Config, parts: ReadParts) => Promise<T>): Promise<T> {
  const config = readConfig();
  const sourceAccess = await createSourceAccess(config);
  const parts = {
    ...sourceAccess,
    regions: loadRegions(undefined, dataFolder(config)),
    prices: config.PRICES,
    guard: PAGE_POLICY,
    pageGuard: PAGE_POLICY,
    callbackFormat: config.CALLBACK_FORMAT,
  };
  try {
    return await run(sourceAccess, config, parts);
  } finally {
    await sourceAccess.close();
  }
}

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

export const search = (words: readonly string[], print: Print): Promise<number> =>
  withWorld((sourceAccess, config, parts) => {
    sourceAccess.prepareReplay();
    return searchCommand(words, {
      request: (fields, mode) => readSerpRequest(fields, { ...ONE_OFF_ACCOUNT, mode }, parts).request,
      collect: jobTable(sourceAccess, config).serp,
      print,
      log: tell,
    });
  });

export const keywords = (words: readonly string[], print: Print): Promise<number> =>
  withWorld((sourceAccess, config, parts) =>
    keywordsCommand(words, {
      request: (fields, mode) => readKeywordRequest(fields, { ...ONE_OFF_ACCOUNT, mode }, parts).request,
      collect: jobTable(sourceAccess, config).keyword,
      print,
      log: tell,
    }),
  );

export const tech = (words: readonly string[], print: Print): Promise<void> =>
  withWorld((sourceAccess) =>
    technologiesCommand(words, {
      lookUp: (domain, mode) => {
        const account = { ...ONE_OFF_ACCOUNT, mode };
        return lookUpTechnologies(readTechnologiesDomain(domain, account), account, sourceAccess);
      },
      print,
    }),
  );

export const ask = (words: readonly string[], print: Print): Promise<number> =>
  withWorld((sourceAccess, config, parts) =>
    askCommand(words, {
      request: ({ url, prompt, aiService }, mode) => {
        const account = { ...ONE_OFF_ACCOUNT, mode };
        const asked =
          url === null ? readSendPrompt({ prompt, aiService }, account, parts) : readSeoAnalysis({ url, aiService }, account, parts);
        return asked.request;
      },
      collect: jobTable(sourceAccess, config).ai,
      print,
      log: tell,
    }),
  );

export const whois = (words: readonly string[], print: Print): Promise<void> =>
  withWorld((sourceAccess) =>
    whoisCommand(words, {
      lookUp: (domain, source, mode) => {
        const account = { ...ONE_OFF_ACCOUNT, mode };
        return lookUpWhois(readWhoisDomain(domain, account), source, account, sourceAccess);
      },
      print,
    }),
  );

/** The URL is the operator's setting, so it may point into their network. */
export async function regions(words: readonly string[], print: Print): Promise<void> {
  const config = readConfig();
  const dataDir = dataFolder(config);
  const { resolveFromSettings: resolve } = configuredResolver(config);
  const client = createHttpClient({ policy: OPERATOR_POLICY, resolve, connectionsPerHost: 1, connectMsMax: 5000 });
  try {
    await regionsCommand(words, {
      dataDir,
      refresh: (onProgress) => refreshGeotargets(client, config.GEOTARGETS_URL, dataDir, { onProgress }),
      print,
      log: tell,
    });
  } catch (error) {
    if (error instanceof ListProblem) throw new UsageProblem(error.message, { cause: error });
    throw error;
  } finally {
    await client.close();
  }
}

/** The URL of the table is the operator's setting, so it may point into their network. */
export async function registries(words: readonly string[], print: Print): Promise<void> {
  const config = readConfig();
  const { resolveFromSettings: resolve } = configuredResolver(config);
  const client = createHttpClient({ policy: OPERATOR_POLICY, resolve, connectionsPerHost: 1, connectMsMax: 5000 });
  try {
    await registriesCommand(words, {
      refresh: async () => ({ ...(await refreshBootstrap(client, config.RDAP_BOOTSTRAP_URL, bootstrapFile(config))) }),
      print,
    });
  } catch (error) {
    if (error instanceof ListProblem) throw new UsageProblem(error.message, { cause: error });
    throw error;
  } finally {
    await client.close();
  }
}

// Finds the client settings of a YouTube page, which the request for the next page must repeat.

import type { PageRequest } from '../../adapter.ts';
import { urlOf } from '../../urls.ts';
import { below, type JsonObject, listBelow, objectBelow, parsedJson, textBelow } from './json.ts';

/** Client settings that a follow-up request must send. */
export interface Client {
  readonly name: string;
  readonly version: string;
  readonly language: string | null;
  readonly country: string | null;
  readonly key: string | null;
}

/** Maximum number of occurrences of a name that are checked for its value. */
const MENTIONS_MAX = 50;
/** A value of 100 characters in UTF-8, and its closing quote. */
const VALUE_BYTES = 401;

type ReadSetting = (name: string) => string | null;

/** Returns a function that finds settings. All of them have one beginning, and only pages have them, not JSON. */
function settingsOf(bytes: Buffer): ReadSetting {
  const isPage = /^[^{[]*</.test(bytes.toString('latin1', 0, 200));
  const first = isPage ? bytes.indexOf('"INNERTUBE_') : -1;
  return (name) => {
    const key = `"${name}":"`;
    let at = first < 0 ? -1 : bytes.indexOf(key, first);
    for (let mentions = 0; at >= 0 && mentions < MENTIONS_MAX; mentions++, at = bytes.indexOf(key, at + key.length)) {
      const from = at + key.length;
      const value = /^([^"\\]{1,100})"/.exec(bytes.toString('utf8', from, from + VALUE_BYTES))?.[1];
      if (value !== undefined) return value;
    }
    return null;
  };
}

/** Returns the client settings: from the request, from the page, or from the tracking parameters of the response. */
export function clientOf(request: PageRequest, bytes: Buffer, data: JsonObject): Client | null {
  const asked = objectBelow(parsedJson(request.body ?? null), 'context', 'client');
  const setting = settingsOf(bytes);
  const tracking = new Map<unknown, string | null>();
  for (const service of listBelow(data, 'responseContext', 'serviceTrackingParams')) {
    for (const parameter of listBelow(service, 'params')) tracking.set(below(parameter, 'key'), textBelow(parameter, 'value'));
  }
  const version =
    textBelow(asked, 'clientVersion') ??
    setting('INNERTUBE_CONTEXT_CLIENT_VERSION') ??
    setting('INNERTUBE_CLIENT_VERSION') ??
    tracking.get('cver');
  if (!version) return null;
  return {
    name: textBelow(asked, 'clientName') ?? setting('INNERTUBE_CLIENT_NAME') ?? tracking.get('c') ?? 'WEB',
    version,
    language: textBelow(asked, 'hl') ?? setting('INNERTUBE_CONTEXT_HL'),
    country: textBelow(asked, 'gl') ?? setting('INNERTUBE_CONTEXT_GL'),
    key: setting('INNERTUBE_API_KEY') ?? keyOf(request.url),
  };
}

function keyOf(url: string): string | null {
  try {
    return urlOf(url).searchParams.get('key');
  } catch {
    return null;
  }
}

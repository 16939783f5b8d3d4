// Compares URLs as people do: scheme, `www.`, trailing slash and fragment do not matter.
import { addressOf } from '../history/domains.ts';

/** `targetUrl` of a keyword may have no scheme. */
const textOf = (url: string): string => {
  const address = addressOf(/^[a-z]+:\/\//i.test(url) ? url : `https://${url}`);
  return address ? address.host + address.path + address.query : url;
};

export const isSamePage = (a: string, b: string): boolean => a === b || textOf(a) === textOf(b);

// How a customer's own URL parameters and cookies are written on the wire, and how long they may be there.

/** Browsers store no longer cookie. */
export const COOKIE_BYTES_MAX = 4096;
/** Web servers commonly take 8 KiB for the request line and for one header; the engine's own part needs some of it. */
export const WIRE_BYTES_MAX = 7168;

/**
 * What RFC 6265 allows in no cookie, written as `encodeURIComponent` writes it: UTF-8, each byte as `%XX`. Percent signs stay as they are, so that a
 * value copied from a browser arrives unchanged.
 */
const NOT_IN_VALUES = /[^\u0021-\u007e]|[",;\\]/gu;
const NOT_IN_NAMES = /[^\u0021-\u007e]|[",;\\=]/gu;

/** One pair of a Cookie header, in ASCII. */
export const cookiePair = (name: string, value: string): string =>
  `${name.replace(NOT_IN_NAMES, encodeURIComponent)}=${value.replace(NOT_IN_VALUES, encodeURIComponent)}`;

/** One pair of a query string, as forms of web pages send it. */
export const queryPair = (name: string, value: string): string => new URLSearchParams([[name, value]]).toString();

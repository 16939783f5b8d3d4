// Encoding and size limits of custom URL parameters and cookies.

/** Browsers do not store longer cookies. */
export const COOKIE_BYTES_MAX = 4096;
/** Web servers commonly accept 8 KiB for the request line and for one header. The engine's parameters need the rest. */
export const WIRE_BYTES_MAX = 7168;

/**
 * Characters that RFC 6265 forbids in cookies. They are sent as `encodeURIComponent` writes them: UTF-8, each byte as
 * `%XX`. Percent signs stay, so that a value copied from a browser arrives unchanged.
 */
const NOT_IN_VALUES = /[^\u0021-\u007e]|[",;\\]/gu;
const NOT_IN_NAMES = /[^\u0021-\u007e]|[",;\\=]/gu;

/** Returns one pair of a Cookie header, in ASCII. */
export const cookiePair = (name: string, value: string): string =>
  `${name.replace(NOT_IN_NAMES, encodeURIComponent)}=${value.replace(NOT_IN_VALUES, encodeURIComponent)}`;

/** Returns one pair of a query string, encoded as HTML forms encode it. */
export const queryPair = (name: string, value: string): string => new URLSearchParams([[name, value]]).toString();

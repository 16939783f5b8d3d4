// The mark that YouTube writes into results: the id of the response, in the token that tracks clicks.
import type { ListMark } from '../../page/list-marks.ts';
import { type JsonObject, textBelow } from './json.ts';

/** In the token, the id follows the number of its field and its length. */
const ID_LENGTH = 19;
const BEFORE_ID = Buffer.from([0x22, ID_LENGTH, 0x08]);
const TOKEN_LENGTH_MAX = 500;

export function markOf(value: JsonObject): ListMark {
  const token = textBelow(value, 'trackingParams');
  if (token === null || token.length > TOKEN_LENGTH_MAX) return {};
  const bytes = Buffer.from(token.replaceAll('%3D', ''), 'base64');
  const from = bytes.indexOf(BEFORE_ID) + 2;
  return from < 2 ? {} : { response: bytes.toString('latin1', from, from + ID_LENGTH) };
}

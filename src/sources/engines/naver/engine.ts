// Parses Naver's integrated page and continues with its web documents.
import type { Engine } from '../../serp.ts';
import { readPage, requestFor, searchTraits } from './search.ts';

export const naver: Engine = {
  name: 'naver',
  // The first page has about ten results of several kinds, each later one fifteen web documents.
  traits: searchTraits(10),
  start: (query) => requestFor(query, { start: null, page: null }),
  parse: readPage,
};

// Parses Naver's tab of web documents.
import type { Engine } from '../../serp.ts';
import { readPage, requestFor, searchTraits } from '../naver/search.ts';

export const naverwebdocs: Engine = {
  name: 'naverwebdocs',
  traits: searchTraits(15),
  start: (query) => requestFor(query, { start: 1, page: null }),
  parse: readPage,
};

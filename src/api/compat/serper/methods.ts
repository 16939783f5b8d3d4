// Serper's methods: the engine behind each, and the name of its list.
import type { EngineName } from '../../../contract/vocabulary.ts';

export interface Method {
  readonly name: string;
  readonly engine: EngineName;
  readonly list: string;
}

/** Videos come from YouTube, because there is no engine for Google's video tab. */
const LIST: readonly Method[] = [
  { name: 'search', engine: 'google', list: 'organic' },
  { name: 'images', engine: 'googleimages', list: 'images' },
  { name: 'news', engine: 'googlenews', list: 'news' },
  { name: 'videos', engine: 'youtube', list: 'videos' },
  { name: 'places', engine: 'googlelocal', list: 'places' },
  { name: 'maps', engine: 'googlelocal', list: 'places' },
];
export const METHODS: readonly Method[] = LIST;
/** The method that fetches one page. */
export const WEBPAGE = 'webpage';
/** Methods of the provider for which there is no engine. */
export const UNSUPPORTED: readonly string[] = ['shopping', 'scholar', 'patents', 'autocomplete', 'reviews', 'lens'];

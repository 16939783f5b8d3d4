// Parses Daum's tab of web documents.
import { daumEngine } from '../daum/search.ts';

export const daumweb = daumEngine('daumweb', 'web');

// Parses Daum's tab of registered sites.
import { daumEngine } from '../daum/search.ts';

export const daumsite = daumEngine('daumsite', 'site');

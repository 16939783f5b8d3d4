// The charts of the page "Quality".
import type { Chart } from '../service/history.tsx';
import { shareByKey } from '../service/series-lines.ts';

/** Sums of the quality and the agreement are in thousandths. */
const HUNDREDTHS = 0.1;

export const QUALITY_CHARTS: readonly Chart[] = [
  {
    title: 'Mean quality by source',
    series: 'quality',
    mode: 'live',
    lines: shareByKey('sumThousandths', 'pages', HUNDREDTHS, 'live'),
    unit: '%',
  },
  { title: 'Low quality by source', series: 'quality', mode: 'live', lines: shareByKey('low', 'pages', 100, 'live'), unit: '%' },
  { title: 'Agreement of sources', series: 'agreement', lines: shareByKey('agreementThousandths', 'pairs', HUNDREDTHS), unit: '%' },
  { title: 'Requested results found', series: 'parsing', mode: 'live', lines: shareByKey('found', 'requested', 100, 'live'), unit: '%' },
];

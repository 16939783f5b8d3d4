// The quality of a finished job, for metrics and time series.
import type { Job, JobEnd } from '../../../contract/order.ts';
import { QUALITY_LOW } from '../../../contract/quality.ts';

export interface RecordedQuality {
  readonly engine: string;
  readonly source: string;
  readonly quality: number;
}

const QUALITY_HIGH = 0.9;

/** Null for anything but a SERP that was collected for this job and has a quality. */
export function qualityIn(job: Job, end: JobEnd): RecordedQuality | null {
  if (job.kind !== 'serp' || end.outcome !== 'done' || end.detail?.reused) return null;
  const { engine, quality } = end.detail as { engine?: string; quality?: number | null };
  const source = end.attempts.at(-1)?.source;
  return engine !== undefined && source !== undefined && typeof quality === 'number' ? { engine, source, quality } : null;
}

export const qualityLevel = (quality: number): 'low' | 'medium' | 'high' =>
  quality < QUALITY_LOW ? 'low' : quality < QUALITY_HIGH ? 'medium' : 'high';

// The report of a page analysis: scores, issues by severity, and recommendations.
import type { PageFacts } from './page-facts.ts';
import { pathOf } from './paths.ts';

export type Severity = 'high' | 'medium' | 'low';

/** The `response` of a page analysis. */
export interface AnalysisResponse {
  readonly url: string;
  readonly score: number | null;
  readonly summary: string;
  readonly categories: readonly { readonly name: string; readonly score: number | null; readonly findings: readonly string[] }[];
  readonly issues: readonly {
    readonly severity: string;
    readonly category: string;
    readonly message: string;
    readonly recommendation: string | null;
  }[];
  readonly recommendations: readonly string[];
  readonly keywords: readonly string[];
  readonly facts?: PageFacts | null;
  /** The answer as the model wrote it. */
  readonly text?: string;
  readonly model?: string | null;
}

export interface ReportIssue {
  readonly severity: Severity;
  readonly category: string;
  readonly message: string;
  readonly recommendation: string | null;
  readonly path: string;
}

export interface ScoreLevel {
  readonly label: string;
  readonly tone: 'good' | 'wait' | 'bad';
}

const SEVERITIES: readonly Severity[] = ['high', 'medium', 'low'];
/** The thresholds of Lighthouse, which most readers know. */
const GOOD_MIN = 90;
const FAIR_MIN = 50;

export function scoreLevel(score: number): ScoreLevel {
  if (score >= GOOD_MIN) return { label: 'Good', tone: 'good' };
  return score >= FAIR_MIN ? { label: 'Needs improvement', tone: 'wait' } : { label: 'Poor', tone: 'bad' };
}

/** Returns the issues with the most severe first. Equal ones stay in the order of the model. */
export function issuesBySeverity(response: AnalysisResponse): ReportIssue[] {
  return (response.issues ?? [])
    .map((issue, index) => ({ ...issue, severity: severityOf(issue.severity), path: pathOf('issues', index) }))
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

const severityOf = (text: string): Severity => SEVERITIES.find((severity) => severity === text) ?? 'medium';

/** Returns whether the model’s answer could be read as a report. */
export const isReport = ({ score, summary, categories, issues }: AnalysisResponse): boolean =>
  (typeof score === 'number' || Boolean(summary)) && Array.isArray(categories) && Array.isArray(issues);

const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z]+)+$/;

/** `onPage` becomes "On page". Models write names of categories in many ways. */
export function categoryLabel(name: string): string {
  const words = CAMEL_CASE.test(name) ? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : name.replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

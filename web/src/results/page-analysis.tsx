// The analysis of a page as a scored report.
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { ExternalLink } from './external-link.tsx';
import { type Assessment, factRows } from './page-facts.ts';
import { pathOf, resultOf } from './paths.ts';
import { type AnalysisResponse, categoryLabel, isReport, issuesBySeverity, type ReportIssue, type Severity } from './report.ts';
import { ScoreMeter, ScoreRing } from './score.tsx';
import '../style/result-other.css';

const SEVERITY: Readonly<Record<Severity, readonly [label: string, tone: string]>> = {
  high: ['High', 'bad'],
  medium: ['Medium', 'wait'],
  low: ['Low', 'note'],
};
const ASSESSMENT: Readonly<Record<Assessment, readonly [label: string, tone: string]>> = {
  ok: ['OK', 'good'],
  check: ['Check', 'wait'],
  problem: ['Problem', 'bad'],
};

export function PageAnalysis({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const response = resultOf(data) as unknown as AnalysisResponse;
  if (!isReport(response)) return <NoReport response={response} />;
  return (
    <article class="stacked report" aria-label={`Analysis of ${response.url}`}>
      <div class="report-score">
        <div class="score" data-path="score">
          <ScoreRing score={response.score} />
        </div>
        <div>
          <h3 class="break" data-path="url">
            <ExternalLink url={response.url}>{response.url}</ExternalLink>
          </h3>
          <p data-path="summary">{response.summary}</p>
          {response.model && <p class="tiny muted">Analysed by {response.model}</p>}
        </div>
      </div>
      <Categories response={response} />
      <Issues issues={issuesBySeverity(response)} />
      <Recommendations texts={response.recommendations ?? []} />
      <Topics words={response.keywords ?? []} />
      <Facts response={response} />
    </article>
  );
}

function Categories({ response }: { readonly response: AnalysisResponse }) {
  if (response.categories.length === 0) return null;
  return (
    <div class="report-parts">
      {response.categories.map(({ name, score, findings }, index) => (
        <section key={index} class="report-part" data-path={pathOf('categories', index)}>
          <h3>{categoryLabel(name)}</h3>
          <div data-path={pathOf('categories', index, 'score')}>
            <ScoreMeter score={score} />
          </div>
          <ul class="bullets">
            {findings.map((finding, at) => (
              <li key={at} data-path={pathOf('categories', index, 'findings', at)}>
                {finding}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Issues({ issues }: { readonly issues: readonly ReportIssue[] }) {
  if (issues.length === 0) return <p>The analysis found no issues.</p>;
  return (
    <section>
      <h3>Issues</h3>
      <ul class="issues">
        {issues.map(({ severity, category, message, recommendation, path }) => (
          <li key={path} data-path={path}>
            <p class="row">
              <Badge value={`${SEVERITY[severity][0]} severity`} tone={SEVERITY[severity][1]} />
              <span class="tiny muted">{categoryLabel(category)}</span>
            </p>
            <p>
              <strong>{message}</strong>
            </p>
            {recommendation && <p>{recommendation}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recommendations({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section>
      <h3>Recommendations, most important first</h3>
      <ol class="numbered">
        {texts.map((text, index) => (
          <li key={index} data-path={pathOf('recommendations', index)}>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Topics({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <section>
      <h3>Topics of the page</h3>
      <p class="row">
        {words.map((word, index) => (
          <span key={index} class="badge" data-path={pathOf('keywords', index)}>
            {word}
          </span>
        ))}
      </p>
    </section>
  );
}

function Facts({ response: { facts } }: { readonly response: AnalysisResponse }) {
  if (!facts) return null;
  return (
    <section>
      <h3>Measured on the page</h3>
      <Table
        caption="Measured on the page"
        rows={factRows(facts)}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Check', show: ({ name, path }) => <span data-path={path}>{name}</span> },
          { name: 'Value', kind: 'break', show: ({ value, path }) => <span data-path={path}>{value}</span> },
          {
            name: 'Assessment',
            show: ({ assessment, note }) => (
              <>
                {assessment && <Badge value={ASSESSMENT[assessment][0]} tone={ASSESSMENT[assessment][1]} />}{' '}
                {note && <span class="tiny muted">{note}</span>}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

/** The model did not follow the schema. Its answer is still shown, because it was charged. */
function NoReport({ response }: { readonly response: AnalysisResponse }) {
  return (
    <div class="stacked">
      <Empty title="No report">
        <p>The model’s answer is not a report. Send the request again, or choose another AI service.</p>
      </Empty>
      {response.text && (
        <p class="prose" data-path="text">
          {response.text}
        </p>
      )}
    </div>
  );
}

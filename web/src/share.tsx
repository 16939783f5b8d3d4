// The page of a share link: reads the report as JSON from its own URL and shows it without a key.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asProblem, Problem } from './api.ts';
import { absoluteTime } from './format.ts';
import mark from './mark.svg';
import { Page } from './parts/page.tsx';
import { Loading, ProblemNotice } from './parts/status.tsx';
import './style/base.css';
import './style/layout.css';
import './style/parts.css';
import './style/data.css';
import './style/tables.css';
import './style/tracking.css';
import { ReportView } from './tracking/report-view.tsx';
import type { ShareReport } from './tracking/types.ts';

const GONE = new Problem(404, 'This report does not exist, or its link has expired or was revoked.', 'Ask for a new link.');

/** No credential is sent: the token in the URL is all that a reader needs. */
async function read(): Promise<ShareReport> {
  const response = await fetch(location.pathname, { headers: { accept: 'application/json' }, credentials: 'omit' });
  if (response.status === 404) throw GONE;
  if (!response.ok) throw new Problem(response.status, 'The report could not be read.', 'Try again in a minute.');
  return (await response.json()) as ShareReport;
}

function SharedReport() {
  const [report, setReport] = useState<ShareReport | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    read().then(setReport, (error) => setProblem(asProblem(error)));
  }, []);
  const print = report && (
    <button type="button" class="button small no-print" onClick={() => window.print()}>
      Print
    </button>
  );
  return (
    <main class="shared">
      <Page title={report?.title ?? 'Rank report'} actions={print}>
        {problem && <ProblemNotice problem={problem} />}
        {!report && !problem && <Loading what="Loading the report" />}
        {report && <ReportView report={report} />}
      </Page>
      <footer class="row tiny muted">
        <img src={mark} alt="" width="18" height="18" />
        <span>Made with Sextant.{report?.expiresAt && ` This link works until ${absoluteTime(report.expiresAt)}.`}</span>
      </footer>
    </main>
  );
}

render(<SharedReport />, document.getElementById('app')!);

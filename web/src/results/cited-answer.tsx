// One AI answer: its text with numbered citations, its sources and related questions.
import { counted } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import type { Answer, CitedSource, Line } from './answers.ts';
import { ExternalLink } from './external-link.tsx';
import { shortHost } from './links.ts';
import { Markdown } from './markdown.tsx';
import '../style/result-answer.css';

export function CitedAnswer({ answer }: { readonly answer: Answer }) {
  const { name, model, title, sections, sources, searchQueries, relatedQuestions, path } = answer;
  return (
    <section class="cited-answer" aria-label={name} data-path={path || undefined}>
      <p class="row tiny muted">
        <Badge value={name} tone="note" />
        {model && <span>{model}</span>}
        {sources.length > 0 && <span>{counted(sources.length, 'source')}</span>}
      </p>
      {title && <h3>{title}</h3>}
      <div class="cited-text">
        {sections.map((section) => (
          <Markdown key={section.path} text={section.markdown} sources={sources} cites={section.cites} path={section.path} />
        ))}
      </div>
      {sources.length > 0 && <SourceList sources={sources} />}
      <Lines title="Related questions" lines={relatedQuestions} />
      <Lines title="Searches by the model" lines={searchQueries} />
    </section>
  );
}

function SourceList({ sources }: { readonly sources: readonly CitedSource[] }) {
  return (
    <>
      <h3>Sources</h3>
      <ol class="source-list">
        {sources.map(({ number, title, url, domain, snippet, path }) => (
          <li key={number} data-path={path}>
            <span class="source-number" aria-hidden="true">
              {number}
            </span>
            <div>
              <ExternalLink url={url}>{title}</ExternalLink>
              {domain !== title && <p class="tiny muted">{shortHost(domain)}</p>}
              {snippet && <p class="tiny source-snippet">{snippet}</p>}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="bullets">
        {lines.map(({ text, path }) => (
          <li key={path} data-path={path}>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

// Answers above the results: featured snippets, answer boxes and answers of an AI.
import type { AnswerItem } from '../../../../src/contract/items.ts';
import { featureLabelOf } from '../../labels.ts';
import { answerOfItem, isAiAnswer } from '../answers.ts';
import { CitedAnswer } from '../cited-answer.tsx';
import { Markdown } from '../markdown.tsx';
import { Picture } from '../pictures.tsx';
import type { Entry } from './layout.ts';
import { AnswerTable, Bullets, ResultLink } from './parts.tsx';

export function Answers({ entries }: { readonly entries: readonly Entry<'answers'>[] }) {
  return (
    <>
      {entries.map(({ path, item }) =>
        isAiAnswer(item) ? <CitedAnswer key={path} answer={answerOfItem(item, path)} /> : <AnswerBox key={path} path={path} item={item} />,
      )}
    </>
  );
}

function AnswerBox({ path, item }: { readonly path: string; readonly item: AnswerItem }) {
  const picture = item.images[0];
  return (
    <section class="answer-box" data-path={path} aria-label={featureLabelOf(item.type)}>
      <p class="tiny muted">{featureLabelOf(item.type)}</p>
      <div class={picture ? 'pictured' : ''}>
        <div class="answer-text">
          {item.title && item.title !== item.text && <h3>{item.title}</h3>}
          {item.markdown ? <Markdown text={item.markdown} path={`${path}.markdown`} /> : item.text && <p class="prose">{item.text}</p>}
          <Bullets lines={item.list} />
          <AnswerTable table={item.table} caption={item.title ?? featureLabelOf(item.type)} />
        </div>
        {picture && <Picture url={picture.url} alt={picture.alt ?? ''} width={128} height={96} />}
      </div>
      {item.url && (
        <p class="tiny">
          <ResultLink url={item.url}>{item.displayUrl ?? item.domain ?? item.url}</ResultLink>
        </p>
      )}
      <RelatedQuestions questions={item.relatedQuestions} />
    </section>
  );
}

function RelatedQuestions({ questions }: { readonly questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return (
    <div class="related">
      <p class="tiny muted">Related questions</p>
      <ul>
        {questions.map((question, index) => (
          <li key={index}>{question}</li>
        ))}
      </ul>
    </div>
  );
}

/** People also ask. */
export function Questions({ entries }: { readonly entries: readonly Entry<'paa'>[] }) {
  return (
    <section class="tiles questions" aria-label="People also ask">
      <h3>People also ask</h3>
      {entries.map(({ path, item }) => (
        <details key={path} data-path={path}>
          <summary>{item.question}</summary>
          <div class="answer-text">
            {item.title && item.title !== item.question && <strong>{item.title}</strong>}
            {item.answer && <p class="prose">{item.answer}</p>}
            <Bullets lines={item.list} />
            <AnswerTable table={item.table} caption={item.question} />
            {item.url && (
              <p class="tiny">
                <ResultLink url={item.url}>{item.displayUrl ?? item.domain ?? item.url}</ResultLink>
                {item.date && <span class="muted"> · {item.date}</span>}
              </p>
            )}
            {!item.answer && item.list.length === 0 && !item.table && !item.url && (
              <p class="tiny muted">The engine loads this answer only when a visitor opens it.</p>
            )}
          </div>
        </details>
      ))}
    </section>
  );
}

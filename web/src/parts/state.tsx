// What a page shows while it waits, when there is nothing, and when something went wrong.
import type { ComponentChildren } from 'preact';
import type { Answer } from '../answer.ts';
import type { Problem } from '../api.ts';

export function Loading({ what = 'Loading' }: { readonly what?: string }) {
  return (
    <div class="loading" role="status">
      <i />
      <i />
      <i />
      <span class="seen-not">{what} …</span>
    </div>
  );
}

export function ProblemNotice({ problem, retry }: { readonly problem: Problem; readonly retry?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p>
        {problem.code > 0 && <strong>{problem.code} </strong>}
        {problem.message}
      </p>
      {problem.solution && <p class="muted">{problem.solution}</p>}
      {retry && (
        <p>
          <button type="button" class="button small" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** The three states of an answer around what is made of it. */
export function Shown<T>({ answer, children }: { readonly answer: Answer<T>; readonly children: (data: T) => ComponentChildren }) {
  const { data, problem, loading, reload } = answer;
  if (problem && data === null) return <ProblemNotice problem={problem} retry={reload} />;
  if (data === null) return loading ? <Loading /> : null;
  return (
    <>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {children(data)}
    </>
  );
}

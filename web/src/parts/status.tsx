// Placeholders for loading, empty and failed content.
import type { ComponentChildren } from 'preact';
import type { Problem } from '../api.ts';
import type { ApiState } from '../use-api.ts';

export function Loading({ what = 'Loading' }: { readonly what?: string }) {
  return (
    <div class="loading" role="status">
      <i />
      <i />
      <i />
      <span class="visually-hidden">{what}…</span>
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

/** Renders its children with the data of an API call. Shows a placeholder or the problem until there is data. */
export function WhenLoaded<T>({ from, children }: { readonly from: ApiState<T>; readonly children: (data: T) => ComponentChildren }) {
  const { data, problem, loading, reload } = from;
  if (problem && data === null) return <ProblemNotice problem={problem} retry={reload} />;
  if (data === null) return loading ? <Loading /> : null;
  return (
    <>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {children(data)}
    </>
  );
}

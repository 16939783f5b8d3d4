// A button for an action that costs credits: the first click asks for the price, the second one pays it.
import { useAction } from '../admin/use-action.ts';
import { call } from '../api.ts';
import { credits } from '../format.ts';
import { ProblemNotice } from '../parts/status.tsx';

export function PricedButton(props: {
  readonly label: string;
  /** `confirm` and the price are the label of the second click. */
  readonly confirm: string;
  readonly done: string;
  readonly path: string;
  readonly disabled?: boolean;
  readonly onDone?: () => void;
}) {
  const { label, confirm, done, path, disabled = false, onDone } = props;
  const { busy, result, problem, run } = useAction<{ readonly cost: number; readonly isPaid: boolean }>();
  const ask = () =>
    run(async () => ({ ...(await call<{ cost: number }>(path, { method: 'POST', body: { dryRun: true } })), isPaid: false }));
  const pay = (cost: number) =>
    run(async () => {
      await call(path, { method: 'POST', body: {} });
      onDone?.();
      return { cost, isPaid: true };
    });
  return (
    <>
      {result && !result.isPaid ? (
        <button type="button" class="button small primary" disabled={busy} onClick={() => pay(result.cost)}>
          {confirm} for {credits(result.cost)}
        </button>
      ) : (
        <button type="button" class="button small" disabled={busy || disabled} onClick={ask}>
          {label}
        </button>
      )}
      {result?.isPaid && <span role="status">{done}</span>}
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}

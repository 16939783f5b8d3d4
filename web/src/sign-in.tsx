// Signing in: a key or a token is tried before it is kept.
import { useState } from 'preact/hooks';
import { asProblem, call, Problem } from './api.ts';
import mark from './mark.svg';
import { TextField } from './parts/field.tsx';
import { ProblemNotice } from './parts/state.tsx';
import { isKey, signIn } from './session.ts';

/** Answers only when the service knows the credential. */
async function tryCredential(text: string): Promise<void> {
  try {
    if (isKey(text)) await call('/heartbeat', { credential: text });
    else await call('/admin/audit?limit=1', { credential: text });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.code === 404) throw elsewhere(isKey(text));
    throw problem;
  }
}

/** With a listener of its own the operator's interface does not exist for customers, and theirs does not exist there. */
const elsewhere = (key: boolean): Problem =>
  key
    ? new Problem(
        404,
        'This is the operator’s own address (ADMIN_PORT); API keys are not known here.',
        'Open the dashboard at the API’s address.',
      )
    : new Problem(
        404,
        'This service keeps the operator’s pages on an address of their own.',
        'Open the dashboard at ADMIN_HOST and ADMIN_PORT, by default reachable from the machine itself only.',
      );

export function SignIn() {
  return (
    <main class="gate">
      <SignInCard welcome />
    </main>
  );
}

export function SignInCard({ welcome = false }: { readonly welcome?: boolean }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const credential = text.trim();
    if (credential === '') return setProblem(new Problem(0, 'There is nothing to sign in with yet.', 'Paste a key or a token.'));
    setBusy(true);
    setProblem(null);
    try {
      await tryCredential(credential);
      signIn(isKey(credential) ? { key: credential } : { token: credential });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="card" onSubmit={submit}>
      {welcome && (
        <div>
          <span class="brand">
            <img src={mark} alt="" />
            Sextant
          </span>
          <h1 class="seen-not">Sign in to Sextant</h1>
        </div>
      )}
      <TextField
        label="API key or operator token"
        type="password"
        value={text}
        onText={setText}
        placeholder="sxt_test_…"
        help="The first start of the service printed them. They stay in this tab and are forgotten when it closes."
      />
      {problem && <ProblemNotice problem={problem} />}
      <button type="submit" class="button first" disabled={busy}>
        {busy ? 'Signing in …' : 'Sign in'}
      </button>
      {welcome && (
        <p class="tiny muted">
          A test key (<code>sxt_test_…</code>) reaches no network: a built-in test world answers, and nothing costs real credits. Without
          any key you can still read <a href="/docs">the API reference</a>.
        </p>
      )}
    </form>
  );
}

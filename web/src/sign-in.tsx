// Sign-in form. It checks the key or token before storing it.
import { useState } from 'preact/hooks';
import { asProblem, call, Problem } from './api.ts';
import mark from './mark.svg';
import { TextField } from './parts/field.tsx';
import { ProblemNotice } from './parts/status.tsx';
import { isKey, signIn } from './session.ts';

/** Throws when the service rejects the credential. */
async function checkCredential(text: string): Promise<void> {
  try {
    if (isKey(text)) await call('/heartbeat', { credential: text });
    else await call('/admin/audit?limit=1', { credential: text });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.code === 404) throw wrongListener(isKey(text));
    throw problem;
  }
}

/** With ADMIN_PORT, the admin API and the customer API have separate listeners. */
const wrongListener = (key: boolean): Problem =>
  key
    ? new Problem(404, 'This is the admin listener (ADMIN_PORT). It does not accept API keys.', 'Open the dashboard at the URL of the API.')
    : new Problem(
        404,
        'This service has a separate admin listener.',
        'Open the dashboard at ADMIN_HOST and ADMIN_PORT. By default it is reachable from the server itself only.',
      );

export function SignIn() {
  return (
    <main class="sign-in">
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
    if (credential === '') return setProblem(new Problem(0, 'The field is empty.', 'Enter an API key or an admin token.'));
    setBusy(true);
    setProblem(null);
    try {
      await checkCredential(credential);
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
          <h1 class="visually-hidden">Sign in to Sextant</h1>
        </div>
      )}
      <TextField
        label="API key or admin token"
        type="password"
        value={text}
        onText={setText}
        placeholder="sxt_test_…"
        help="The service printed both on its first start. They are stored in this tab only, until you close it."
      />
      {problem && <ProblemNotice problem={problem} />}
      <button type="submit" class="button primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      {welcome && (
        <p class="tiny muted">
          With a test key (<code>sxt_test_…</code>) the built-in sandbox answers: no network access, no live credits. You can read the{' '}
          <a href="/docs">API reference</a> without a key.
        </p>
      )}
    </form>
  );
}

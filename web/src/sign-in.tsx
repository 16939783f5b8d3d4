// Sign-in form. It checks the key or token before storing it.
import { useState } from 'preact/hooks';
import { asProblem, call, Problem } from './api.ts';
import { BASE_PATH } from './base-path.ts';
import mark from './mark.svg';
import { CopyButton } from './parts/code.tsx';
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
    if (REJECTED.test(problem.message)) throw rejected(problem.code, isKey(text));
    throw problem;
  }
}

/** Messages of the API for a credential that it does not know. Others, such as missing scopes, explain themselves. */
const REJECTED = /^Bad (?:API key|admin token)/;
/** The API explains headers to programs. A person needs to know what to type. */
const rejected = (code: number, key: boolean): Problem =>
  key
    ? new Problem(code, 'This key is wrong, expired or revoked.', 'Copy the whole key, from sxt_ to its last character, and try again.')
    : new Problem(
        code,
        'This admin token is wrong or was revoked.',
        'Copy the whole token and try again. API keys begin with sxt_live_ or sxt_test_.',
      );

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
          <h1>Sign in with the key printed at start</h1>
        </div>
      )}
      <TextField
        label="API key or admin token"
        type="password"
        value={text}
        onText={setText}
        placeholder="sxt_test_…"
        help="The first start prints a test key, a live key and an admin token. What you enter is stored in this tab only, until you close it."
      />
      {problem && <ProblemNotice problem={problem} />}
      <button type="submit" class="button primary" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      {welcome && <Help />}
    </form>
  );
}

const NEW_KEY = 'sextant key create 1 --mode test';

function Help() {
  return (
    <>
      <p class="tiny muted">
        New here? Use the test key (<code>sxt_test_…</code>). The built-in sandbox answers it: no network access, no live credits.
      </p>
      <details class="tiny">
        <summary>I do not have the key any more</summary>
        <div class="stacked">
          <p>Keys are shown only once. Run this on the server to print a new test key for account 1:</p>
          <div class="row">
            <code>{NEW_KEY}</code>
            <CopyButton text={() => NEW_KEY} label="Copy command" />
          </div>
          <p>
            The admin token is <code>adminToken</code> in <code>secrets.json</code> of the data folder, or the value of{' '}
            <code>ADMIN_TOKEN</code>.
          </p>
        </div>
      </details>
      <p class="tiny muted">
        You can read the <a href={`${BASE_PATH}/docs/guide`}>guide</a> and the <a href={`${BASE_PATH}/docs`}>API reference</a> without a
        key.
      </p>
    </>
  );
}

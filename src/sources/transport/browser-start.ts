// Starts a local Chromium, or joins one that already runs, and knows how to end it for certain.
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { unreachable } from '../adapter.ts';

export type Playwright = Pick<typeof import('playwright-core'), 'chromium'>;

export interface RunningBrowser {
  readonly browser: Browser;
  /** Ends the process with everything it started, or lets go of a browser that is not ours. Never throws. */
  end(): Promise<void>;
}

const START_MS_MAX = 20_000;
const END_MS_MAX = 5000;

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Scripts could otherwise send datagrams past the proxy that guards every connection.
  '--force-webrtc-ip-handling-policy',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // A page that eats memory loses its own process, not the machine.
  '--js-flags=--max-old-space-size=512',
];

/** Is it a browser that runs already, by the address of its debugging protocol? */
export const isJoined = (browser: string): boolean => /^(?:wss?|https?):\/\//.test(browser);

export async function startBrowser(playwright: Playwright, browser: string): Promise<RunningBrowser> {
  return isJoined(browser) ? join(playwright, browser) : launch(playwright, browser);
}

async function join(playwright: Playwright, address: string): Promise<RunningBrowser> {
  try {
    const browser = await playwright.chromium.connectOverCDP(address, { timeout: START_MS_MAX });
    return { browser, end: async () => void (await within(END_MS_MAX, browser.close())) };
  } catch {
    // The address may hold a token, and so may the error that names it.
    throw unreachable('the browser’s address does not answer');
  }
}

async function launch(playwright: Playwright, program: string): Promise<RunningBrowser> {
  // The library leaves empty folders behind when there is no such program.
  await access(program, constants.X_OK).catch((error) => {
    throw unreachable('the browser did not start', error);
  });
  const home = await mkdtemp(path.join(tmpdir(), 'sextant-browser-'));
  const clear = () => rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  let browser: Browser | undefined;
  try {
    browser = await playwright.chromium.launch({
      executablePath: program,
      headless: true,
      args: FLAGS,
      // Chromium refuses its own sandbox when it runs as root.
      chromiumSandbox: process.getuid?.() !== 0,
      // The service ends by its own rules; otherwise the library would end our process at the first signal.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Nothing of our own environment: it holds the operator's secrets.
      env: { HOME: home, TMPDIR: home, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
      timeout: START_MS_MAX,
    });
    return { browser, end: endOf(browser, await processId(browser), clear) };
  } catch (error) {
    if (browser) await within(END_MS_MAX, browser.close());
    await clear();
    throw unreachable('the browser did not start', error);
  }
}

function endOf(browser: Browser, id: number | null, clear: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await within(END_MS_MAX, browser.close());
    killGroup(id);
    await clear();
  };
  return () => (ended ??= end());
}

async function processId(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

/** The library starts the browser as leader of a process group, so that a stuck one and its children go together. */
function killGroup(id: number | null): void {
  if (id === null || id <= 1) return;
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // It is gone already, which is the usual case.
  }
}

/** Waits for an ending, but not forever; says whether it came. An ending that fails is one as well. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const clock = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([ended, clock]);
  clearTimeout(timer);
  return inTime;
}

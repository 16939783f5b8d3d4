// Starts a local Chromium or connects to a running one, and ends it reliably.
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { unreachable } from '../adapter.ts';

export type Playwright = Pick<typeof import('playwright-core'), 'chromium'>;

export interface RunningBrowser {
  readonly browser: Browser;
  /** Ends the process with all its children, or disconnects from a browser that is not ours. Never throws. */
  end(): Promise<void>;
}

const START_MS_MAX = 20_000;
const END_MS_MAX = 5000;

/**
 * Playwright 1.65 disables these features, and of two such flags Chromium obeys only the last one. A test compares the
 * list with Playwright's.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];
/**
 * Chromium's window interface, which is never seen. Each context opens a window, and the two lists below its address bar
 * are pages of their own: they took 0.8 s of CPU a context (seen 2026-11 in Chromium 156).
 */
const WINDOW_INTERFACE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** A renderer in reserve for the context's next site. A context opens only one page. */
const SPARE_RENDERER = ['SpareRendererForSitePerProcess'];

const FLAGS = [
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...WINDOW_INTERFACE, ...SPARE_RENDERER].join(',')}`,
  '--disable-remote-fonts',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise scripts could send UDP datagrams past the egress proxy.
  '--force-webrtc-ip-handling-policy',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // A page that uses too much memory crashes its own process, not the machine.
  '--js-flags=--max-old-space-size=512',
];

/** True for the URL of a running browser's debugging protocol. */
export const isJoined = (browser: string): boolean => /^(?:wss?|https?):\/\//.test(browser);

export async function startBrowser(playwright: Playwright, browser: string): Promise<RunningBrowser> {
  return isJoined(browser) ? join(playwright, browser) : launch(playwright, browser);
}

async function join(playwright: Playwright, address: string): Promise<RunningBrowser> {
  try {
    const browser = await playwright.chromium.connectOverCDP(address, { timeout: START_MS_MAX });
    return { browser, end: async () => void (await within(END_MS_MAX, browser.close())) };
  } catch {
    // The URL may contain a token, and so may the error.
    throw unreachable('the browser’s URL does not respond');
  }
}

async function launch(playwright: Playwright, program: string): Promise<RunningBrowser> {
  // The library leaves empty folders when the program does not exist.
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
      // Chromium's own sandbox does not work as root.
      chromiumSandbox: process.getuid?.() !== 0,
      // The service handles signals itself. Otherwise the library would end our process at the first signal.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Nothing from our environment, because it contains the operator's secrets.
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

/** The library starts the browser as the leader of a process group, so that a stuck one is killed with its children. */
function killGroup(id: number | null): void {
  if (id === null || id <= 1) return;
  try {
    process.kill(-id, 'SIGKILL');
  } catch {
    // It has already ended, which is the usual case.
  }
}

/** Waits for `work`, at most `ms`. Returns whether it ended in time, even with an error. */
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

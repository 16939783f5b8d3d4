// `npm run lab -- <instrument> [arguments]`: the instruments by name, each with its question and its arguments.

interface Instrument {
  readonly question: string;
  readonly usage: string;
  /** Resolves to the exit code. */
  readonly run: (args: string[]) => Promise<number>;
}

const INSTRUMENTS: Readonly<Record<string, Instrument>> = {
  bench: {
    question: 'How fast are the hot paths, compared with their baselines and with alternatives?',
    usage: '[case…] [--rounds=5] [--seconds=4] [--objects=1000000] [--json] [--anyway]',
    run: async (args) => (await import('./bench/run.ts')).runBench(args),
  },
  calibration: {
    question: 'Does a low quality warn of wrong pages, and does a high one vouch for right ones?',
    usage: '[--seed=1] [--engine=NAME,…] [--every=1] [--half=1|2] [--losses] [--cost] [--stale] [--json]',
    run: async (args) => (await import('./calibration/run.ts')).runCalibration(args),
  },
  chaos: {
    question: 'Does every promise hold when processes, the database and the network fail?',
    usage: '[--seed 1] [--seeds 1] [--time 60] [--profile full|short] [--mutants] [--mutant NAME] [--real-times]',
    // Killed nodes can leave handles behind that would keep this process alive.
    run: async (args) => process.exit(await (await import('./chaos/command.ts')).runChaos(args)),
  },
  'cluster-test': {
    question: 'Do several nodes add up, and is nothing lost when one of them fails?',
    usage: '[--seconds=40] [--json]',
    run: async (args) => (await import('./cluster-test/run.ts')).runNodes(args),
  },
  compatibility: {
    question: "Do the clients, agents, packages and operators' tools of other projects work with a running service?",
    usage: '[--only=NAME,…] [--write] [--json]',
    run: async (args) => (await import('./compatibility/run.ts')).runCompatibility(args),
  },
  dashboard: {
    question: 'Does every page of the dashboard load quickly and stay still, and is it small?',
    usage: '[--only VIEW,…] [--loads=3] [--screens DIR] [--dark] [--json]',
    run: async (args) => (await import('./dashboard/run.ts')).runDashboard(args),
  },
  failover: {
    question: 'Is nothing lost, and is the new primary found, when Patroni moves the database under load?',
    usage: '[--only FAULT,…] [--mode hosts|haproxy] [--quick] [--ttl=20] [--loop-wait=3] [--retry-timeout=8] [--json]',
    run: async (args) => (await import('./failover/run.ts')).runFailover(args),
  },
  fuzz: {
    question: 'Does any input make the service fail, leak or connect where it must not?',
    usage: '[--seed N] [--count 45000] [--only target,…]',
    run: async (args) => (await import('./fuzz/run.ts')).runFuzz(args),
  },
  release: {
    question: 'Do the packages pack, install and start, and is everything there that a release needs?',
    usage: '--dry-run',
    run: async (args) => (await import('./release/run.ts')).runRelease(args),
  },
  resilience: {
    question: 'Do the promises hold under overload, slow clients, restarts, migrations and failover?',
    usage: '[trial…] [--quick] [--from COMMIT] [--break] [--json]',
    run: async (args) => (await import('./resilience/run.ts')).runTrials(args),
  },
  'restore-drill': {
    question: 'How much is lost, and for how long is the service down, after the data folder is lost?',
    usage: '[--seconds=20] [--archive=5] [--json]',
    run: async (args) => (await import('./restore-drill/run.ts')).runDrill(args),
  },
  robustness: {
    question: 'Do the parsers find the same items when a captured page changes without changing its meaning?',
    usage: '[--seed=1] [--only=NAME,…] [--engine=NAME,…] [--losses] [--json]',
    run: async (args) => (await import('./robustness/run.ts')).runRobustness(args),
  },
  simulate: {
    question: 'How many machines does a given number of jobs a day need, and what is saturated first?',
    usage: '[--sizing] [--measure] [--plots] [--jobs=1e8] [--sample=400000] [--seed=1] [--json]',
    run: async (args) => (await import('./simulate/run.ts')).runSimulation(args),
  },
  'wrong-success': {
    question: 'After how many pages does the service notice that a source lies?',
    usage: '[--only=LIE,…] [--orders=240] [--json]',
    run: async (args) => (await import('./wrong-success/run.ts')).runWrongSuccess(args),
  },
};

/** Earlier names, which the npm scripts keep as well. */
const ALIASES: Readonly<Record<string, string>> = { drill: 'restore-drill', nodes: 'cluster-test', trials: 'resilience' };

const describe = (name: string, { question, usage }: Instrument): string => `${name} ${usage}\n  ${question}\n`;

export async function runLab([asked = '--help', ...args]: string[]): Promise<number> {
  const name = ALIASES[asked] ?? asked;
  const instrument = Object.hasOwn(INSTRUMENTS, name) ? INSTRUMENTS[name] : undefined;
  if (!instrument) {
    const isHelp = asked === '--help';
    const list = Object.entries(INSTRUMENTS).map(([each, one]) => describe(each, one));
    const out = isHelp ? process.stdout : process.stderr;
    out.write(`${isHelp ? '' : `Unknown instrument "${asked}".\n\n`}npm run lab -- <instrument> [arguments]\n\n${list.join('\n')}`);
    return isHelp ? 0 : 2;
  }
  if (args.includes('--help')) {
    process.stdout.write(`npm run lab -- ${describe(name, instrument)}`);
    return 0;
  }
  return instrument.run(args);
}

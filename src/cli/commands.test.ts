import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseArguments, UsageProblem } from './arguments.ts';
import { COMMANDS, SHOWN_COMMANDS } from './commands.ts';
import { completionCommand } from './completion.ts';
import { helpCommand, helpText, unknownCommand } from './help.ts';
import { createPaint } from './paint.ts';

const printed = (run: (print: (text: string) => void) => void): string => {
  const lines: string[] = [];
  run((text) => lines.push(text));
  return lines.join('\n');
};

describe('the table of commands', () => {
  it('has usage, examples and distinct options for every command', () => {
    for (const { name, forms, examples, options } of SHOWN_COMMANDS) {
      expect([name, forms.length > 0, examples.length > 0]).toEqual([name, true, true]);
      expect(new Set(options.map((option) => option.name)).size).toBe(options.length);
      for (const { usage: args } of [...forms, ...examples]) expect(args.split(' ')[0]).toBe(name);
    }
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
  });

  it.each(SHOWN_COMMANDS.flatMap(({ name, examples }) => examples.map(({ usage: args }) => ({ name, words: args }))))(
    'accepts its own example: $usage',
    ({ name, words: args }) => {
      const argv = (args.split(/ [<>] /)[0]!.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', ''));
      expect(() => parseArguments(argv, name)).not.toThrow();
    },
  );
});

describe('arguments of a command', () => {
  const problem = (command: string, ...args: string[]): string => {
    try {
      parseArguments(args, command);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageProblem);
      return (error as Error).message;
    }
    throw new Error('it was understood');
  };

  it('are positional, flags, or options with a value in either spelling', () => {
    const args = parseArguments(['red', '--engine=bing', '--region', 'DE', '--mobile', 'shoes', '--', '--json'], 'search');
    expect(args.plain).toEqual(['red', 'shoes', '--json']);
    expect([args.option('engine'), args.option('region'), args.flag('mobile'), args.flag('test'), args.json]).toEqual([
      'bing',
      'DE',
      true,
      false,
      false,
    ]);
  });

  it('that are unknown lead to a suggestion, in one line', () => {
    expect(problem('search', '--regoin', 'DE')).toBe('Unknown option "--regoin". Did you mean "--region"? Try: sextant help search');
    expect(problem('search', '--zzz')).toBe('Unknown option "--zzz". Try: sextant help search');
    expect(problem('search', '--engine', 'gogle')).toMatch(
      /^Invalid value "gogle" for --engine\. Did you mean "google"\? Allowed: google, /,
    );
    expect(problem('search', '--engine')).toBe('--engine needs a value. Try: sextant help search');
    expect(problem('search', '--mobile=yes')).toBe('--mobile takes no value. Try: sextant help search');
    expect(unknownCommand('serach').message).toBe('Unknown command "serach". Did you mean "search"?');
    expect(unknownCommand('run-isolate').message).toBe('Unknown command "run-isolate". Try: sextant help');
  });
});

describe('sextant help', () => {
  it('lists every command, and describes one with its examples', () => {
    for (const { name } of SHOWN_COMMANDS) expect(helpText()).toContain(`  sextant ${name}`);
    const batch = printed((print) => helpCommand(['batch'], print));
    for (const args of ['--out FILE', '--batch-size COUNT', 'sextant batch - --region US']) expect(batch).toContain(args);
    expect(JSON.parse(printed((print) => helpCommand(['batch', '--json'], print))).name).toBe('batch');
    expect(() => helpCommand(['run-isolated'], () => undefined)).toThrow(UsageProblem);
  });

  it('uses colours only on a terminal', () => {
    const [terminal, disabled, pipe] = [createPaint(true, false), createPaint(true, true), createPaint(false, false)];
    expect(helpText(terminal)).toContain('\u001b[');
    expect(helpText(disabled)).toBe(helpText());
    expect(helpText(pipe)).not.toContain('\u001b');
  });
});

describe('sextant completion', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant completion '));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const script = path.join(folder, 'sextant.bash');
  const complete = (...args: string[]): string[] => {
    writeFileSync(
      script,
      printed((print) => completionCommand(['bash'], print)),
    );
    const quoted = args.map((word) => `'${word}'`).join(' ');
    const asked = `source "${script}"; COMP_WORDS=(${quoted}); COMP_CWORD=${args.length - 1}; _sextant; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['--norc', '-c', asked], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  };

  it('in bash completes commands, actions, options, their values and files', () => {
    expect(complete('sextant', 'se')).toEqual(['search']);
    expect(complete('sextant', '')).toEqual(SHOWN_COMMANDS.map(({ name }) => name));
    expect(complete('sextant', 'account', 'cr')).toEqual(['create', 'credits']);
    expect(complete('sextant', 'search', '--en')).toEqual(['--engine']);
    expect(complete('sextant', 'search', 'shoes', '--engine', 'bin')).toEqual(['bing']);
    expect(complete('sextant', 'help', 'bat')).toEqual(['batch']);
    expect(complete('sextant', 'batch', '--kind', 'ai')).toEqual(['ai-prompt', 'ai-analysis']);
    expect(complete('sextant', 'batch', '--su')).toEqual(['--suggestions']);
    writeFileSync(path.join(folder, 'words.csv'), '');
    expect(complete('sextant', 'batch', 'wor')).toEqual(['words.csv']);
    expect(complete('sextant', 'batch', 'words.csv', '--out', 'wor')).toEqual(['words.csv']);
  });

  it('is generated for zsh and fish from the same table', () => {
    for (const shell of ['zsh', 'fish'])
      for (const { name, options } of SHOWN_COMMANDS) {
        const text = printed((print) => completionCommand([shell], print));
        for (const word of [name, ...options.map((option) => option.name)]) expect(text).toContain(word);
      }
    expect(() => completionCommand(['bsh'], () => undefined)).toThrow('Did you mean "bash"?');
  });
});

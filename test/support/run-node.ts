/** Real processes of this project, run as a person runs them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Ran {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /** Handed over on standard input. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** As somebody who may do nothing that rights forbid: whoever runs the tests may be allowed everything. */
  readonly asNobody?: boolean;
  /** The folder it runs in, in place of the project's. */
  readonly cwd?: string;
  /** An open file that takes its output. */
  readonly stdout?: number;
  /** Told each line of its output as soon as it is written. */
  readonly onLine?: (line: string) => void;
  /** Called at once with a way to send the process a signal. */
  readonly onStarted?: (kill: (signal: NodeJS.Signals) => void) => void;
}

const NOBODY = 65_534;
/** Where the program keeps what was compiled of it: not in the home of the person who runs the tests. */
export const COMPILED = join(ROOT, 'node_modules', '.cache');

/** The program as people install it: bundled from the sources before the first test. */
export const PROGRAM = 'dist/bin/mneme.js';

/** Runs the program with these arguments, in the project's folder. */
export function runProgram(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return runNode([join(ROOT, PROGRAM), ...args], options);
}

/** The library for {@link runScript}: one file of the bundle, as a thousand modules take seconds to be compiled for each process. */
export const LIBRARY = './dist/bin/library.js';

/** Runs a JavaScript module given as text, in the project's folder; `before` are arguments of Node. */
export function runScript(
  script: string,
  options: RunOptions = {},
  before: readonly string[] = [],
): Promise<Ran> {
  return runNode([...before, '--input-type=module', '-e', script], options);
}

/** Settings of the person who runs the tests must not reach the process. */
export const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(MNEME_|VITEST|NODE_OPTIONS$|NODE_V8_COVERAGE$)/.test(name)
        ? []
        : [[name, value]],
    ),
  );

/** Plain text, and words alone: what a test asks of the program is seldom what texts mean. */
export const PLAIN = { NO_COLOR: '1', MNEME_EMBEDDER_PACKAGE: 'none' } as const;

/** The environment of the program under test. */
export const environment = (): Record<string, string> => ({
  ...inherited(),
  ...PLAIN,
  XDG_CACHE_HOME: COMPILED,
});

export function runNode(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return runProcess(process.execPath, args, options);
}

export function runProcess(
  program: string,
  args: readonly string[],
  {
    input = '',
    env = {},
    asNobody = false,
    cwd = ROOT,
    stdout,
    onLine,
    onStarted,
  }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      cwd,
      env: { ...environment(), ...env },
      stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
      ...(asNobody && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    let out = '';
    let err = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const open = out.slice(out.lastIndexOf('\n') + 1);
      out += chunk;
      for (const line of (open + chunk).split('\n').slice(0, -1)) onLine?.(line);
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
    onStarted?.((signal) => child.kill(signal));
  });
}

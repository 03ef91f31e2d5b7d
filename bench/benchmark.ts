import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MnemeError } from '../packages/core/src/domain/errors.js';

/** One flag of a benchmark, as the command line shows it. */
export interface BenchmarkOption {
  /** As commander writes it: `--memories <n>`. Its value arrives under the camel-case name of the flag. */
  readonly flag: string;
  readonly description: string;
  readonly preset?: string;
}

export interface BenchmarkResult {
  /** Figures by name, for machines. */
  readonly results: Readonly<Record<string, number>>;
  /** Rows for people: name, value, unit or target. */
  readonly table: readonly (readonly string[])[];
}

export interface Benchmark {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly BenchmarkOption[];
  /** `log` shows progress; nothing of it belongs to the result. */
  run(options: BenchmarkValues, log: (line: string) => void): Promise<BenchmarkResult>;
}

/** Values of the flags by camel-case name. */
export type BenchmarkValues = Readonly<Record<string, string | boolean | undefined>>;

/** The path that a flag names. Throws `invalid_input` where it is not given or nothing is there: data of others are no part of the project. */
export function givenFile(options: BenchmarkValues, name: string): string {
  const given = options[name];
  const path = typeof given === 'string' ? resolve(given) : null;
  if (path !== null && existsSync(path)) return path;
  throw new MnemeError(
    'invalid_input',
    path === null ? `--${name} is missing.` : `--${name}: there is no ${path}.`,
    {
      field: name,
      ...(path === null ? {} : { value: path }),
      hint: 'docs/benchmarks.md tells which data it measures on, and where they are had.',
    },
  );
}

/** A whole number of a flag. Throws `invalid_input` naming the flag. */
export function wholeNumber(
  options: BenchmarkValues,
  name: string,
  preset: number,
  least = 1,
): number {
  const given = options[name];
  if (given === undefined) return preset;
  const value = Number(given);
  if (typeof given === 'string' && Number.isInteger(value) && value >= least) return value;
  throw new MnemeError(
    'invalid_input',
    `--${name}: expected a whole number from ${least}, not ${String(given)}.`,
    { field: name, value: given },
  );
}

/**
 * Arguments for Node to run a module as a program, given where it will stand when built: through tsx from its source
 * while nothing is built there.
 */
export function childArguments(built: URL): string[] {
  const path = fileURLToPath(built);
  return existsSync(path) ? [path] : ['--import', 'tsx', path.replace(/\.js$/, '.ts')];
}

/** Each benchmark starts on a fresh clone: with files of the project, or with a refusal that names the data it lacks. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/support/open-test-memory.js';
import { MnemeError } from '../packages/core/src/domain/errors.js';
import { BENCHMARKS } from './benchmarks.js';
import type { BenchmarkValues } from './benchmark.js';
import { readCases, readMeetings } from './dialogue/cases.js';
import { projectFile } from './project-file.js';

/** Benchmarks on data of others, which are no part of the project, by the flag that names them. */
const ON_DATA: Readonly<Record<string, string>> = {
  sts: 'file',
  talk: 'dir',
  lives: 'dir',
  truth: 'dir',
  reflect: 'file',
  causal: 'file',
  fit: 'dir',
  'fit-causes': 'file',
  'fit-certainty': 'dir',
  'fit-currency': 'dir',
  attempt: 'file',
  pii: 'file',
  injection: 'data',
  verification: 'file',
};

const started = (name: string, options: BenchmarkValues): Promise<unknown> => {
  const benchmark = BENCHMARKS.find((each) => each.name === name);
  return Promise.resolve().then(() => benchmark?.run(options, () => undefined));
};

describe('benchmarks on data of others', () => {
  it('are benchmarks', () => {
    const names = BENCHMARKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(ON_DATA).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(Object.entries(ON_DATA))('%s says that --%s is missing', async (name, flag) => {
    for (const given of [undefined, join(temporaryFolder(), 'not-there')]) {
      const refusal = await started(name, { [flag]: given }).catch((error: unknown) => error);
      expect([name, MnemeError.is(refusal) && refusal.code]).toEqual([name, 'invalid_input']);
      expect((refusal as MnemeError).message).toContain(given ?? `--${flag}`);
    }
  });
});

describe('files of the project', () => {
  it.each(['others', 'own'] as const)('hold cases and meetings that %s wrote', (author) => {
    for (const half of ['seen', 'unseen'] as const) {
      expect(readCases(author, half).length).toBeGreaterThan(0);
      expect(readMeetings(author, half).length).toBeGreaterThan(0);
    }
  });

  it('are found from the sources, and from what is built of them', async () => {
    const clone = temporaryFolder();
    mkdirSync(join(clone, 'dist/bench/dialogue'), { recursive: true });
    cpSync(projectFile('package.json'), join(clone, 'package.json'));
    const sources = ['bench/project-file.ts', 'bench/dialogue/cases.ts'];
    for (const source of sources) {
      const { code } = transformSync(
        // Nothing but its file is read here: what it imports of the engine are types.
        readFileSync(projectFile(source), 'utf8'),
        { loader: 'ts', format: 'esm' },
      );
      writeFileSync(join(clone, 'dist', source.replace(/\.ts$/, '.js')), code);
    }
    cpSync(projectFile('bench/data/dialogue'), join(clone, 'bench/data/dialogue'), {
      recursive: true,
    });
    const { readCases: readBuilt } = (await import(
      pathToFileURL(join(clone, 'dist/bench/dialogue/cases.js')).href
    )) as { readCases: typeof readCases };
    for (const half of ['seen', 'unseen'] as const)
      expect(readBuilt('others', half)).toEqual(readCases('others', half));
  });

  it('are asked for by one function alone', () => {
    const elsewhere = (readdirSync(projectFile('bench'), { recursive: true }) as string[])
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) =>
        /new URL\([`'][^`']*\.(?:jsonl?|csv|txt)/.test(
          readFileSync(projectFile(join('bench', file)), 'utf8'),
        ),
      );
    expect(elsewhere).toEqual([]);
  });
});

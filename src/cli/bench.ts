import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MnemeError } from '../domain/errors.js';
import { packageRoot } from './package-root.js';

/** Runs a benchmark in a process of its own, so that its memory and timings are its own too. */
export async function runBench(args: readonly string[]): Promise<void> {
  const main = join(packageRoot().folder, 'dist', 'bench', 'main.js');
  if (!existsSync(main)) {
    throw new MnemeError('unavailable', 'The benchmarks are not here.', {
      hint: 'They come with the repository, not with the package; there, run `npm run build` first.',
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    spawn(process.execPath, [main, ...args], { stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (status) => resolve(status ?? 1));
  });
  process.exitCode = code;
}

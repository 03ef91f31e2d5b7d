// Prints a line per check of the packed package: passed, failed with its output, or impossible
// here.
import { spawnSync } from 'node:child_process';

/** Counts checks; `failed` and `passed` are the numbers so far. */
export function startChecks() {
  const counted = { passed: 0, failed: 0 };
  const check = (name, { status, stdout = '', stderr = '' }) => {
    const ok = status === 0;
    counted[ok ? 'passed' : 'failed'] += 1;
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`);
    if (!ok) console.log(`${stdout}${stderr}`.trim().replace(/^/gm, '     '));
    return ok;
  };
  const skip = (name, why) => console.log(`skip ${name}: ${why}`);
  return { counted, check, skip };
}

export const run = (command, args, cwd, env = {}) =>
  spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });

export const npm = (args, cwd, env) => run('npm', args, cwd, env);

/** Passed if `wrong` is empty. */
export const verdict = (wrong) =>
  wrong.length === 0 ? { status: 0 } : { status: 1, stderr: wrong.join('\n') };

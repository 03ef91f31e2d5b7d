import { randomBytes } from 'node:crypto';
import { MnemeError } from '../domain/errors.js';
import { openMemory } from '../open.js';
import { readHookCommand } from '../servers/hooks/hook-command.js';
import { installedHooks } from '../servers/hooks/install-hooks.js';
import { proveHooks, type HookProof } from '../servers/hooks/prove-hooks.js';
import { hookPlaces } from './hooks.js';
import type { Terminal } from './terminal.js';
import { renderHookProof } from './render/hooks.js';

interface ProofOptions {
  readonly file?: string;
  readonly bank?: string;
  readonly json?: boolean;
}

/** `mneme doctor --hooks`: the way of an agent's events into the memory and back, gone once. Throws `unavailable` where it does not lead through. */
export async function runHookProof(
  options: ProofOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  if (options.file !== undefined || options.bank !== undefined)
    throw new MnemeError('invalid_input', '--hooks goes by what is installed.', {
      field: options.file === undefined ? '--bank' : '--file',
      value: options.file ?? options.bank,
      hint: 'Leave --file and --bank out: the installed commands name the memory.',
    });
  const proofs: HookProof[] = [];
  for (const installed of hookPlaces().map(installedHooks)) {
    const target = installed.hooks
      .map(({ command }) => readHookCommand(command))
      .find((command) => command !== null);
    if (target === undefined || target === null) continue;
    const { file, bank } = target;
    const proof = await proveHooks(
      installed,
      { file, bank },
      {
        open: () => openMemory({ file, bank }),
        now: () => Date.now(),
        uint32: () => randomBytes(4).readUInt32LE(),
        signal,
      },
    );
    proofs.push(proof);
    if (options.json !== true) terminal.out(renderHookProof(proof));
  }
  if (proofs.length === 0)
    throw new MnemeError('not_found', 'No hooks are set up.', {
      field: '--hooks',
      hint: 'Run `mneme hooks install claude-code`.',
    });
  const proven = proofs.every((proof) => proof.proven);
  if (options.json === true) terminal.out(JSON.stringify({ proven, proofs }, null, 2));
  if (!proven)
    throw new MnemeError('unavailable', 'The hooks do not work.', {
      hint: 'The lines above say where the way ends.',
    });
}

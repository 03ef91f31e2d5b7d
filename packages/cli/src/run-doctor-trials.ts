import { randomBytes } from 'node:crypto';
import { hookPlaces, renderHookProof } from './hooks.js';
import type { Terminal } from './process.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { bad, dim, good } from '@mneme/core/format/style.js';
import type { ReadingReport } from '@mneme/mneme/public-types.js';
import { openMemory } from '@mneme/mneme/open.js';
import { installedHooks, readHookCommand } from '@mneme/server/hooks/install-hooks.js';
import { type HookProof, proveHooks } from '@mneme/server/hooks/prove-hooks.js';
import { tell } from './process.js';

interface HookProofOptions {
  readonly file?: string;
  readonly bank?: string;
  readonly json?: boolean;
}

/**
 * `mneme doctor --hooks`: a round trip of an agent's events into the memory and back. Throws `unavailable` where it
 * fails.
 */
export async function runHookProof(
  options: HookProofOptions,
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

interface ReaderProofOptions {
  /** The command to try; true for the configured one. */
  readonly reader?: string | boolean;
  readonly json?: boolean;
}

/** A made-up session with a fact that changes and a statement that is no fact. */
const OWNER = 'Ylva Sand';
const SAID = [
  'Bertil, my landlord, wants 780 euros of rent from 1 May 2031 on, because of the new boiler.',
  'Noted.',
  'And the sailing course was moved from Tuesday to Thursday. Nice weather today, by the way!',
].map((content, at) => ({
  content,
  session: 'trial',
  speaker: at === 1 ? 'assistant' : OWNER,
  source: at === 1 ? ('agent' as const) : ('user' as const),
  saidAt: `2031-03-10T10:0${at}:00Z`,
}));

interface ReaderProof extends Pick<ReadingReport, 'proposed' | 'refused'> {
  readonly reader: string;
  readonly seconds: number;
}

/**
 * `mneme doctor --reader`: has a made-up session read into a temporary memory. Throws what the reader throws,
 * `unavailable` where it writes no valid note, `not_found` where none is configured.
 */
export async function runReaderProof(
  { reader, json }: ReaderProofOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const memory = await openMemory({
    ...{ file: ':memory:', owner: OWNER, reading: false },
    ...definedOnly({ reader: typeof reader === 'string' ? reader : undefined }),
  });
  try {
    await memory.rememberAll(SAID);
    const { reader: id } = await memory.reading.status();
    if (id === null)
      throw new MnemeError('not_found', 'No reader is configured.', {
        field: '--reader',
        hint: 'Set MNEME_READER, configure a language model, or name a command: mneme doctor --reader "claude -p".',
      });
    if (json !== true && terminal.interactive) terminal.out(dim(`Asking ${id} …`));
    const began = performance.now();
    const { proposed, refused } = await memory.reading.run({ dry: true, signal });
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const proof = { reader: id, seconds, proposed, refused };
    tell(terminal, json, proof, () => renderProof(proof));
    if (proposed.length === 0)
      throw new MnemeError('unavailable', `${id} wrote no note that could be taken.`, {
        field: 'reader',
        hint: 'It must answer with {"notes": […]} alone; a larger model may do it.',
      });
  } finally {
    await memory.close();
  }
}

function renderProof({ reader, seconds, proposed, refused }: ReaderProof): string {
  const count = proposed.length === 1 ? '1 note' : `${proposed.length} notes`;
  return [
    `${reader} read one made-up session in ${seconds} s: ${(proposed.length === 0 ? bad : good)(count)} of 3 turns.`,
    ...proposed.map(
      ({ text, about, aspect, value }) =>
        `  ${text}\n${dim(`    ${about} · ${aspect} · ${value}`)}`,
    ),
    ...Object.entries(refused).map(([reason, times]) => dim(`  ${times} refused: ${reason}`)),
  ].join('\n');
}

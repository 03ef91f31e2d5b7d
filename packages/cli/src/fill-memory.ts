import { createInterface } from 'node:readline/promises';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { bad as wrong, bold, counted, day, dim, shorten } from '@mneme/core/format/style.js';
import type { Mneme, OpenOptions } from '@mneme/mneme/index.js';
import { openMemory } from '@mneme/mneme/open.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import type { SourceFound } from '@mneme/server/setup/sources-found.js';
import { mostSpokenOf } from './overview.js';
import { Progress, type Terminal } from './process.js';

interface FillOptions {
  /** Take in what is found, without asking. */
  readonly fill?: boolean;
  readonly json?: boolean;
}

/** What came of one source. */
export interface Filled extends SourceFound {
  /** Memories that are new; null where it could not be read. */
  readonly taken: number | null;
  /** Entries that could not be read. */
  readonly bad: number;
  readonly error: string | null;
}

/**
 * Fills a memory from what was found on this machine, if a person agrees or `fill` says so, lets the configured reader
 * read it into notes, and tells what is known then. One source that cannot be read stops no other.
 */
export async function fillMemory(
  found: readonly SourceFound[],
  place: Pick<OpenOptions, 'file' | 'bank' | 'reader'>,
  options: FillOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<readonly Filled[]> {
  if (found.length === 0 || !(await isWanted(found, options, terminal))) return [];
  const isRead = place.reader !== undefined;
  const memory = await openMemory({ ...place, ...(isRead ? { reading: true } : {}) });
  const shown = terminal.interactive && options.json !== true;
  try {
    const filled: Filled[] = [];
    for (const source of found) {
      const progress = new Progress(source.title, shown);
      filled.push(await takeIn(memory, source, progress, signal));
      progress.stop();
    }
    if (options.json !== true) {
      terminal.out(filled.map(lineOf).join('\n'));
      if (isRead) await readNotes(memory, terminal, signal);
      terminal.out(await knownOf(memory, terminal));
    }
    return filled;
  } finally {
    await memory.close();
  }
}

async function isWanted(
  found: readonly SourceFound[],
  { fill, json }: FillOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (fill !== undefined) return fill;
  if (json === true) return false;
  const lines = found.map(
    ({ title, path, files }) => `  ${bold(title)}: ${counted(files, 'file')} ${dim(path)}`,
  );
  terminal.out(['', 'The memory can be filled from what is here:', ...lines].join('\n'));
  if (!terminal.interactive) {
    terminal.out(dim('`mneme setup --fill` takes it in; or `mneme import PATH`, one by one.'));
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(?:|y|yes)$/i.test((await prompt.question('Take it in? [Y/n] ')).trim());
  } finally {
    prompt.close();
  }
}

async function takeIn(
  memory: Mneme,
  source: SourceFound,
  progress: Progress,
  signal: AbortSignal,
): Promise<Filled> {
  try {
    const { outcomes, badCount: bad } = await memory.import(source.path, {
      ...{ skipBad: true, signal },
      onProgress: ({ bytes, totalBytes }) => progress.update(bytes, totalBytes),
    });
    return { ...source, taken: outcomes.remembered, bad, error: null };
  } catch (error) {
    if (!MnemeError.is(error) || error.code === 'interrupted') throw error;
    return { ...source, taken: null, bad: 0, error: error.message };
  }
}

const lineOf = ({ title, taken, bad, error }: Filled): string =>
  taken === null
    ? `${bold(title)}: ${wrong('not taken in')}, ${error ?? ''}`
    : `${bold(title)}: ${counted(taken, 'memory', 'memories')} taken in${bad === 0 ? '' : `; ${counted(bad, 'entry', 'entries')} could not be read`}`;

async function readNotes(memory: Mneme, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const progress = new Progress('Reading into notes', terminal.interactive);
  const report = await memory.reading.run({
    ...{ all: true, signal },
    onProgress: (done, total) => progress.update(done, total),
  });
  progress.stop();
  const rest = report.stopped === null ? '' : `; ${report.stopped}`;
  terminal.out(
    `${counted(report.read, 'turn')} read into ${counted(report.notes, 'note')}, ${report.waiting} wait${rest}`,
  );
}

const MAX_NOTES = 10;

/** What is known of the owner; without one, the latest notes; where nobody has read, what was spoken of most. */
async function knownOf(memory: Mneme, terminal: Terminal): Promise<string> {
  const { owner, memories } = await memory.care.stats();
  const title = `\n${bold('What I know about you')}`;
  if (owner !== null) {
    const about = await memory.browse.about({ about: owner.name, recent: 0 }).catch(() => null);
    if (about?.read === true)
      return `${title}\n${OPERATIONS.about.asLines?.(about, terminal.screen) ?? ''}`;
  }
  const notes = await memory.list({ kinds: ['note'], order: 'newest', limit: MAX_NOTES });
  if (notes.memories.length > 0)
    return [
      title,
      ...notes.memories.map(
        ({ content, saidAt }) => `  ${shorten(content, 160)} ${dim(day(saidAt))}`,
      ),
    ].join('\n');
  const spoken = await mostSpokenOf(memory, 5);
  return [
    title,
    `  ${counted(memories, 'memory', 'memories')}, most of them on ${spoken.join(', ') || 'nobody in particular'}.`,
    '  Nobody has read them into notes yet, so what holds now is not known: mneme setup --reader WHO, or let your agent do it.',
  ].join('\n');
}

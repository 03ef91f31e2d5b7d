import type { BankHandle } from '../../bank/bank-handle.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { journalAfter } from '../../bank/pages.js';
import { EMPTY_CHANGE, type Reversible } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { MergeInput, MergeReceipt } from '../../domain/forgetting-and-merging.js';
import type { BankName } from '../../domain/ids.js';
import { textOf } from '../../domain/import-export.js';
import { parseInput } from '../../domain/input.js';
import {
  type BadLine,
  type Manifest,
  type ManifestAction,
  type ManifestAnswer,
  type ManifestFilter,
  ManifestInput,
  type ManifestLine,
  type ManifestReport,
  PINNED,
} from '../../domain/manifest.js';
import { type BankDiff, diffBank, type DiffInput } from './diff.js';
import { readManifest, type ReadManifest, writeManifest } from './manifest-format.js';
import { mergeMemories } from './merge.js';
import { ManifestPlanner } from './plan-manifest.js';
import { listMemories } from '../inspect/index.js';
import { listLog, type LogFilter, type LogPage } from '../inspect/list.js';
import type { Store } from '../../ports/store.js';
import { BankPrivacy } from '../../safety/bank-privacy.js';

const MAX_CONFLICTS = 100;

/**
 * The bank as a file for a person to edit: its most important memories, its open conflicts, and sections for
 * commands.
 */
async function manifestOf(
  raw: unknown,
  bank: OpenBank,
  { store, clock, stemmer }: EngineParts,
): Promise<Manifest> {
  const { match, tags, limit } = parseInput(ManifestInput, raw, 'manifest');
  await bank.state.follow();
  // Read first, so that anything committed meanwhile counts as a change after the file.
  const sequence = (await store.bank(bank.name))?.sequence ?? 0;
  const memories =
    match === undefined
      ? await weightiest(bank, tags, limit, store)
      : (await listMemories({ match, tags, limit }, bank, { store, stemmer })).memories;
  const { items: conflicts } = await store.conflicts(
    bank.name,
    { status: 'pending' },
    MAX_CONFLICTS,
  );
  const rivals = await store.get(bank.name, [
    ...new Set(conflicts.flatMap(({ older, newer }) => [older, newer])),
  ]);
  const markdown = writeManifest({
    bank: bank.name,
    sequence,
    at: clock.now(),
    memories,
    conflicts,
    rivals: new Map(rivals.map((memory) => [memory.id, memory])),
  });
  return {
    bank: bank.name,
    sequence,
    memories: memories.length,
    conflicts: conflicts.length,
    markdown,
  };
}

/** Pinned ones, then the most important, then the newest. */
async function weightiest(
  { name, state: { index } }: OpenBank,
  tags: readonly string[] | undefined,
  limit: number,
  store: EngineParts['store'],
) {
  const slots: number[] = [];
  for (let slot = 0; slot < index.size; slot++)
    if (index.isLive(slot) && (tags ?? []).every((tag) => index.tags(slot).includes(tag)))
      slots.push(slot);
  const pinned = (slot: number): number => Number(index.tags(slot).includes(PINNED));
  slots.sort(
    (a, b) =>
      pinned(b) - pinned(a) ||
      index.importance.get(b) - index.importance.get(a) ||
      index.recordedAt.get(b) - index.recordedAt.get(a) ||
      b - a,
  );
  return store.get(
    name,
    slots.slice(0, limit).map((slot) => index.id(slot)),
  );
}

const MAX_TRIES = 50;
const TOLD = 5;

/**
 * Applies an edited manifest in one change; `preview` only reports it. Throws `invalid_input` naming the lines that
 * cannot be parsed or done, `conflict` if memories changed after the file was written; then nothing is applied.
 */
async function applyManifest(
  text: string,
  preview: boolean,
  bank: OpenBank,
  parts: EngineParts,
): Promise<ManifestReport> {
  const { store, clock, actor } = parts;
  const read = readManifest(text);
  const lines = await cleaned(read.lines, bank.name, parts);
  await bank.state.follow();
  for (let attempt = 1; ; attempt++) {
    const sequence = (await store.bank(bank.name))?.sequence ?? 0;
    const since = await sinceWhen(read, bank.name, store);
    const at = clock.now();
    const touched = await touchedAfter(since ?? sequence, bank.name, store);
    const {
      put,
      actions,
      bad: undoable,
    } = await new ManifestPlanner(bank, parts, at, touched).plan(lines);
    const bad = [...(since === null ? [headless(bank.name)] : []), ...read.bad, ...undoable].sort(
      (a, b) => a.line - b.line,
    );
    if (preview) return { applied: false, actions, bad, sequence };
    if (bad.length > 0) throw refusal(bad);
    if (actions.length === 0) return { applied: false, actions, bad, sequence };
    try {
      const committed = await store.commit(
        {
          ...EMPTY_CHANGE,
          ...put,
          bank: bank.name,
          at,
          verb: 'manifest',
          actor,
          reason: counted(actions),
        },
        { expectedSequence: sequence },
      );
      bank.late?.start();
      return { applied: true, actions, bad, sequence: committed };
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MAX_TRIES) throw error;
    }
  }
}

/** Redacts the text after the brackets; verbs and ids contain no secrets, but may look like some. */
async function cleaned(
  lines: readonly ManifestLine[],
  bank: BankName,
  parts: EngineParts,
): Promise<readonly ManifestLine[]> {
  const { value: notes } = await (
    await BankPrivacy.of(bank, parts)
  ).clean(lines.map(({ note }) => note));
  return lines.map((line, at) => ({ ...line, note: notes[at] ?? '' }));
}

/** The last change that the file includes; null if it is not a file of this bank. */
async function sinceWhen(
  { head }: ReadManifest,
  bank: BankName,
  store: Store,
): Promise<number | null> {
  if (head === null || head.bank !== bank) return null;
  const { sequence } = head;
  const known = await store.journal(bank, { sequences: [sequence] }, 1);
  return sequence === 0 || known.length > 0 ? sequence : null;
}

function headless(bank: BankName): BadLine {
  return {
    line: 0,
    message: `The file does not say that it was written of the bank ${bank}, and when. Keep its line “<!-- mneme manifest: … -->”, or write it anew with \`mneme manifest\`.`,
  };
}

async function touchedAfter(
  sequence: number,
  bank: BankName,
  store: Store,
): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  for await (const { memories } of journalAfter(bank, sequence, store))
    for (const id of memories) touched.add(id);
  return touched;
}

function refusal(bad: readonly BadLine[]): MnemeError {
  const told = bad
    .slice(0, TOLD)
    .map(({ line, message }) => (line === 0 ? message : `line ${line}: ${message}`));
  return new MnemeError(
    'invalid_input',
    `The manifest was not applied: ${told.join(' ')}${bad.length > TOLD ? ` And ${bad.length - TOLD} more lines.` : ''}`,
    {
      field: `manifest.${bad[0]?.line ?? 0}`,
      hint: 'Mend these lines; --preview tells of each. Nothing was changed.',
    },
  );
}

function counted(actions: readonly ManifestAction[]): string {
  const counts = new Map<string, number>();
  for (const { verb } of actions) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  return [...counts].map(([verb, count]) => `${count} × ${verb}`).join(', ');
}

declare module '../../mneme.js' {
  interface Mneme {
    /** Manual corrections, and the history of the bank. */
    readonly curation: Curation;
  }
}

/**
 * Manual corrections by people and agents, and the history of changes. Every such change can be undone for 30 days by
 * the `reversal` of its receipt.
 */
export class Curation {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Replaces several memories by one that has all their evidence and links; they are retracted and superseded by it.
   * Throws `not_found`, `invalid_input` for retracted ones, `conflict` if their priors differ, unless `force`.
   */
  async merge(input: MergeInput): Promise<Reversible<MergeReceipt>> {
    return this.bank.reversing(async (bank) =>
      mergeMemories(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /** The bank as a markdown file for a person to edit. */
  manifest(filter?: ManifestFilter): Promise<Manifest>;
  /**
   * Applies an edited manifest in one change; with `preview`, only reports it. Throws `invalid_input` naming the
   * lines that cannot be parsed or done, or whose memories have changed since it was written; then nothing is
   * applied.
   */
  manifest(
    edited: ManifestInput | AsyncIterable<string>,
    preview?: boolean,
  ): Promise<Reversible<ManifestReport>>;
  async manifest(
    given: ManifestInput | AsyncIterable<string> = {},
    preview = false,
  ): Promise<ManifestAnswer> {
    const input = parseInput(
      ManifestInput,
      Symbol.asyncIterator in given ? { text: await textOf(given), preview } : given,
      'manifest',
    );
    const { path, text, preview: only, ...filter } = input;
    if (path === undefined && text === undefined && !only)
      return manifestOf(filter, await this.bank.open(), this.bank.parts);
    if ((path === undefined) === (text === undefined))
      throw new MnemeError('invalid_input', 'manifest.path: give the file or its text.', {
        field: 'manifest.path',
        value: path,
        hint: 'The path of the edited file, or what it says as text.',
      });
    const markdown = text ?? (await textOf((await this.bank.parts.openText(path ?? '')).chunks));
    return this.bank.reversing(
      (bank) => applyManifest(markdown, only, bank, this.bank.parts),
      ({ applied }) => applied,
    );
  }

  /**
   * The bank's changes, newest first or in order after a sequence number, each with its reversal hash. Throws
   * `invalid_input`.
   */
  async log(filter: LogFilter = {}): Promise<LogPage> {
    return listLog(filter, (await this.bank.open()).name, this.bank.parts);
  }

  /** The difference between what the bank held at two moments. Throws `invalid_input`. */
  async diff(input: DiffInput): Promise<BankDiff> {
    return diffBank(input, (await this.bank.open()).name, this.bank.parts.store);
  }
}

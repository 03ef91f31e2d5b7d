import type { BankHandle } from '../../bank/bank-handle.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import type { Reversible } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import type { MergeInput, MergeReceipt } from '../../domain/forgetting-and-merging.js';
import { textOf } from '../../domain/import-export.js';
import { parseInput } from '../../domain/input.js';
import {
  type Manifest,
  type ManifestAnswer,
  type ManifestFilter,
  ManifestInput,
  type ManifestReport,
  PINNED,
} from '../../domain/manifest.js';
import { type BankDiff, diffBank, type DiffInput } from './diff.js';
import { writeManifest } from './manifest-format.js';
import { mergeMemories } from './merge.js';
import { applyManifest } from './plan-manifest.js';
import { listMemories } from '../inspect/index.js';
import { listLog, type LogFilter, type LogPage } from '../inspect/list.js';

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

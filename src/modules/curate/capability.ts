import { diffBank, type BankDiff, type DiffInput } from './diff.js';
import { listLog, type LogFilter, type LogPage } from '../explain/list-log.js';
import {
  ManifestChoice,
  type Manifest,
  type ManifestFilter,
  type ManifestReport,
} from '../../domain/manifest.js';
import type { MergeInput, MergeReceipt } from '../../domain/merge.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Reversible } from '../../domain/reversal.js';
import { textOf } from '../../domain/text-of.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { applyManifest } from './manifest/apply-manifest.js';
import { mergeMemories } from './merge/merge-in-bank.js';
import { manifestOf } from './manifest/manifest-of-bank.js';
import { listChanges, type ChangePage, type ChangesFilter } from '../explain/list-changes.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Correcting memories by hand, and the history of the bank. */
    readonly curation: Curation;
  }
}

/**
 * Manual corrections by people and agents, and the history of changes. Every such change can be undone for
 * 30 days by the `reversal` of its receipt.
 */
export class Curation {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Replaces several memories by one, with all evidence and links of all; they are retracted and superseded
   * by it. Throws `not_found`, `invalid_input` for retracted ones, `conflict` if their priors differ,
   * unless `force`.
   */
  async merge(input: MergeInput): Promise<Reversible<MergeReceipt>> {
    return this.bank.reversing(async (bank) =>
      mergeMemories(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /** The bank as a markdown file that a person edits and {@link applyManifest} applies. */
  async manifest(filter: ManifestFilter = {}): Promise<Manifest> {
    return manifestOf(filter, await this.bank.open(), this.bank.parts);
  }

  /**
   * Does everything an edited manifest asks for, in one change; with `preview`, only reports it. Throws
   * `invalid_input` naming the lines that cannot be read or done, or whose memories have changed since it
   * was written; then nothing is done.
   */
  async applyManifest(
    choice: ManifestChoice | AsyncIterable<string>,
    preview = false,
  ): Promise<Reversible<ManifestReport>> {
    const {
      path,
      text,
      preview: only,
    } = parseInput(
      ManifestChoice,
      Symbol.asyncIterator in choice ? { text: await textOf(choice), preview } : choice,
      'manifest',
    );
    const markdown = text ?? (await textOf((await this.bank.parts.openText(path ?? '')).chunks));
    return this.bank.reversing(
      (bank) => applyManifest(markdown, only, bank, this.bank.parts),
      ({ applied }) => applied,
    );
  }

  /** The bank's changes, newest first, with the reversal hash of each. */
  async log(filter: LogFilter = {}): Promise<LogPage> {
    return listLog(filter, (await this.bank.open()).name, this.bank.parts);
  }

  /** What changed, in order: who did what when and why, and which records it touched. Throws `invalid_input`. */
  async changes(filter: ChangesFilter = {}): Promise<ChangePage> {
    return listChanges(filter, await this.bank.open(), this.bank.parts);
  }

  /** The difference between what the bank held at two moments. Throws `invalid_input`. */
  async diff(input: DiffInput): Promise<BankDiff> {
    return diffBank(input, (await this.bank.open()).name, this.bank.parts.store);
  }
}

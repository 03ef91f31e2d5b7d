import { diffBank, type BankDiff, type DiffInput } from './diff.js';
import { listLog, type LogFilter, type LogPage } from '../inspect/list-log.js';
import { MnemeError } from '../../domain/errors.js';
import {
  ManifestInput,
  type Manifest,
  type ManifestAnswer,
  type ManifestFilter,
  type ManifestReport,
} from '../../domain/manifest.js';
import type { MergeInput, MergeReceipt } from '../../domain/merge.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Reversible } from '../../domain/reversal.js';
import { textOf } from '../../domain/streams.js';
import type { BankHandle } from '../../bank/bank-handle.js';
import { applyManifest, manifestOf } from './manifest.js';
import { mergeMemories } from './merge.js';

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

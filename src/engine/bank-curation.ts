import { diffBank, type BankDiff, type DiffInput } from '../curate/diff.js';
import { listLog, type LogFilter, type LogPage } from '../curate/list-log.js';
import { undo, type UndoInput, type UndoReceipt } from '../curate/undo.js';
import type { CircleFilter, CircleReport } from '../domain/circle.js';
import type { ConflictSettling } from '../domain/conflict.js';
import type { ForgetChoice } from '../domain/forgetting.js';
import {
  ManifestChoice,
  type Manifest,
  type ManifestFilter,
  type ManifestReport,
} from '../domain/manifest.js';
import type { MergeInput, MergeReceipt } from '../domain/merge.js';
import { parseInput } from '../domain/parse-input.js';
import type { Reversible } from '../domain/reversal.js';
import { forget, restore, type ForgetReceipt } from '../forget/forget.js';
import { parseIds } from './arguments.js';
import { BankLearning } from './bank-learning.js';
import {
  annotate,
  boost,
  type AnnotateInput,
  type BoostInput,
  type RevisedMemory,
} from './curation/annotate.js';
import { applyManifest } from './curation/apply-manifest.js';
import { mergeMemories } from './curation/merge.js';
import { manifestOf } from './curation/write-manifest.js';
import { listCircles } from './truth/circles.js';
import {
  resolveConflict,
  unresolveConflict,
  type ConflictReceipt,
} from './truth/resolve-conflict.js';
import { assertWritable } from './read-only.js';

/** What people and agents put right in a bank by hand. Every such change can be undone for 30 days by the `reversal` of its receipt. */
export abstract class BankCuration extends BankLearning {
  /** Takes memories back: recall no longer finds them; {@link restore} brings them back. All or none. Throws `not_found`. */
  async forget(
    ids: readonly string[],
    why: ForgetChoice | string = {},
  ): Promise<Reversible<ForgetReceipt>> {
    return this.reversing(
      async (bank) =>
        forget(
          parseIds(ids),
          await this.cleaned(typeof why === 'string' ? { reason: why } : why),
          this.core.parts.actor,
          bank.name,
          this.core.parts,
        ),
      ({ changed }) => changed.length > 0,
    );
  }

  /** Brings forgotten memories back, with their links. All or none. Throws `not_found`. */
  async restore(ids: readonly string[]): Promise<Reversible<ForgetReceipt>> {
    return this.reversing(
      (bank) => restore(parseIds(ids), this.core.parts.actor, bank.name, this.core.parts),
      ({ changed }) => changed.length > 0,
    );
  }

  /** Adds a remark or tags to a memory; its words stay. Throws `not_found`. */
  async annotate(input: AnnotateInput): Promise<Reversible<RevisedMemory>> {
    return this.reversing(
      async (bank) => annotate(await this.cleaned(input), bank, this.core.parts),
      ({ changed }) => changed.length > 0,
    );
  }

  /** Moves a memory's importance. Throws `not_found`. */
  async boost(input: BoostInput): Promise<Reversible<RevisedMemory>> {
    return this.reversing(
      async (bank) => boost(await this.cleaned(input), bank, this.core.parts),
      ({ changed }) => changed.length > 0,
    );
  }

  /**
   * Puts one memory in the place of several, with every piece of evidence and every link of all; they are taken back and superseded
   * by it. Throws `not_found`, `invalid_input` for what does not stand, `conflict` where their priors differ, unless `force`.
   */
  async merge(input: MergeInput): Promise<Reversible<MergeReceipt>> {
    return this.reversing(async (bank) =>
      mergeMemories(await this.cleaned(input), bank, this.core.parts),
    );
  }

  /** The bank as a markdown file that a person edits and {@link applyManifest} takes back. */
  async manifest(filter: ManifestFilter = {}): Promise<Manifest> {
    return manifestOf(filter, await this.open(), this.core.parts);
  }

  /**
   * Does all that an edited manifest asks for, in one change; with `preview`, only tells. Throws `invalid_input` naming the lines that
   * cannot be read or done, or whose memories were changed since it was written; then nothing is done.
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
      Symbol.asyncIterator in choice ? { text: await wholeOf(choice), preview } : choice,
      'manifest',
    );
    const markdown = text ?? (await wholeOf((await this.core.parts.openText(path ?? '')).chunks));
    return this.reversing(
      (bank) => applyManifest(markdown, only, bank, this.core.parts),
      ({ applied }) => applied,
    );
  }

  /**
   * Memories that support one another in a circle, the largest first; with `prune`, what of that has no ground outside is taken out and
   * the opinions it moved are as sure as they were without it. Throws `invalid_input`.
   */
  async circles(filter: CircleFilter = {}): Promise<Reversible<CircleReport>> {
    return this.reversing(
      async (bank) => listCircles(await this.cleaned(filter), bank, this.core.parts),
      ({ pruned }) => pruned > 0,
    );
  }

  /** Settles a conflict; the one that gives way is superseded, not erased. Throws `not_found`, `conflict` when it is settled already, `invalid_input`. */
  async resolve(input: ConflictSettling): Promise<Reversible<ConflictReceipt>> {
    return this.reversing(async (bank) =>
      resolveConflict(await this.cleaned(input), bank.name, this.core.parts),
    );
  }

  /** Takes a settlement back, a rule's too: the conflict is pending again. Throws `not_found`, `conflict` when it is pending. */
  async unresolve(id: string): Promise<Reversible<ConflictReceipt>> {
    return this.reversing((bank) => unresolveConflict(id, bank.name, this.core.parts));
  }

  /**
   * Gives every record of a change back its former state, as a change of its own that can be undone in turn. Throws `not_found` for
   * an unknown hash, `invalid_input` after 30 days, `conflict` where later changes touched the same records, unless `force`.
   */
  async undo(input: UndoInput | string): Promise<Reversible<UndoReceipt>> {
    const asked = typeof input === 'string' ? { hash: input } : input;
    return this.reversing(async (bank) =>
      undo(
        { ...asked, reason: await this.cleaned(asked.reason ?? '') },
        bank.name,
        this.core.parts,
      ),
    );
  }

  /** The bank's changes, newest first, with what undoes each. */
  async log(filter: LogFilter = {}): Promise<LogPage> {
    return listLog(filter, (await this.open()).name, this.core.parts);
  }

  /** What the bank held at one moment and not, or otherwise, at a later one. Throws `invalid_input`. */
  async diff(input: DiffInput): Promise<BankDiff> {
    return diffBank(input, (await this.open()).name, this.core.parts.store);
  }

  protected assertWritable(): void {
    assertWritable(this.core.parts);
  }
}

async function wholeOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

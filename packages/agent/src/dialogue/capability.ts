import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { Reversible } from '@mneme/core/domain/change.js';
import { parseInput } from '@mneme/core/domain/input.js';
import {
  curate,
  type CurationReceipt,
  makeStage,
  PreferenceInput,
  type PreferenceReceipt,
  recordStage,
  setPreference,
  setsPreference,
  type StageReceipt,
} from './amend-dialogue.js';
import type { CurateInput, StageInput } from './artifact.js';
import { readProfile } from './preference-profile.js';
import { readDialogue, type DialogueAnswer, type DialogueInput } from './read-dialogue.js';
import { mapTurn, recordTurn, TurnInput, type TurnReceipt } from './turn.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /** Answers of several models, what a person kept of them, and the context of the next turn. */
    readonly dialogue: Dialogue;
  }
}

/** Chats with one or several models that a person curates: turns, edits, and the bridge to the next turn. */
export class Dialogue {
  constructor(private readonly bank: BankHandle) {}

  /** Maps the answers of models to a query and stores the map. Throws `invalid_input` when none answered. */
  async turn(
    input: TurnInput,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Reversible<TurnReceipt>> {
    const parsed = parseInput(TurnInput, await this.bank.cleaned(input), 'turn');
    this.bank.assertWritable();
    const profile = await readProfile((await this.bank.open()).name, this.bank.parts.store);
    const value = await mapTurn(parsed, profile, this.bank.parts, options.signal);
    return this.bank.reversing((bank) => recordTurn(value, bank, this.bank.parts));
  }

  /** Stores a person's edit of a turn's map. Throws `invalid_input`, `not_found`, `conflict`. */
  async curate(input: CurateInput): Promise<Reversible<CurationReceipt>> {
    return this.bank.reversing(async (bank) =>
      curate(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * Runs a stage on a turn, or stores its given output. A failure leaves the turn unchanged; the receipt states the
   * reason. Throws `not_found`, `interrupted`.
   */
  async stage(
    input: StageInput,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Reversible<StageReceipt>> {
    this.bank.assertWritable();
    const cleaned = await this.bank.cleaned(input);
    const made = await makeStage(cleaned, await this.bank.open(), this.bank.parts, options.signal);
    return this.bank.reversing(
      (bank) => recordStage(made, bank, this.bank.parts),
      (receipt) => receipt.made,
    );
  }

  /**
   * Stored conversations: the turns, latest first; for a session also the bridge to its next turn; all of one turn;
   * for a query, what earlier conversations contain, within a token budget. Throws `not_found`.
   */
  async read(input: DialogueInput = {}): Promise<DialogueAnswer> {
    return readDialogue(input, await this.bank.open(), this.bank.parts);
  }

  /**
   * Preferences derived from edits: dimensions, kinds of claims, topics. Sets one by hand, resets its counts, or
   * switches steering off and on. Throws `invalid_input`.
   */
  async preferences(input: PreferenceInput = {}): Promise<Reversible<PreferenceReceipt>> {
    if (setsPreference(input))
      return this.bank.reversing(async (bank) =>
        setPreference(await this.bank.cleaned(input), bank.name, this.bank.parts),
      );
    parseInput(PreferenceInput, input, 'prefer');
    const { name, state } = await this.bank.open();
    const profile = await readProfile(name, this.bank.parts.store);
    return { ...profile, sequence: state.sequence, reversal: null };
  }
}

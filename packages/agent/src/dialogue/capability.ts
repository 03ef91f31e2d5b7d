import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { Reversible } from '@mneme/core/domain/reversal.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { curate, type CurationReceipt } from './curation/curate.js';
import type { CurateInput } from './curation/edit.js';
import { readProfile } from './preference-profile.js';
import {
  PreferenceInput,
  setPreference,
  setsPreference,
  type PreferenceReceipt,
} from './set-preference.js';
import { readDialogue, type DialogueAnswer, type DialogueInput } from './read-dialogue.js';
import { makeStage, recordStage, type StageReceipt } from './stages/run-stage.js';
import type { StageInput } from './stages/outputs.js';
import { mapTurn, recordTurn, TurnInput, type TurnReceipt } from './turn.js';

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    /** What several models said, what a person kept, and what the next turn gets. */
    readonly dialogue: Dialogue;
  }
}

/** Chats that ask several models, or one, and let a person curate: turns, edits, and the bridge to the next turn. */
export class Dialogue {
  constructor(private readonly bank: BankHandle) {}

  /** Maps what models said to a query and keeps the map. Throws `invalid_input` when none answered. */
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

  /** Takes a person's edit of a turn's map in. Throws `invalid_input`, `not_found`, `conflict`. */
  async curate(input: CurateInput): Promise<Reversible<CurationReceipt>> {
    return this.bank.reversing(async (bank) =>
      curate(await this.bank.cleaned(input), bank, this.bank.parts),
    );
  }

  /**
   * Runs a stage on a turn, or takes its output. What fails leaves the turn as it was, and the receipt says why. Throws `not_found`,
   * `interrupted`.
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
   * What is kept of conversations: the turns, the latest first; of a conversation also what its next turn gets; all
   * of one turn; for a query what earlier conversations hold, within a budget of tokens. Throws `not_found`.
   */
  async read(input: DialogueInput = {}): Promise<DialogueAnswer> {
    return readDialogue(input, await this.bank.open(), this.bank.parts);
  }

  /**
   * What the edits say of the person: sides, kinds of claims, topics. Sets a preference by hand, forgets what was
   * counted of it, or switches steering off and on. Throws `invalid_input`.
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

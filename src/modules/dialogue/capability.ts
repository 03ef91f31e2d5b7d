import type { BankHandle } from '../../bank/bank-handle.js';
import type { Reversible } from '../../domain/reversal.js';
import { parseInput } from '../../domain/parse-input.js';
import { curate, type CurationReceipt } from './curate.js';
import type { CurateInput } from './curation/edit.js';
import {
  listTurns,
  readBridge,
  type BridgeAnswer,
  type BridgeInput,
  type TurnFilter,
  type TurnList,
} from './read-bridge.js';
import { readProfile, type PreferenceProfile } from './preferences/profile.js';
import {
  setPreference,
  type PreferenceInput,
  type PreferenceReceipt,
} from './preferences/set-preference.js';
import {
  retrieveHistory,
  type HistoryAnswer,
  type HistoryInput,
} from './history/retrieve-history.js';
import { makeStage, recordStage, type StageReceipt } from './run-stage.js';
import { showTurn, type ShownTurn } from './show.js';
import type { StageInput } from './stages/stage-input.js';
import { mapTurn, recordTurn, TurnInput, type TurnReceipt } from './turn.js';

declare module '../../mneme.js' {
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

  /** All of one turn: the map, the edits, the stages, the bridge behind it. Throws `not_found`. */
  async show(turn: string): Promise<ShownTurn> {
    return showTurn(turn, await this.bank.open(), this.bank.parts);
  }

  /** What the next turn of a conversation gets; null for one without turns. Throws `not_found` for an unknown turn. */
  async bridge(input: BridgeInput): Promise<BridgeAnswer> {
    return readBridge(input, await this.bank.open(), this.bank.parts);
  }

  /** The turns that are kept, the latest first. */
  async list(filter: TurnFilter = {}): Promise<TurnList> {
    return listTurns(filter, await this.bank.open(), this.bank.parts);
  }

  /** What earlier conversations hold for a query, within a budget of tokens; an empty text where nothing does. */
  async history(input: HistoryInput): Promise<HistoryAnswer> {
    return retrieveHistory(input, await this.bank.open(), this.bank.parts);
  }

  /** What the edits say of the person: sides, kinds of claims, topics. */
  async preferences(): Promise<PreferenceProfile> {
    return readProfile((await this.bank.open()).name, this.bank.parts.store);
  }

  /** Sets a preference by hand, forgets what was counted of it, or switches steering off and on. */
  async prefer(input: PreferenceInput): Promise<Reversible<PreferenceReceipt>> {
    return this.bank.reversing(async (bank) =>
      setPreference(await this.bank.cleaned(input), bank.name, this.bank.parts),
    );
  }
}

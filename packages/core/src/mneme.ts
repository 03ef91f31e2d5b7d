import { undo, type UndoInput, type UndoReceipt } from './modules/history/undo.js';
import type { Delegated } from './domain/access.js';
import { definedOnly } from './domain/well-formed.js';
import { MnemeError } from './domain/errors.js';
import type { FeedbackInput } from './domain/feedback.js';
import type { ForgetChoice } from './domain/forgetting-and-merging.js';
import { BankName, MemoryScope } from './domain/ids.js';
import { parseInput, type RememberInput } from './domain/input.js';
import type { ChosenProfile, RecallProfile, ResultField, WholeProfile } from './domain/profile.js';
import type { AcceptedReceipt, BatchReceipt, Receipt } from './domain/receipt.js';
import type { Chosen, Recalled, Recollection } from './domain/recollection.js';
import type { Reversible } from './domain/change.js';
import {
  asInput,
  asQuestion,
  BankHandle,
  listed,
  parseIds,
  redactQueryNames,
} from './bank/bank-handle.js';
import { idsGiven, oneUser } from './domain/user-bank.js';
import { composeBrief, type Brief, type BriefInput } from './modules/context/compose-brief.js';
import { composeContext, type InjectedContext } from './modules/context/compose-context.js';
import type { ContextInput } from './modules/context/relevance.js';
import { listMemories, type ListFilter, type ListPage } from './modules/inspect/list.js';
import { parseSessionId, SessionMemory } from './modules/context/session.js';
import {
  type ShowChoice,
  showMemory,
  type Shown,
  why,
  type WhyInput,
} from './modules/inspect/show.js';
import { takeFeedback, type FeedbackAnswer } from './modules/outcomes/take-feedback.js';
import { update, type UpdateInput, type UpdateReceipt } from './modules/history/update.js';
import { type ForgetInput, type ForgetReceipt, forgetWhat } from './modules/history/forget.js';
import { recall } from './recall/recall.js';
import type { RankingExplanation } from './recall/why.js';
import { pinPictures } from './remember/read-draft.js';

/** What a module adds to a memory: a group of methods, or a method. */
type Made<Group> = new (bank: BankHandle) => Group;
type Bound = (bank: BankHandle) => object;

/**
 * A memory for agents: one bank of an open file, opened by `openMemory`. The everyday verbs are here, others in
 * groups: `memory.goals.set()`. A verb that throws `MnemeError` has changed nothing.
 */
export class Mneme {
  readonly #bank: BankHandle;
  /** The bank that the verbs use. */
  readonly bankName: string;

  constructor(bank: BankHandle) {
    this.bankName = bank.name;
    this.#bank = bank;
    for (const { facade = {}, methods = {} } of bank.parts.modules) {
      for (const [name, Group] of Object.entries(facade as Record<string, Made<object>>))
        this.#give(name, () => new Group(bank));
      for (const [name, method] of Object.entries(methods as Record<string, Bound>))
        this.#give(name, () => method(bank));
    }
  }

  /** Adds a lazy property for what a module provides: a call needs only one or two of them. */
  #give(name: string, make: () => object): void {
    if (name in this)
      throw new MnemeError('invalid_input', `A memory has ${name} already.`, {
        field: 'modules',
        value: name,
        hint: 'Let the module call its methods something else.',
      });
    const once = { enumerable: true, configurable: true };
    Object.defineProperty(this, name, {
      ...once,
      get: () => {
        const value = make();
        Object.defineProperty(this, name, { ...once, value });
        return value;
      },
    });
  }

  /** Another bank of the same file; created on first use. Throws `invalid_input` for a bad name. */
  bank(name: string): Mneme {
    return new Mneme(this.#bank.other(parseInput(BankName, name, 'bank')));
  }

  /**
   * The same bank for one user, agent or run. Each user has a separate memory in it, created on first use; it reveals
   * nothing of other users, nor their existence. Agent and run are stored with memories and filter questions. A scope
   * applies to every call on the result; a call may name another agent or run. Throws `invalid_input`.
   */
  scope(scope: MemoryScope): Mneme {
    const { userId, ...kept } = parseInput(MemoryScope, idsGiven(scope, 'scope.'), 'scope');
    const { core, name, scope: before } = this.#bank;
    const named = new BankHandle(core, name, { ...before, ...definedOnly(kept) });
    return new Mneme(userId === undefined ? named : named.asked({ userId })[0]);
  }

  /**
   * The same bank for another principal: `actor` is the name in the journal, `within` the only banks they may access;
   * a `guest` cannot lower how a bank is guarded, and exports they import count as others' text; what the audience of
   * a memory keeps from the `recipient` does not exist for them. Omitted fields stay
   * the same, except that nobody else is the owner. Throws `invalid_input`.
   */
  as(who: string | Partial<Delegated>): Mneme {
    return new Mneme(this.#bank.as(typeof who === 'string' ? { actor: who } : who));
  }

  /** The working memory of one session: the current topic and task. Throws `invalid_input` for a bad name. */
  session(id: string): SessionMemory {
    return new SessionMemory(
      parseSessionId(id),
      async () => (await this.#bank.open()).name,
      this.#bank.parts,
    );
  }

  /**
   * Remembers one text and waits until it is durably committed. A duplicate becomes evidence for the existing memory;
   * recalled text is not stored again. Throws `invalid_input`, `locked`, `read_only`, `disk_full`.
   */
  async remember(input: RememberInput | string): Promise<Receipt> {
    const { receipts } = await this.rememberAll([input]);
    const [receipt] = receipts;
    if (receipt === undefined) throw new RangeError('a batch of one gave no receipt');
    return receipt;
  }

  /** Remembers many texts in one atomic commit. */
  async rememberAll(inputs: readonly (RememberInput | string)[]): Promise<BatchReceipt> {
    const { userId, rest } = oneUser(listed(inputs, 'inputs').map(asInput));
    const [handle] = this.#bank.asked(definedOnly({ userId }));
    const texts = rest.map((text) => handle.asked(text, true)[1]);
    return handle.core.write(await handle.serve(), texts, 'remember', handle.parts.actor);
  }

  /** Validates the input, including its pictures, and returns; it is committed in the background, in order. Throws `invalid_input`. */
  async accept(input: RememberInput | string): Promise<AcceptedReceipt> {
    const [handle, asked] = this.#bank.asked(asInput(input), true);
    const { accepted } = await handle.serve();
    handle.assertWritable();
    const { actor, pictures } = handle.parts;
    accepted.add(await pinPictures(asked, pictures), actor);
    return { outcome: 'accepted', waiting: accepted.count };
  }

  /** Waits until everything accepted is committed and missing vectors are made, and writes pending usage. Throws the first failure. */
  async flush(): Promise<void> {
    const bank = await this.#bank.open();
    await bank.accepted.settle();
    await bank.writes.run(async () => {
      await bank.uses.flush();
      await bank.parts.flush();
    });
    await bank.late?.idle();
  }

  /** Finds what is relevant to a question, with scores and reasons; results have all or the selected `fields`. Throws `invalid_input`. */
  async recall(profile: WholeProfile | string): Promise<Recollection<Recalled>>;
  async recall<Field extends ResultField>(
    profile: ChosenProfile<Field>,
  ): Promise<Recollection<Chosen<Field>>>;
  async recall(profile: RecallProfile | string): Promise<Recollection>;
  async recall(profile: RecallProfile | string): Promise<Recollection<Recalled>> {
    const [handle, given] = this.#bank.reading(asQuestion(profile), true);
    const bank = await handle.serve();
    const asked = await redactQueryNames(given, bank.name, handle.parts);
    const recollection = await recall(asked, bank.name, bank.state, bank.recall);
    await handle.noteUse(bank, recollection, asked.query ?? '');
    // The signatures above type only the selected fields.
    return recollection as Recollection<Recalled>;
  }

  /** What is relevant to a question, as one labelled text within a token budget, for a model. Throws `invalid_input`. */
  async context(input: ContextInput | string): Promise<InjectedContext> {
    const [handle, given] = this.#bank.reading(asQuestion(input), true);
    const bank = await handle.serve();
    const asked = await redactQueryNames(given, bank.name, handle.parts);
    return composeContext(asked, bank, (used) => handle.noteUse(bank, used, asked.query ?? ''));
  }

  /** What to know at the start of a session, as one labelled text within a token budget: preferences, open matters, the latest. */
  async brief(input: BriefInput = {}): Promise<Brief> {
    const [handle, asked] = this.#bank.reading(input);
    return composeBrief(asked, await handle.serve(), handle.parts);
  }

  /**
   * Explains a recall's ranking: the route of the question, paths, features, terms and times; with `memory`, the step
   * at which that memory was lost. Delivers nothing, so nothing counts as used. Throws `invalid_input`, `not_found`.
   */
  async why(profile: WhyInput | string): Promise<RankingExplanation> {
    const [handle, asked] = this.#bank.reading(asQuestion(profile), true);
    return why(asked, await handle.serve(), handle.parts);
  }

  /**
   * Votes that a result of a recall was `useful`, `irrelevant` or `wrong`, which affects later recalls for similar
   * questions, the memory's usefulness and the quality of its source; or reports the outcome of what was done with a
   * context, which credits its memories. Later feedback replaces earlier. Throws `not_found`, `invalid_input`.
   */
  async feedback(input: FeedbackInput): Promise<Reversible<FeedbackAnswer>> {
    this.#bank.assertWritable();
    return this.#bank.reversing(
      async (bank) => {
        await bank.uses.flush();
        return takeFeedback(await this.#bank.cleaned(input), bank, this.#bank.parts);
      },
      ({ changed }) => changed,
    );
  }

  /** One memory with its evidence, entities and links, even if forgotten; as of `asOf`, if given. Throws `not_found`. */
  async show(id: string, choice: ShowChoice = {}): Promise<Shown> {
    return showMemory(id, choice, await this.#bank.open(), this.#bank.parts);
  }

  /** Memories in pages, in order of recording or the newest first. */
  async list(filter: ListFilter = {}): Promise<ListPage> {
    const [handle, asked] = this.#bank.reading(filter, true);
    const bank = await handle.open();
    return listMemories(await redactQueryNames(asked, bank.name, handle.parts), bank, handle.parts);
  }

  /** Replaces a memory by one with new words, or changes its other fields. Throws `not_found`, `invalid_input`. */
  async update(
    id: string,
    input: Omit<UpdateInput, 'id'> | string,
  ): Promise<Reversible<UpdateReceipt>> {
    return update({ ...(typeof input === 'string' ? { content: input } : input), id }, this.#bank);
  }

  /**
   * Retracts memories by id or filter, or the whole memory of a user, atomically: recall no longer finds them, and
   * `undo` restores them. Throws `not_found`, `invalid_input` if nothing is named.
   */
  async forget(
    what: readonly string[] | ForgetInput,
    why: ForgetChoice | string = {},
  ): Promise<Reversible<ForgetReceipt>> {
    const named = Array.isArray(what) || typeof what !== 'object';
    return forgetWhat(
      {
        ...(named ? { ids: parseIds(what as readonly string[]) } : what),
        ...(typeof why === 'string' ? { reason: why } : why),
      },
      this.#bank,
    );
  }

  /**
   * Restores every record of a change to its previous state, or forgotten memories, as a new change, which can be
   * undone in turn. Throws `not_found` for an unknown hash, `invalid_input` after 30 days, `conflict` if later
   * changes touched the same records, unless `force`.
   */
  async undo(input: UndoInput | string): Promise<Reversible<UndoReceipt>> {
    const asked: UndoInput = typeof input === 'string' ? { hash: input } : { ...input };
    return this.#bank.reversing(
      async (bank) => {
        const reason = await this.#bank.cleaned(asked.reason ?? '');
        return undo({ ...asked, reason }, bank.name, this.#bank.parts);
      },
      ({ undone, records }) => undone !== null || records > 0,
    );
  }

  /** Waits for accepted inputs and closes the file. Safe to call twice. */
  close(): Promise<void> {
    return this.#bank.core.close();
  }
}

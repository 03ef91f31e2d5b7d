import type { z } from 'zod';
import type { ConflictFilter } from './domain/conflict.js';
import type { Delegate } from './domain/access.js';
import { Actor } from './domain/change.js';
import type { FeedbackInput } from './domain/feedback.js';
import type { GoalFilter, GoalInput } from './domain/goal.js';
import type { BankInput } from './domain/bank-input.js';
import { BankName, MemoryId } from './domain/ids.js';
import { InstantInput, type RememberInput } from './domain/input.js';
import type { Opinion, OpinionFilter, OpinionMoveInput, OpinionReceipt } from './domain/opinion.js';
import { parseInput } from './domain/parse-input.js';
import type { ChosenProfile, RecallProfile, ResultField, WholeProfile } from './domain/profile.js';
import type { BatchReceipt, Receipt } from './domain/receipt.js';
import type { ReflectInput, ReflectReport } from './domain/reflection.js';
import type { Chosen, Recalled, Recollection } from './domain/recollection.js';
import type { Reversible } from './domain/reversal.js';
import { withReversal } from './curate/reversal-hash.js';
import {
  isA,
  listHierarchy,
  type HierarchyAnswer,
  type HierarchyInput,
  type IsAAnswer,
  type IsAInput,
} from './engine/hierarchy.js';
import { asInput, listed } from './engine/arguments.js';
import { known } from './engine/bank-there.js';
import { composeContext, type InjectedContext } from './engine/context/compose-context.js';
import type { ContextInput } from './engine/context/context-input.js';
import { composeBrief, type Brief, type BriefInput } from './engine/context/compose-brief.js';
import { listMemories, type ListFilter, type ListPage } from './engine/list.js';
import { diagnose, type Diagnosis } from './engine/diagnose.js';
import { BankParadigms } from './engine/bank-paradigms.js';
import type { OpenBank } from './engine/core.js';
import {
  listGoals,
  removeGoal,
  setGoal,
  type GoalList,
  type GoalReceipt,
  type GoalRemoval,
} from './engine/purpose/goals.js';
import { reportPurpose, type PurposeReport } from './engine/purpose/purpose-report.js';
import { importInto } from './engine/import-into.js';
import type { ImportStream } from './engine/open-source.js';
import { listRecent, type RecentFilter, type RecentMemories } from './engine/list-recent.js';
import {
  searchByPurpose,
  type PurposeMatches,
  type PurposeQuery,
} from './engine/purpose/purpose-search.js';
import { configureBank, type BankReceipt } from './engine/reflection/configure-bank.js';
import { findOpinion, listOpinions } from './engine/reflection/find-opinions.js';
import { hasKnowledge, type Knowledge } from './engine/reflection/knowledge.js';
import { moveOpinion } from './engine/reflection/move-opinion.js';
import { reflectOnBank } from './engine/reflection/reflect-bank.js';
import {
  resolveEntity,
  type ResolvedEntity,
  type ResolveEntityInput,
} from './engine/reflection/resolve-entity.js';
import { listConflicts, type ConflictPage } from './engine/truth/list-conflicts.js';
import { namesAsKept } from './engine/names-as-kept.js';
import { parseSessionId, SessionMemory } from './engine/session-memory.js';
import { showMemory, type Shown } from './engine/show.js';
import { routeQuestion, type RouteAnswer } from './engine/route.js';
import { reindex, type ReindexOptions, type ReindexReport } from './engine/reindex.js';
import { readStatistics, type Statistics } from './engine/statistics.js';
import { giveFeedback, type FeedbackReceipt } from './feedback/give-feedback.js';
import type { ImportOptions, ImportReport } from './importing/import-text.js';
import { recall } from './recall/recall.js';
import type { ReflectOptions } from './reflect/ports.js';
import { pinPictures } from './remember/read-pictures.js';

/** An input that is kept but not yet committed: {@link Mneme.flush} waits for it. */
export interface AcceptedReceipt {
  readonly outcome: 'accepted';
  /** Inputs accepted and not yet committed, this one included. */
  readonly waiting: number;
}

/** A memory for agents: one bank of an open file, made by `openMemory`. A verb that throws `MnemeError` has changed nothing. */
export class Mneme extends BankParadigms {
  /** The same file, another bank; founded on first use. Throws `invalid_input` for a bad name. */
  bank(name: string): Mneme {
    return new Mneme(this.core, known(parseInput(BankName, name, 'bank'), this.core.parts));
  }

  /**
   * The same bank for somebody else: the journal has their name, and no bank but those of `within` is told of. A `guest` cannot lower how a
   * bank is guarded, and exports they bring are text of others. Throws `invalid_input`.
   */
  as(name: string, within: readonly string[] | null = null, standing: Delegate = 'admin'): Mneme {
    const actor = parseInput(Actor, name, 'actor');
    return new Mneme(this.core.actingAs({ actor, within, standing }), this.bankName);
  }

  /** The same bank for an agent that is served by whoever opened it. */
  asGuest(): Mneme {
    return new Mneme(this.core.actingAs({ ...this.core.parts, standing: 'guest' }), this.bankName);
  }

  /**
   * Takes one text into memory and waits until it is durably committed. A text that is there already becomes evidence for
   * it; text that this memory delivered itself is not taken in. Throws `invalid_input`, `locked`, `read_only`, `disk_full`.
   */
  async remember(input: RememberInput | string): Promise<Receipt> {
    const { receipts } = await this.rememberAll([input]);
    const [receipt] = receipts;
    if (receipt === undefined) throw new RangeError('a batch of one gave no receipt');
    return receipt;
  }

  /** Takes many texts in, in one commit: all of them or none. */
  async rememberAll(inputs: readonly (RememberInput | string)[]): Promise<BatchReceipt> {
    return this.core.write(
      await this.core.serve(this.bankName),
      listed(inputs, 'inputs').map(asInput),
      'remember',
      this.core.parts.actor,
    );
  }

  /** Checks the input, its pictures too, and returns; it is committed in the background, in order. Throws `invalid_input`. */
  async accept(input: RememberInput | string): Promise<AcceptedReceipt> {
    const bank = await this.core.serve(this.bankName);
    this.assertWritable();
    bank.accepted.add(
      await pinPictures(asInput(input), this.core.parts.pictures),
      this.core.parts.actor,
    );
    return { outcome: 'accepted', waiting: bank.accepted.count };
  }

  /**
   * Waits until everything accepted is committed and vectors under way are there, and writes down what recalls used. Throws
   * the first failure among them.
   */
  async flush(): Promise<void> {
    const bank = await this.open();
    await bank.accepted.settle();
    await bank.writes.run(async () => {
      await bank.uses.flush();
      await bank.purpose.flush();
    });
    await bank.late?.idle();
  }

  /** Finds what bears on a question, with scores and reasons; each result whole, or of the chosen `fields`. Throws `invalid_input` for a bad profile. */
  async recall(profile: WholeProfile | string): Promise<Recollection<Recalled>>;
  async recall<Field extends ResultField>(
    profile: ChosenProfile<Field>,
  ): Promise<Recollection<Chosen<Field>>>;
  async recall(profile: RecallProfile | string): Promise<Recollection>;
  async recall(profile: RecallProfile | string): Promise<Recollection<Recalled>> {
    const bank = await this.core.serve(this.bankName);
    const asked =
      typeof profile === 'string'
        ? { query: profile }
        : await namesAsKept(profile, bank.name, this.core.parts);
    const recollection = await recall(asked, bank.name, bank.state, bank.recall);
    await this.noteUse(bank, recollection, asked.query ?? '');
    // What `fields` leave out, no signature above promises.
    return recollection as Recollection<Recalled>;
  }

  /** What bears on a question as one labelled text under a token budget, for a model to read. Throws `invalid_input`. */
  async context(input: ContextInput | string): Promise<InjectedContext> {
    const bank = await this.core.serve(this.bankName);
    const asked =
      typeof input === 'string'
        ? { query: input }
        : await namesAsKept(input, bank.name, this.core.parts);
    return composeContext(asked, bank, (used) => this.noteUse(bank, used, asked.query ?? ''));
  }

  /** What to know before a session begins, as one labelled text under a token budget: preferences, what is open, what was last. */
  async brief(input: BriefInput = {}): Promise<Brief> {
    const bank = await this.core.serve(this.bankName);
    return composeBrief(input, bank, this.core.parts);
  }

  /** The working memory of one session: what is being talked about and worked on. Throws `invalid_input` for a bad name. */
  session(id: string): SessionMemory {
    return new SessionMemory(
      parseSessionId(id),
      async () => (await this.open()).name,
      this.core.parts,
    );
  }

  /**
   * Says whether a result of a recall was `useful`, `irrelevant` or `wrong`; a second vote on it replaces the first. Later recalls
   * for like questions, the memory's usefulness and what is known of its source follow it. Throws `not_found`, `invalid_input`.
   */
  async feedback(input: FeedbackInput): Promise<Reversible<FeedbackReceipt>> {
    const bank = await this.open();
    this.assertWritable();
    return bank.writes.run(async () => {
      await bank.uses.flush();
      const receipt = await giveFeedback(await this.cleaned(input), bank.name, this.core.parts);
      return withReversal(bank.name, receipt, receipt.changed);
    });
  }

  /** Where a question leads: what it is after, which paradigms and layers answer it, how. Does not recall. Throws `invalid_input`. */
  async route(query: string): Promise<RouteAnswer> {
    await this.open();
    return routeQuestion({ query });
  }

  /** One memory with its history, entities and links; also when it is forgotten; `asOf` as it was then. Throws `not_found`. */
  async show(
    id: string,
    { asOf }: { readonly asOf?: z.input<typeof InstantInput> } = {},
  ): Promise<Shown> {
    const bank = await this.open();
    return showMemory(
      parseInput(MemoryId, id, 'id'),
      bank,
      this.core.parts.store,
      asOf === undefined ? undefined : parseInput(InstantInput, asOf, 'asOf'),
    );
  }

  /** Memories page by page, in order of recording. */
  async list(filter: ListFilter = {}): Promise<ListPage> {
    const bank = await this.open();
    return listMemories(
      await namesAsKept(filter, bank.name, this.core.parts),
      bank,
      this.core.parts,
    );
  }

  /** What was remembered last, the newest first. What reflection wrote is left out. */
  async recent(filter: RecentFilter = {}): Promise<RecentMemories> {
    const bank = await this.open();
    return listRecent(await namesAsKept(filter, bank.name, this.core.parts), bank);
  }

  /** Whether one thing is a kind or a part of another, link by link, with the memories that told it. Throws `not_found` for an unknown name. */
  async isA(input: IsAInput): Promise<IsAAnswer> {
    return isA(input, await this.open(), this.core.parts.store);
  }

  /** What a thing is, or what is of it, the nearest first. Throws `not_found` for an unknown name. */
  async hierarchy(input: HierarchyInput | string): Promise<HierarchyAnswer> {
    return listHierarchy(
      typeof input === 'string' ? { name: input } : input,
      await this.open(),
      this.core.parts.store,
    );
  }

  /** Where memories contradict each other, newest first; `scan` reads the whole bank for it. Throws `invalid_input`, `read_only` for a scan. */
  async conflicts(filter: ConflictFilter = {}): Promise<ConflictPage> {
    return listConflicts(filter, await this.open(), this.core.parts);
  }

  /**
   * Takes a file or a stream of text in, in any of `IMPORT_FORMATS`; an export of a bank with its checksums goes whole
   * into an empty one, without them it is text of others. Running it again adds nothing; stopping it in between
   * harms nothing. Throws `denied` for a guest who asks for settings, `malformed_import` naming the line, unless `skipBad` is set; then bad lines are counted.
   */
  async import(source: string | ImportStream, options: ImportOptions = {}): Promise<ImportReport> {
    const bank = await this.core.serve(this.bankName);
    this.assertWritable();
    return importInto(source, options, bank, this.core);
  }

  /** Sets a goal of the bank, or changes the one that `id` names. Throws `invalid_input` when it does not fit the tree, `not_found`. */
  async setGoal(input: GoalInput): Promise<Reversible<GoalReceipt>> {
    return this.reversing(
      async (bank) => setGoal(await this.cleaned(input), bank.name, this.core.parts),
      ({ changed }) => changed,
    );
  }

  /** The bank's goals as a tree, each before those that serve it. */
  async goals(filter: GoalFilter = {}): Promise<GoalList> {
    return listGoals(filter, (await this.open()).name, this.core.parts);
  }

  /** Takes a goal out of the tree; with `subtree`, those that serve it too. Throws `not_found`, `invalid_input` while others serve it. */
  async removeGoal(
    id: string,
    options: { readonly subtree?: boolean } = {},
  ): Promise<Reversible<GoalRemoval>> {
    return this.reversing((bank) =>
      removeGoal(id, options.subtree === true, bank.name, this.core.parts),
    );
  }

  /** How the latest memories serve the bank's goals, and how that went on. A diagnostic: recall does not read it. */
  async purpose(): Promise<PurposeReport> {
    return this.writing((bank) => reportPurpose(bank.purpose));
  }

  /** Memories that serve the same end as a memory, or that serve a goal. Throws `not_found`. */
  async findByPurpose(query: PurposeQuery): Promise<PurposeMatches> {
    return searchByPurpose(query, (await this.open()).purpose);
  }

  /**
   * Writes observations, opinions and principles from what changed, each on named memories, each in a change of its own; a second
   * run changes nothing. Throws `not_found` for an unknown name, `interrupted` between two changes, `read_only`, `invalid_input`.
   */
  async reflect({
    signal,
    onProgress,
    ...input
  }: ReflectInput & ReflectOptions = {}): Promise<ReflectReport> {
    const bank = await this.core.serve(this.bankName);
    this.assertWritable();
    return reflectOnBank(input, bank, this.core.parts, {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
  }

  /** Sets how the bank reflects and how it treats what comes in. Facts are never coloured by the former; the latter holds for what comes in from now on. */
  async configure(input: BankInput): Promise<Reversible<BankReceipt>> {
    return this.reversing(
      (bank) => configureBank(input, bank.name, this.core.parts),
      ({ changed }) => changed,
    );
  }

  /** Opinions that stand, the surest first; with `below`, the least sure first. */
  async opinions(filter: OpinionFilter = {}): Promise<readonly Opinion[]> {
    return listOpinions(filter, await this.open(), this.core.parts);
  }

  /** The surest opinion that somebody holds, or on a matter; null when there is none. */
  async findOpinion(about: string): Promise<Opinion | null> {
    return findOpinion(about, await this.open(), this.core.parts);
  }

  /** Moves an opinion a step up. Throws `not_found`, `invalid_input` for what is no opinion. */
  async reinforceOpinion(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.reversing(
      async (bank) => moveOpinion('reinforce', await this.cleaned(input), bank, this.core.parts),
      ({ changed }) => changed,
    );
  }

  /** Moves an opinion a step down. Throws as {@link reinforceOpinion}. */
  async weakenOpinion(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.reversing(
      async (bank) => moveOpinion('weaken', await this.cleaned(input), bank, this.core.parts),
      ({ changed }) => changed,
    );
  }

  /** Moves an opinion two steps down. Throws as {@link reinforceOpinion}. */
  async contradictOpinion(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.reversing(
      async (bank) => moveOpinion('contradict', await this.cleaned(input), bank, this.core.parts),
      ({ changed }) => changed,
    );
  }

  /** Whether the bank knows something of an entity or a topic, with counts. */
  async hasKnowledge(about: string): Promise<Knowledge> {
    return hasKnowledge(about, await this.open(), this.core.parts);
  }

  /** Which entity a name means, told from its letters, the names met beside it and when it was met. */
  async resolveEntity(
    name: string,
    context: Omit<ResolveEntityInput, 'name'> = {},
  ): Promise<ResolvedEntity> {
    return resolveEntity({ ...context, name }, await this.open(), this.core.parts);
  }

  /** What the bank holds and how its recalls went. */
  async stats(): Promise<Statistics> {
    return readStatistics(await this.open(), this.core.parts);
  }

  /** Checks the file and says which parts serve it; with `rebuild`, makes every derived part anew from the memories. */
  async doctor(
    options: { rebuild?: boolean; onProgress?: (done: number, total: number) => void } = {},
  ): Promise<Diagnosis> {
    return diagnose(this.core.parts, options, () => this.core.openAnew());
  }

  /**
   * Fills the bank by another encoder, or makes the vectors that are missing. Recall goes on meanwhile; stopping it harms
   * nothing, and the next run goes on from there. Throws `unavailable`, `interrupted`, `read_only`, `invalid_input`.
   */
  async reindex(options: ReindexOptions = {}): Promise<ReindexReport> {
    const bank = await this.open();
    this.assertWritable();
    await bank.late?.idle();
    return reindex(bank.name, bank.writes, this.core.parts, options);
  }

  /** Waits for what was accepted and closes the file. Safe to call twice. */
  close(): Promise<void> {
    return this.core.close();
  }

  private async noteUse(
    bank: OpenBank,
    recollection: Pick<Recollection, 'id' | 'plan' | 'delivered'>,
    query: string,
  ): Promise<void> {
    const now = this.core.parts.clock.now();
    for (const id of recollection.delivered)
      bank.state.index.noteUse(bank.state.index.slot(id), now);
    // What was asked with a secret in it is written down nowhere.
    if ((await bank.privacy.at(bank.state.sequence)).mayNote(query))
      bank.uses.note(recollection, now);
  }
}

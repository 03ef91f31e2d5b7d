import type { Principal } from '../domain/access.js';
import { MnemeError } from '../domain/errors.js';
import { KEPT_RECALLS } from '../domain/feedback.js';
import { BankName } from '../domain/ids.js';
import { parseInput, type RememberInput } from '../domain/input.js';
import type { BatchReceipt } from '../domain/receipt.js';
import { BankState } from '../indexes/bank-state.js';
import { SequenceCache } from '../indexes/caches.js';
import { normaliseName } from '../language/entity-names.js';
import type { VectorIndex } from '../ports/indexes.js';
import { assertJudges } from '../recall/confidence/judgement.js';
import { CODE_FEATURES } from '../recall/ranking/code/code-features.js';
import { ReadTexts } from '../recall/passage-worth.js';
import { createRecallCaches } from '../recall/recall-context.js';
import { RecallCache } from '../recall/recall-cache.js';
import { assertFits } from '../recall/ranking/fusion-model.js';
import { remember, type RememberOptions } from '../remember/remember.js';
import { BankPrivacy } from '../safety/bank-privacy.js';
import { AcceptedInputs, UsageRecorder, WriteQueue } from './writes.js';
import { BankHierarchies } from './bank-links.js';
import {
  BankParts,
  closeBank,
  codeJudgeOf,
  type EngineParts,
  type FlowParts,
  type OpenBank,
  OpenBankCache,
} from './open-bank.js';
import { getOrCreateBank } from './deleted-banks.js';
import { encoderOf, foreignEncoder, VectorBackfill, vectorsFor } from './memory-vectors.js';
import { BankSpaces } from './bank-spaces.js';
import { storeFor } from './reader-view.js';
import type { Store } from '../ports/store.js';
import { LearnedState } from './learned/learned-state.js';
import { sweepExpired } from './expiry.js';

export type { EngineParts, FlowParts, OpenBank } from './open-bank.js';

/** Maximum number of readers whose view of the store is kept. */
const MAX_VIEWS = 64;

/** State shared by every handle on one file. */
interface SharedBanks {
  readonly banks: OpenBankCache;
  /** The store as each reader may see it, the last used at the end. */
  readonly views: Map<string, Store>;
  closed: boolean;
}

/** An open file and its open banks; the banks are shared by all principals' handles. */
export class OpenFile {
  readonly #file: SharedBanks;
  readonly #readers: string;

  constructor(
    readonly parts: EngineParts,
    file?: SharedBanks,
    /** On whose behalf it reads; empty for the owner. */
    readers = '',
  ) {
    this.#readers = readers;
    this.#file = file ?? {
      views: new Map(),
      banks: new OpenBankCache({
        bytes: parts.bankBytes ?? null,
        ticks: () => parts.clock.ticks(),
        settle: (opening) => closeBank(opening, this.parts),
      }),
      closed: false,
    };
    assertFits(parts.model);
    assertJudges(parts.certainty);
    assertFits(parts.codeModel, CODE_FEATURES);
  }

  /** The same open file, acting for another principal. */
  actingAs(principal: Principal): OpenFile {
    const { parts } = this;
    const { recipient } = principal;
    if (recipient === undefined)
      return new OpenFile({ ...parts, ...principal }, this.#file, this.#readers);
    // Whoever reads for somebody stays within what that one may know, too.
    const key = `${this.#readers}\u0000${normaliseName(recipient)}`;
    const store = this.#file.views.get(key) ?? storeFor(recipient, parts.store);
    this.#file.views.delete(key);
    this.#file.views.set(key, store);
    const [oldest = key] = this.#file.views.keys();
    if (this.#file.views.size > MAX_VIEWS) this.#file.views.delete(oldest);
    return new OpenFile({ ...parts, ...principal, store }, this.#file, key);
  }

  /**
   * The open bank of that name, created if it is new, without expired memories. Throws `invalid_input` for a bad
   * name, `closed` after close.
   */
  async open(name: string): Promise<OpenBank> {
    const bank = await this.#there(name);
    // Verbs that use the index follow the journal, which tracks expiry; others query the store directly, so sweep now.
    if (!this.parts.readOnly) await sweepExpired(bank.name, this.parts);
    return bank;
  }

  /** {@link #held}, reopened if it has been deleted or replaced since, here or by another process. */
  async #there(name: string): Promise<OpenBank> {
    const bank = await this.#held(name);
    const row = await this.parts.store.bank(bank.name);
    if (row?.createdAt === bank.createdAt && row.settings.deletedAt === null) return bank;
    await this.letGo(bank.name);
    return this.#held(name);
  }

  /** {@link #held}, level with the journal, which shows a deletion like any change. */
  async #followed(name: string): Promise<OpenBank> {
    const bank = await this.#held(name);
    if (bank.refusal !== null) return bank;
    bank.parts.asked();
    try {
      await bank.state.follow();
      if ((await bank.state.settings()).deletedAt === null)
        return bank.state.erased ? await this.#followed(name) : bank;
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'not_found')) throw error;
    }
    await this.letGo(bank.name);
    const anew = await this.#held(name);
    await anew.state.follow();
    return anew;
  }

  /** Each reader has an open bank of their own: its index and caches hold nothing else. */
  #keyOf(name: BankName): BankName {
    return `${name}${this.#readers}` as BankName;
  }

  #held(name: string): Promise<OpenBank> {
    if (this.#file.closed)
      throw new MnemeError('closed', 'The memory is closed.', {
        hint: 'Open it again with openMemory().',
      });
    // A name under which a bank is open was validated when it was opened.
    const opening = this.#file.banks.get(this.#keyOf(name as BankName));
    if (opening !== undefined)
      return opening.then((open) => (open.state.erased ? this.#successor(open) : open));
    const read = parseInput(BankName, name, 'bank');
    return this.#file.banks.open(this.#keyOf(read), () => this.#open(read));
  }

  /** The replacement for an open bank from which records were erased; opened once. */
  async #successor(erased: OpenBank): Promise<OpenBank> {
    if ((await this.#file.banks.get(this.#keyOf(erased.name))) === erased) this.openAnew(erased);
    return this.#held(erased.name);
  }

  /** {@link open}, for verbs that compare vectors. Throws `invalid_input` naming `mneme reindex` if another encoder filled the bank. */
  async serve(name: string): Promise<OpenBank> {
    const bank = await this.#followed(name);
    if (bank.refusal === null)
      return bank.state.index.ends.next <= this.parts.clock.now() ? this.#swept(bank) : bank;
    // Another process, or this one, may have reindexed it since.
    const { encoder } = (await this.parts.store.bank(bank.name)) ?? { encoder: '' };
    if (encoderOf(encoder, this.parts) === undefined) throw bank.refusal;
    if ((await this.#file.banks.get(this.#keyOf(bank.name))) === bank)
      this.#file.banks.drop(this.#keyOf(bank.name));
    return this.serve(name);
  }

  /** The bank without expired memories. Opened read-only, it is loaded again, as its store hides them. */
  async #swept(bank: OpenBank): Promise<OpenBank> {
    const { index } = bank.state;
    if (this.parts.readOnly) {
      if ((await this.#file.banks.get(this.#keyOf(bank.name))) === bank) this.openAnew(bank);
      const anew = await this.#held(bank.name);
      await anew.state.follow();
      return anew;
    }
    await sweepExpired(bank.name, this.parts);
    await bank.state.follow();
    index.ends.settle();
    return bank;
  }

  /** Closes a bank, if open, after committing what was accepted for it. */
  async letGo(name: BankName): Promise<void> {
    const key = this.#keyOf(name);
    const opening = this.#file.banks.get(key);
    if (opening === undefined) return;
    this.#file.banks.drop(key);
    // If the bank is deleted, its pending writes are dropped.
    await closeBank(opening, this.parts).catch((error: unknown) => {
      if (!(MnemeError.is(error) && error.code === 'not_found')) throw error;
    });
  }

  /** Discards the open state of a bank whose content was replaced, or of all banks. */
  openAnew(bank?: OpenBank): void {
    if (bank === undefined) this.#file.banks.clear();
    else this.#file.banks.drop(this.#keyOf(bank.name));
  }

  /** Remembers in one commit, queued with the bank's other writes. */
  write(
    bank: OpenBank,
    inputs: readonly RememberInput[],
    verb: 'remember' | 'import',
    actor: string,
  ): Promise<BatchReceipt> {
    return bank.writes.run(() => this.#tell(bank, inputs, { verb, actor }));
  }

  /** The receipts that remembering these texts would give; nothing is written. */
  rehearse(bank: OpenBank, inputs: readonly RememberInput[]): Promise<BatchReceipt> {
    const { actor } = this.parts;
    return bank.writes.run(() =>
      remember(inputs, bank.name, bank.state, this.parts, {
        verb: 'remember',
        actor,
        rehearsal: true,
      }),
    );
  }

  /** For verbs that remember texts in the same change as their own records, and already run in the write queue. */
  get flowParts(): FlowParts {
    return {
      ...this.parts,
      tell: (bank, inputs, verb, alongside) =>
        this.#tell(bank, inputs, { verb, actor: this.parts.actor, alongside }),
    };
  }

  async #tell(
    bank: OpenBank,
    inputs: readonly RememberInput[],
    options: RememberOptions,
  ): Promise<BatchReceipt> {
    await bank.uses.flush();
    const told = await remember(inputs, bank.name, bank.state, this.parts, options);
    bank.late?.noteWrite(told.withoutVector);
    const receipt = await bank.parts.afterRemember(told);
    this.parts.observer.flow({
      flow: 'remember',
      steps: receipt.timings,
      cacheHit: null,
      queryHash: null,
      outcomes: receipt.receipts.map(({ outcome }) => outcome),
      rewards: receipt.receipts.flatMap(({ worth }) => worth?.reward ?? []),
    });
    return receipt;
  }

  /** Waits for accepted inputs, writes recorded usage, and closes the store. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#file.closed) return;
    this.#file.closed = true;
    try {
      // One bank's failure must not stop the others from writing.
      const settled = await Promise.allSettled(this.#file.banks.settled());
      const failed = settled.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    } finally {
      await this.parts.store.close();
    }
  }

  /**
   * Writes pending recall records, so that another process may vote on them. Not awaited; on failure the next write
   * retries.
   */
  #writeDown(bank: OpenBank): void {
    if (this.#file.closed || this.parts.readOnly || !bank.uses.due()) return;
    bank.writes.run(() => bank.uses.flush()).catch(() => undefined);
  }

  async #open(name: BankName): Promise<OpenBank> {
    const { store, clock, encoder, pictures, stemmer, readOnly, cacheCapacity, embedder, actor } =
      this.parts;
    const bank = await getOrCreateBank(name, this.parts);
    const refusal =
      encoderOf(bank.encoder, this.parts) === undefined
        ? foreignEncoder(name, bank.encoder, this.parts)
        : null;
    const vectors = (encoder: string): VectorIndex =>
      refusal === null ? vectorsFor(name, encoder, this.parts) : this.parts.createVectors(1);
    const state = new BankState({
      store,
      bank: name,
      createdAt: bank.createdAt,
      space: 'semantic',
      encoder: bank.encoder,
      causal: this.parts.causal.id,
      imageEncoder: pictures.space.id,
      vectors,
      foldName: normaliseName,
      stemmer,
    });
    const writes = new WriteQueue();
    const parts = new BankParts(this.parts.modules, {
      ...this.parts,
      // Work in the background is of the whole bank: the owner's own does it.
      readOnly: readOnly || this.#readers !== '',
      bank: name,
      state,
      writes,
      tell: (inputs, verb, alongside) => this.#tell(open, inputs, { verb, actor, alongside }),
    });
    const open: OpenBank = {
      name,
      createdAt: bank.createdAt,
      state,
      writes,
      refusal,
      late:
        readOnly || embedder === undefined || refusal !== null
          ? null
          : new VectorBackfill({ bank: name, state, writes, store, clock, embedder, actor }),
      accepted: new AcceptedInputs((inputs, by) => this.write(open, inputs, 'remember', by)),
      uses: new UsageRecorder(
        ({ used, recalls, at }) =>
          readOnly
            ? Promise.resolve()
            : store.recordUsage(name, used, at, { recalls, keep: KEPT_RECALLS }),
        () => this.parts.later?.(() => this.#writeDown(open)),
      ),
      privacy: new SequenceCache(async () =>
        BankPrivacy.by(await state.settings(), name, this.parts),
      ),
      parts,
      learned: new LearnedState({ store, bank: name, encoder, stemmer }),
      hierarchies: new BankHierarchies(store, name, (memory) =>
        state.index.isLive(state.index.slot(memory)),
      ),
      spaces: new BankSpaces({ ...this.parts, bank: name, state, multimodal: pictures.space }),
      read: new ReadTexts(),
      recall: {
        ...this.parts,
        kept: parts,
        cache: new RecallCache(cacheCapacity),
        ...createRecallCaches(),
        code: codeJudgeOf(name, this.parts),
        procedures: (task, limit) => this.parts.procedures(task, limit, open, this.parts),
        idle: [],
      },
    };
    if (embedder?.id === bank.encoder) open.late?.start();
    return open;
  }
}

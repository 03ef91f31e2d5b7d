import type { Principal } from '../domain/access.js';
import { MnemeError } from '../domain/errors.js';
import { KEPT_RECALLS } from '../domain/feedback.js';
import { BankName } from '../domain/ids.js';
import { parseInput } from '../domain/parse-input.js';
import type { RememberInput } from '../domain/input.js';
import type { BatchReceipt } from '../domain/receipt.js';
import { BankState } from '../indexes/bank-state.js';
import { KeptUntilChanged } from '../indexes/kept-until-changed.js';
import { normaliseName } from '../language/entity-names.js';
import { codeTranslations } from '../language/code/code-translations.js';
import { codeSynonyms } from '../language/code/code-synonyms.js';
import type { VectorIndex } from '../ports/vector-index.js';
import { assertJudges } from '../recall/confidence/certainty-model.js';
import { CodeMemories } from '../recall/code-memories.js';
import { CODE_FEATURES } from '../recall/ranking/code/code-features.js';
import { ReadTexts } from '../recall/distill/read-texts.js';
import { keepReadings } from '../recall/kept-readings.js';
import { RecallCache } from '../recall/recall-cache.js';
import type { CodeJudge } from '../recall/ranking/code-ranking.js';
import { assertFits } from '../recall/ranking/fusion-model.js';
import { remember, type RememberOptions } from '../remember/remember.js';
import { BankPrivacy } from '../safety/bank-privacy.js';
import { Accepted } from './accepted.js';
import { BankHierarchies } from './bank-hierarchies.js';
import { BankParts } from './bank-parts.js';
import { encoderOf, foreignEncoder, preferred, vectorsFor } from './encoders.js';
import { BankSpaces } from './spaces/bank-spaces.js';
import { LearnedState } from './learned/learned-state.js';
import { LateVectors } from './late-vectors.js';
import { sweepExpired } from './sweep-expired.js';
import { UseObserver } from './use-observer.js';
import { WriteQueue } from './write-queue.js';
import type { EngineParts, FlowParts, OpenBank } from './open-bank.js';

export type { EngineParts, FlowParts, OpenBank } from './open-bank.js';

/** Maximum number of open banks; a bank of a few memories takes about 0.2 MB. */
const MAX_OPEN = 256;
/** A bank used this recently, in milliseconds, may still be in use. */
const IN_USE_MS = 60_000;

/** What every handle on one file shares, whoever it acts for. */
interface SharedBanks {
  readonly banks: Map<BankName, Promise<OpenBank>>;
  /** When each was last asked for, least recent first. */
  readonly used: Map<BankName, number>;
  /** Banks being closed to make room. */
  readonly leaving: Map<BankName, Promise<void>>;
  closed: boolean;
}

/** Keeps banks open; shared by every handle on one file. */
export class OpenFile {
  readonly #file: SharedBanks;

  constructor(
    readonly parts: EngineParts,
    file: SharedBanks = { banks: new Map(), used: new Map(), leaving: new Map(), closed: false },
  ) {
    this.#file = file;
    assertFits(parts.model);
    assertJudges(parts.certainty);
    assertFits(parts.codeModel, CODE_FEATURES);
  }

  /** The same open file, acting for another principal. */
  actingAs(principal: Principal): OpenFile {
    return new OpenFile({ ...this.parts, ...principal }, this.#file);
  }

  /**
   * The open bank of that name, founded when it is new, without what is over by now. Throws `invalid_input` for a bad name, `closed`
   * after close.
   */
  async open(name: string): Promise<OpenBank> {
    const bank = await this.#held(name);
    // Who reads memories by the index follows the journal, which tells what ends; the others ask the store, as they do for all else.
    if (!this.parts.readOnly) await sweepExpired(bank.name, this.parts);
    return bank;
  }

  #held(name: string): Promise<OpenBank> {
    if (this.#file.closed)
      throw new MnemeError('closed', 'The memory is closed.', {
        hint: 'Open it again with openMemory().',
      });
    this.#noteUse(name as BankName);
    // The name of an open bank was validated when it was opened.
    const opening = this.#file.banks.get(name as BankName);
    return opening === undefined
      ? this.#openAnew(parseInput(BankName, name, 'bank'))
      : opening.then((open) => (open.state.erased ? this.#successor(open) : open));
  }

  #noteUse(name: BankName): void {
    this.#file.used.delete(name);
    this.#file.used.set(name, this.parts.clock.ticks());
  }

  #openAnew(name: BankName): Promise<OpenBank> {
    this.#makeRoom();
    const leaving = this.#file.leaving.get(name)?.catch(() => undefined);
    const opening = leaving === undefined ? this.#open(name) : leaving.then(() => this.#open(name));
    this.#file.banks.set(name, opening);
    opening.catch(() => this.#file.banks.delete(name));
    return opening;
  }

  /** Closes banks that nobody has used for a while: where each user has a bank, their number is unlimited. */
  #makeRoom(): void {
    const { banks, used, leaving } = this.#file;
    const now = this.parts.clock.ticks();
    for (const [name, at] of used) {
      if (banks.size < MAX_OPEN || now - at < IN_USE_MS) return;
      const opening = banks.get(name);
      used.delete(name);
      banks.delete(name);
      if (opening === undefined) continue;
      const closing = this.#settle(opening);
      leaving.set(name, closing);
      // Failures are reported when the file is closed.
      closing.then(
        () => leaving.delete(name),
        () => undefined,
      );
    }
  }

  /** The replacement for an open bank from which records were erased; made once. */
  async #successor(erased: OpenBank): Promise<OpenBank> {
    if ((await this.#file.banks.get(erased.name)) === erased) this.openAnew(erased);
    return this.#held(erased.name);
  }

  /** {@link open}, for verbs that compare vectors. Throws `invalid_input` naming `mneme reindex` when another encoder filled the bank. */
  async serve(name: string): Promise<OpenBank> {
    const bank = await this.#held(name);
    if (bank.refusal === null) {
      bank.parts.asked();
      await bank.state.follow();
      if (bank.state.erased) return this.serve(name);
      return bank.state.index.ends.next <= this.parts.clock.now() ? this.#swept(bank) : bank;
    }
    // Another process, or this one, may have reindexed it since.
    const { encoder } = (await this.parts.store.bank(bank.name)) ?? { encoder: '' };
    if (encoderOf(encoder, this.parts) === undefined) throw bank.refusal;
    if ((await this.#file.banks.get(bank.name)) === bank) this.#file.banks.delete(bank.name);
    return this.serve(name);
  }

  /** The bank without what is over by now. A file that is open only to read is read anew, as its store leaves that out. */
  async #swept(bank: OpenBank): Promise<OpenBank> {
    const { index } = bank.state;
    if (this.parts.readOnly) {
      if ((await this.#file.banks.get(bank.name)) === bank) this.openAnew(bank);
      const anew = await this.#held(bank.name);
      await anew.state.follow();
      return anew;
    }
    await sweepExpired(bank.name, this.parts);
    await bank.state.follow();
    index.ends.settle();
    return bank;
  }

  /** Drops the caches of a bank whose whole content was replaced, or of all banks. */
  openAnew(bank?: OpenBank): void {
    if (bank === undefined) this.#file.banks.clear();
    else this.#file.banks.delete(bank.name);
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

  /** What remembering these texts would come to; nothing is written. */
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

  /** For verbs that remember texts in the same change as their records; these already run in the write queue. */
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
    const receipt = await remember(inputs, bank.name, bank.state, this.parts, options);
    this.parts.observer.flow({
      flow: 'remember',
      steps: receipt.timings,
      cacheHit: null,
      queryHash: null,
      outcomes: receipt.receipts.map(({ outcome }) => outcome),
    });
    bank.late?.noteWrite(receipt.withoutVector);
    return bank.parts.afterRemember(receipt);
  }

  /** Waits for accepted inputs, writes recorded usage, and closes the store. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#file.closed) return;
    this.#file.closed = true;
    try {
      // A failure in one bank must not keep the others from being written.
      const settled = await Promise.allSettled([
        ...this.#file.leaving.values(),
        ...[...this.#file.banks.values()].map((opening) => this.#settle(opening)),
      ]);
      const failed = settled.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    } finally {
      await this.parts.store.close();
    }
  }

  async #settle(opening: Promise<OpenBank>): Promise<void> {
    const bank = await opening.catch(() => null);
    if (bank === null) return;
    try {
      await bank.accepted.settle();
    } finally {
      await bank.late?.stop();
      await bank.parts.close();
      await bank.writes.idle();
      await bank.uses.flush();
      await bank.parts.flush();
      if (!this.parts.readOnly && bank.refusal === null) await bank.state.keep();
    }
  }

  /**
   * Writes what recalls delivered, so that another process may vote on it. Nobody waits for it; at worst
   * the next write does it.
   */
  #writeDown(bank: OpenBank): void {
    if (this.#file.closed || this.parts.readOnly || !bank.uses.due()) return;
    bank.writes.run(() => bank.uses.flush()).catch(() => undefined);
  }

  #codeJudge(name: BankName): CodeJudge {
    const { store, code, codeModel, stemmer, readyForCode } = this.parts;
    const memories = new CodeMemories(
      (encoder, ids) => store.indexRows(name, code.name, encoder, ids),
      code,
    );
    return {
      space: code,
      memories,
      model: codeModel,
      stemmer,
      synonyms: codeSynonyms(stemmer),
      translations: codeTranslations(),
      ready: readyForCode,
    };
  }

  async #open(name: BankName): Promise<OpenBank> {
    const { store, clock, encoder, pictures, stemmer, readOnly, cacheCapacity, embedder, actor } =
      this.parts;
    const found = await store.bank(name);
    if (found === null && readOnly) {
      throw new MnemeError('not_found', `There is no bank named ${name}.`, {
        field: 'bank',
        value: name,
        hint: 'The file is open only to read, so no bank can be founded.',
      });
    }
    const bank = found ?? (await store.ensureBank(name, preferred(this.parts).id, clock.now()));
    const refusal =
      encoderOf(bank.encoder, this.parts) === undefined
        ? foreignEncoder(name, bank.encoder, this.parts)
        : null;
    const vectors = (encoder: string): VectorIndex =>
      refusal === null ? vectorsFor(name, encoder, this.parts) : this.parts.createVectors(1);
    const state = new BankState({
      store,
      bank: name,
      space: 'semantic',
      encoder: bank.encoder,
      causal: this.parts.causal.id,
      imageEncoder: pictures.space.id,
      vectors,
      foldName: normaliseName,
      stemmer,
    });
    const writes = new WriteQueue();
    const parts = new BankParts(this.parts.modules, { ...this.parts, bank: name, state, writes });
    const open: OpenBank = {
      name,
      state,
      writes,
      refusal,
      late:
        readOnly || embedder === undefined || refusal !== null
          ? null
          : new LateVectors({ bank: name, state, writes, store, clock, embedder, actor }),
      accepted: new Accepted((inputs, by) => this.write(open, inputs, 'remember', by)),
      uses: new UseObserver(
        ({ used, recalls, at }) =>
          readOnly
            ? Promise.resolve()
            : store.recordUsage(name, used, at, { recalls, keep: KEPT_RECALLS }),
        () => this.parts.later?.(() => this.#writeDown(open)),
      ),
      privacy: new KeptUntilChanged(() => BankPrivacy.of(name, this.parts)),
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
        ...keepReadings(),
        code: this.#codeJudge(name),
        procedures: (task, limit) => this.parts.procedures(task, limit, open, this.parts),
        idle: [],
      },
    };
    if (embedder?.id === bank.encoder) open.late?.start();
    return open;
  }
}

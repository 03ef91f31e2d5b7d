import { MnemeError } from '../domain/errors.js';
import { BankName, type IdPrefix } from '../domain/ids.js';
import { parseInput } from '../domain/parse-input.js';
import type { RememberInput } from '../domain/input.js';
import type { BatchReceipt } from '../domain/receipt.js';
import { BankState } from '../indexes/bank-state.js';
import { normaliseName } from '../language/entity-names.js';
import { codeSynonyms } from '../language/code/code-synonyms.js';
import type { Stemmer } from '../language/stem.js';
import type { Clock } from '../ports/clock.js';
import type { Store } from '../ports/store.js';
import type { OpenText } from '../ports/text-source.js';
import type { VectorIndex } from '../ports/vector-index.js';
import type { QueryReader } from '../recall/understand.js';
import type { RecallPorts } from '../recall/choose.js';
import { CodeMemories } from '../recall/code-memories.js';
import { CODE_FEATURES } from '../recall/ranking/features/code-features.js';
import { RecallCache } from '../recall/recall-cache.js';
import type { CodeJudge } from '../recall/ranking/code-ranking.js';
import { assertFits, type FusionModel } from '../recall/ranking/fusion-model.js';
import { remember } from '../remember/remember.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { TextEncoder } from '../spaces/text-encoder.js';
import { Accepted } from './accepted.js';
import { PurposeKeeper } from './purpose/purpose-keeper.js';
import { semanticReader } from './purpose/space-reader.js';
import { UseObserver } from './use-observer.js';
import { WriteQueue } from './write-queue.js';

/** Everything the engine needs from outside, and what it was configured with. */
export interface EngineParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly encoder: TextEncoder;
  readonly causal: CausalSpace;
  readonly stemmer: Stemmer;
  readonly relatives: QueryReader['relatives'];
  readonly model: FusionModel;
  readonly code: CodeSpace;
  /** The fusion that ranks memories that are code. */
  readonly codeModel: FusionModel;
  /** Loads what reading this text's code needs; at once for a text without any. */
  readonly readyForCode: (text: string) => Promise<void>;
  readonly newId: (prefix: IdPrefix) => string;
  readonly createVectors: () => VectorIndex;
  readonly openText: OpenText;
  readonly readOnly: boolean;
  /** Answers the cache of a bank holds. */
  readonly cacheCapacity: number;
  /** Who is written into the journal. */
  readonly actor: string;
  /** What serves each replaceable part, for `doctor`. */
  readonly describe: Readonly<Record<string, string>>;
}

/** One bank while it is open: its caches, its queue of writes, what was used of it. */
export interface OpenBank {
  readonly name: BankName;
  readonly state: BankState;
  readonly writes: WriteQueue;
  readonly accepted: Accepted;
  readonly uses: UseObserver;
  readonly purpose: PurposeKeeper;
  readonly recall: RecallPorts;
}

/** Keeps banks open; shared by every handle on one file. */
export class EngineCore {
  readonly #banks = new Map<BankName, Promise<OpenBank>>();
  #closed = false;

  constructor(readonly parts: EngineParts) {
    assertFits(parts.model);
    assertFits(parts.codeModel, CODE_FEATURES);
  }

  /** The open bank of that name, founded when it is new. Throws `invalid_input` for a bad name, `closed` after close. */
  open(name: string): Promise<OpenBank> {
    if (this.#closed) throw new MnemeError('closed', 'The memory is closed.', { hint: 'Open it again with openMemory().' });
    const bank = parseInput(BankName, name, 'bank');
    let opening = this.#banks.get(bank);
    if (opening === undefined) {
      opening = this.#open(bank);
      this.#banks.set(bank, opening);
      opening.catch(() => this.#banks.delete(bank));
    }
    return opening;
  }

  /** Remembers in one commit, in turn with the bank's other writes. */
  write(bank: OpenBank, inputs: readonly RememberInput[], verb: 'remember' | 'import', actor: string): Promise<BatchReceipt> {
    return bank.writes.run(async () => {
      await bank.uses.flush();
      return bank.purpose.afterWrite(await remember(inputs, bank.name, bank.state, this.parts, { verb, actor }));
    });
  }

  /** Waits for accepted inputs, writes down what was used, and closes the store. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      // One bank's failure must not keep the others from being written down.
      const settled = await Promise.allSettled([...this.#banks.values()].map((opening) => this.#settle(opening)));
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
      await bank.writes.idle();
      await bank.uses.flush();
      await bank.purpose.flush();
      if (!this.parts.readOnly) await bank.state.keep();
    }
  }

  #codeJudge(name: BankName): CodeJudge {
    const { store, code, codeModel, stemmer, readyForCode } = this.parts;
    const memories = new CodeMemories((ids) => store.indexRows(name, code.name, code.id, ids), (bytes) => code.unpack(bytes));
    return { space: code, memories, model: codeModel, stemmer, synonyms: codeSynonyms(stemmer), ready: readyForCode };
  }

  async #open(name: BankName): Promise<OpenBank> {
    const { store, clock, encoder, stemmer, createVectors, readOnly, cacheCapacity } = this.parts;
    const found = await store.bank(name);
    if (found === null && readOnly) {
      throw new MnemeError('not_found', `There is no bank named ${name}.`, { field: 'bank', value: name, hint: 'The file is open only to read, so no bank can be founded.' });
    }
    const bank = found ?? (await store.ensureBank(name, encoder.id, clock.now()));
    if (bank.encoder !== encoder.id) {
      throw new MnemeError('invalid_input', `Bank ${name} was filled by the encoder ${bank.encoder}, not ${encoder.id}.`, {
        field: 'encoder',
        value: encoder.id,
        hint: 'Open it with the Mneme that filled it, or import its memories into a new bank.',
      });
    }
    const state = new BankState({ store, bank: name, space: 'semantic', encoder: encoder.id, causal: this.parts.causal.id, vectors: createVectors, foldName: normaliseName });
    const open: OpenBank = {
      name,
      state,
      writes: new WriteQueue(),
      accepted: new Accepted((inputs) => this.write(open, inputs, 'remember', this.parts.actor)),
      uses: new UseObserver((used, at) => (readOnly ? Promise.resolve() : store.recordUsage(name, used, at))),
      purpose: new PurposeKeeper({ store, bank: name, state, clock, readOnly, readers: [semanticReader({ store, bank: name, state, encoder, stemmer })] }),
      recall: {
        ...this.parts,
        cache: new RecallCache(cacheCapacity),
        code: this.#codeJudge(name),
        idleScorers: [],
      },
    };
    return open;
  }
}


import type { BankHierarchies } from './bank-links.js';
import type { BankSpaces } from './bank-spaces.js';
import type { LearnedState } from './learned/learned-state.js';
import type { Encoders, VectorBackfill } from './memory-vectors.js';
import type { AcceptedInputs, UsageRecorder, WriteQueue } from './writes.js';
import type { Principal } from '../domain/access.js';
import type { AccompanyingRecords, Verb } from '../domain/change.js';
import { MnemeError } from '../domain/errors.js';
import type { BankName, IdPrefix } from '../domain/ids.js';
import type { RememberInput } from '../domain/input.js';
import type { LearnedProcedures } from '../domain/layers.js';
import type { ReadingSettings } from '../domain/reading.js';
import type { BatchReceipt } from '../domain/receipt.js';
import type { Instant } from '../domain/time.js';
import type { BankState } from '../indexes/bank-state.js';
import type { SequenceCache } from '../indexes/caches.js';
import type { BankCaches, BankPart, Reminder } from '../kernel/module.js';
import { codeSynonyms, codeTranslations } from '../language/code/code-reader.js';
import type { Readable } from '../language/read-text.js';
import type { Stemmer } from '../language/stem.js';
import type { CapabilityModule, OpenedBank } from '../modules/module.js';
import type { VectorIndex } from '../ports/indexes.js';
import type { LanguageModel, Reader, Reranker } from '../ports/models.js';
import type { Metrics, Observer } from '../ports/observer.js';
import type { Store } from '../ports/store.js';
import type { Clock, MemoryFiles, OpenText, Post, Random, Wait } from '../ports/system.js';
import type { CertaintyModel } from '../recall/confidence/judgement.js';
import type { ReadTexts } from '../recall/passage-worth.js';
import { type CodeJudge, CodeMemories } from '../recall/ranking/code/code-ranking.js';
import type { FusionModel } from '../recall/ranking/fusion-model.js';
import type { RecallPorts } from '../recall/recall-context.js';
import type { QueryReader } from '../recall/understand.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import type { Vault } from '../safety/sealing.js';
import { messageOf } from '../spaces/dense-vectors.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { PicturePorts } from '../spaces/e10-multimodal.js';

/** The engine's dependencies and configuration. */
export interface EngineParts extends Encoders, Principal {
  /** Seals values that are taken out of texts; present if a key is configured. */
  readonly vault?: Vault;
  /** Signs erasure certificates, as PEM; present if a key is configured. */
  readonly signingKey?: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly causal: CausalSpace;
  readonly pictures: PicturePorts;
  readonly stemmer: Stemmer;
  readonly relatives: QueryReader['relatives'];
  readonly instances: QueryReader['instances'];
  /** The validity of links between entities. */
  readonly relations: RecallPorts['relations'];
  /** Finds strategies for recall's procedural layer. */
  readonly procedures: (
    task: string,
    limit: number,
    bank: OpenBank,
    parts: { readonly stemmer: Stemmer },
  ) => ReturnType<LearnedProcedures>;
  readonly model: FusionModel;
  /** The loaded modules. */
  readonly modules: readonly CapabilityModule[];
  /** Fits the probabilities that a result answers, and that anything does. */
  readonly certainty: CertaintyModel;
  readonly code: CodeSpace;
  /** The fusion model that ranks memories that are code. */
  readonly codeModel: FusionModel;
  /** Loads what is needed to analyse code in this text; returns at once for a text without code. */
  readonly readyForCode: (text: Readable) => Promise<void>;
  readonly newId: (prefix: IdPrefix) => string;
  readonly createVectors: (dimensions: number) => VectorIndex;
  /** Requests to external servers, and the randomness of their retry delays. */
  readonly outgoing: { readonly post: Post; readonly random: Random };
  readonly openText: OpenText;
  readonly files: MemoryFiles;
  /** Opens an in-memory store, for trying something on a copy. */
  readonly openScratchStore: () => Store;
  /** The passphrase for encrypting and decrypting exports and backups, if configured. */
  readonly passphrase?: string;
  /** What the file is sealed with, if it is: exports are sealed with it, too. */
  readonly key?: string;
  /** The configured key, also where nothing is sealed: an export may be. */
  readonly givenKey?: () => string | undefined;
  readonly reranker?: Reranker;
  readonly languageModel?: LanguageModel;
  /** Reads what is remembered into notes, if configured. */
  readonly reader?: Reader;
  /** The settings of reading. */
  readonly reading: ReadingSettings;
  /** Waits in the background without keeping the process alive. */
  readonly rest: Wait;
  /** The process's memory use in bytes. */
  readonly memoryInUse: () => number;
  /** Receives what is done and how long it takes. */
  readonly observer: Observer;
  /** Whether observations contain questions, texts and names of banks. */
  readonly traceContent?: boolean;
  /** The metrics collected from observations. */
  readonly metrics: Metrics;
  readonly readOnly: boolean;
  /** Schedules a callback; without it, usage is written with the next write or at closing. */
  readonly later?: (task: () => void) => void;
  /** Capacity of a bank's answer cache. */
  readonly cacheCapacity: number;
  /** Maximum bytes of all open banks; idle ones are closed. Default: no limit. */
  readonly bankBytes?: number | null;
  /** The implementation of each replaceable part, for `doctor`. */
  readonly describe: Readonly<Record<string, string>>;
}

/** For verbs that write learned records and remembered texts in one change. */
export interface FlowParts extends EngineParts {
  readonly tell: (
    bank: OpenBank,
    inputs: readonly RememberInput[],
    verb: Verb,
    alongside: AccompanyingRecords,
  ) => Promise<BatchReceipt>;
}

/** An open bank: its caches, its write queue, its recorded usage. */
export interface OpenBank {
  readonly name: BankName;
  /** Distinguishes it from a later bank of the same name. */
  readonly createdAt: Instant;
  readonly state: BankState;
  readonly writes: WriteQueue;
  readonly accepted: AcceptedInputs;
  readonly uses: UsageRecorder;
  /** Redaction of texts before they are stored. */
  readonly privacy: SequenceCache<BankPrivacy>;
  /** The state of its modules. */
  readonly parts: BankParts;
  readonly hierarchies: BankHierarchies;
  readonly spaces: BankSpaces;
  readonly recall: RecallPorts;
  /** Recently used texts, split into passages for distilling. */
  readonly read: ReadTexts;
  /** What was learned from acting: strategies, the world model, the self model. */
  readonly learned: LearnedState;
  /** Adds missing vectors; null if no learned model fills the bank, or it is read-only. */
  readonly late: VectorBackfill | null;
  /** The error for verbs that compare vectors, if another encoder filled the bank; else null. */
  readonly refusal: MnemeError | null;
}

/** Ranks the memories of a bank that are code. */
export function codeJudgeOf(
  name: BankName,
  { store, code, codeModel, stemmer, readyForCode }: EngineParts,
): CodeJudge {
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

/** Waits for accepted inputs, stops background work, and writes what is pending. */
export async function closeBank(
  opening: Promise<OpenBank>,
  { readOnly }: Pick<EngineParts, 'readOnly'>,
): Promise<void> {
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
    if (!readOnly && bank.refusal === null) await bank.state.keep();
  }
}

/** Maximum number of open banks where nothing bounds their memory. */
const MAX_OPEN = 256;
/** A bank used this recently may be in use, in milliseconds. */
const IN_USE_MS = 60_000;
/** The same when memory is short: no request takes longer. */
const IN_USE_WHEN_SHORT_MS = 5_000;
/**
 * Estimated bytes of the indexes, per memory (mostly vectors, words and links) and per bank; `bench scale` measures the
 * one in large banks, `bench fleet` the other in small ones.
 */
const BYTES_OF_MEMORY = 7_000;
const BYTES_OF_BANK = 800_000;

interface Held {
  readonly opening: Promise<OpenBank>;
  /** Null while it is being opened. */
  bank: OpenBank | null;
  usedAt: number;
}

/** Limits of the open banks. */
interface BankBudget {
  /** Bytes that the indexes of all open banks may take; null for no bound. */
  readonly bytes: number | null;
  /** A monotonic clock in milliseconds. */
  readonly ticks: () => number;
  /** Writes a bank's pending records, and closes it. */
  readonly settle: (opening: Promise<OpenBank>) => Promise<void>;
}

/** Open banks as an LRU cache, the last used at the end. Idle ones are closed: with a bank per user, there may be any number. */
export class OpenBankCache {
  readonly #held = new Map<BankName, Held>();
  /** Banks that are being closed to make room. */
  readonly #leaving = new Map<BankName, Promise<void>>();

  constructor(private readonly budget: BankBudget) {}

  /** The bank, which becomes the last used. */
  get(name: BankName): Promise<OpenBank> | undefined {
    const held = this.#held.get(name);
    if (held === undefined) return undefined;
    held.usedAt = this.budget.ticks();
    this.#held.delete(name);
    this.#held.set(name, held);
    return held.opening;
  }

  /** Opens a bank, after any closing of the same bank has finished. Closes idle banks to make room. */
  open(name: BankName, open: () => Promise<OpenBank>): Promise<OpenBank> {
    this.#makeRoom();
    const leaving = this.#leaving.get(name)?.catch(() => undefined);
    const opening = leaving === undefined ? open() : leaving.then(open);
    const held: Held = { opening, bank: null, usedAt: this.budget.ticks() };
    this.#held.set(name, held);
    opening.then(
      (bank) => {
        held.bank = bank;
      },
      () => {
        if (this.#held.get(name) === held) this.#held.delete(name);
      },
    );
    return opening;
  }

  /** Forgets a bank without writing: its content was replaced. */
  drop(name: BankName): void {
    this.#held.delete(name);
  }

  clear(): void {
    this.#held.clear();
  }

  get size(): number {
    return this.#held.size;
  }

  /** What must finish before the store is closed. */
  settled(): Promise<void>[] {
    return [
      ...this.#leaving.values(),
      ...[...this.#held.values()].map(({ opening }) => this.budget.settle(opening)),
    ];
  }

  #makeRoom(): void {
    const now = this.budget.ticks();
    const limit = this.budget.bytes;
    let bytes = limit === null ? 0 : this.#bytes();
    for (const [name, held] of this.#held) {
      const short = limit !== null && bytes > limit;
      if (!short && (limit !== null || this.#held.size < MAX_OPEN)) return;
      if (now - held.usedAt < (short ? IN_USE_WHEN_SHORT_MS : IN_USE_MS)) return;
      this.#held.delete(name);
      bytes -= bytesOf(held.bank);
      const closing = this.budget.settle(held.opening);
      this.#leaving.set(name, closing);
      // A failure stays in the map, and is reported when the store is closed.
      closing.then(
        () => this.#leaving.delete(name),
        () => undefined,
      );
    }
  }

  #bytes(): number {
    return [...this.#held.values()].reduce((sum, { bank }) => sum + bytesOf(bank), 0);
  }
}

const bytesOf = (bank: OpenBank | null): number =>
  BYTES_OF_BANK + (bank?.state.index.size ?? 0) * BYTES_OF_MEMORY;

/** The state of all modules for one open bank. */
export class BankParts implements BankCaches {
  readonly #parts: readonly { readonly module: string; readonly part: BankPart }[];

  constructor(modules: readonly CapabilityModule[], bank: OpenedBank) {
    this.#parts = modules.flatMap(({ name, openBank }) =>
      openBank === undefined
        ? []
        : [openBank(bank)].flat().map((part) => ({ module: name, part: part as BankPart })),
    );
  }

  of<Part extends object>(kind: abstract new (...args: never[]) => Part): Part {
    for (const { part } of this.#parts) if (part instanceof kind) return part;
    throw new MnemeError('unavailable', `No module is loaded that has a ${kind.name}.`, {
      hint: 'Open the memory with the modules that ship.',
    });
  }

  async remind(
    now: Instant,
    onFault: (module: string, why: string) => void = () => undefined,
  ): Promise<readonly Reminder[]> {
    const reminders: Reminder[] = [];
    for (const { module, part } of this.#parts) {
      try {
        reminders.push(...((await part.remind?.(now)) ?? []));
      } catch (error) {
        onFault(module, messageOf(error));
      }
    }
    return reminders;
  }

  /** Notifies the parts of a commit. The memories are already written: a failing part is named on the last receipt. */
  async afterRemember(batch: BatchReceipt): Promise<BatchReceipt> {
    let told = batch;
    for (const { module, part } of this.#parts) {
      try {
        told = (await part.afterRemember?.(told)) ?? told;
      } catch (error) {
        told = withLastNote(told, `the module ${module} did not hear of it: ${messageOf(error)}`);
      }
    }
    return told;
  }

  /** Called when somebody recalls or remembers, so that background work yields. */
  asked(): void {
    for (const { part } of this.#parts) part.onAsked?.();
  }

  /** Stops background work. */
  async close(): Promise<void> {
    for (const { part } of this.#parts) await part.close?.();
  }

  /** Writes what is pending. */
  async flush(): Promise<void> {
    for (const { part } of this.#parts) await part.flush?.();
  }
}

function withLastNote(batch: BatchReceipt, note: string): BatchReceipt {
  return {
    ...batch,
    receipts: batch.receipts.map((receipt, at) =>
      at === batch.receipts.length - 1 ? { ...receipt, notes: [...receipt.notes, note] } : receipt,
    ),
  };
}

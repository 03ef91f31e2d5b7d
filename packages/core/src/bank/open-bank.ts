import type { BankHierarchies } from './bank-links.js';
import type { BankParts } from './bank-parts.js';
import type { BankSpaces } from './bank-spaces.js';
import type { Encoders } from './encoders.js';
import type { LearnedState } from './learned/learned-state.js';
import type { VectorBackfill } from './memory-vectors.js';
import type { AcceptedInputs, UsageRecorder, WriteQueue } from './writes.js';
import type { Principal } from '../domain/access.js';
import type { AccompanyingRecords, Verb } from '../domain/change.js';
import type { MnemeError } from '../domain/errors.js';
import type { BankName, IdPrefix } from '../domain/ids.js';
import type { RememberInput } from '../domain/input.js';
import type { LearnedProcedures } from '../domain/layers.js';
import type { ReadingSettings } from '../domain/reading.js';
import type { BatchReceipt } from '../domain/receipt.js';
import type { Instant } from '../domain/time.js';
import type { BankState } from '../indexes/bank-state.js';
import type { KeptUntilChanged } from '../indexes/caches.js';
import type { Readable } from '../language/read-text.js';
import { codeSynonyms, codeTranslations } from '../language/code/programming-words.js';
import type { Stemmer } from '../language/stem.js';
import type { CapabilityModule } from '../modules/module.js';
import type { MemoryFiles, OpenText } from '../ports/files.js';
import type { VectorIndex } from '../ports/indexes.js';
import type { LanguageModel, Reranker } from '../ports/models.js';
import type { Metrics, Observer } from '../ports/observer.js';
import type { Reader } from '../ports/reader.js';
import type { Store } from '../ports/store.js';
import type { Clock, Post, Random, Wait } from '../ports/system.js';
import { type CodeJudge, CodeMemories } from '../recall/ranking/code/code-ranking.js';
import type { CertaintyModel } from '../recall/confidence/judgement.js';
import type { ReadTexts } from '../recall/passage-worth.js';
import type { FusionModel } from '../recall/ranking/fusion-model.js';
import type { RecallPorts } from '../recall/recall-context.js';
import type { QueryReader } from '../recall/understand.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import type { Vault } from '../safety/vault.js';
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
  readonly privacy: KeptUntilChanged<BankPrivacy>;
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

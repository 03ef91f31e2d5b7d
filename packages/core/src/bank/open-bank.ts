import type { BankHierarchies } from './bank-links.js';
import type { BankParts } from './bank-parts.js';
import type { BankSpaces } from './bank-spaces.js';
import type { Encoders } from './encoders.js';
import type { LearnedState } from './learned/learned-state.js';
import type { LateVectors } from './memory-vectors.js';
import type { Accepted, UseObserver, WriteQueue } from './writes.js';
import type { Principal } from '../domain/access.js';
import type { Alongside, Verb } from '../domain/change.js';
import type { MnemeError } from '../domain/errors.js';
import type { BankName, IdPrefix } from '../domain/ids.js';
import type { RememberInput } from '../domain/input.js';
import type { LearnedProcedures } from '../domain/layers.js';
import type { ReadingSettings } from '../domain/reading.js';
import type { BatchReceipt } from '../domain/receipt.js';
import type { Instant } from '../domain/time.js';
import type { BankState } from '../indexes/bank-state.js';
import type { KeptUntilChanged } from '../indexes/kept-until-changed.js';
import type { Readable } from '../language/read-text.js';
import { codeSynonyms } from '../language/code/code-synonyms.js';
import { codeTranslations } from '../language/code/code-translations.js';
import type { Stemmer } from '../language/stem.js';
import type { CapabilityModule } from '../modules/module.js';
import type { MemoryFiles, OpenText } from '../ports/files.js';
import type { VectorIndex } from '../ports/indexes.js';
import type { LanguageModel, Reranker } from '../ports/models.js';
import type { Metrics, Observer } from '../ports/observer.js';
import type { Reader } from '../ports/reader.js';
import type { Store } from '../ports/store.js';
import type { Clock, Post, Random, Wait } from '../ports/system.js';
import { CodeMemories } from '../recall/code-memories.js';
import type { CertaintyModel } from '../recall/confidence/certainty-model.js';
import type { ReadTexts } from '../recall/distill/read-texts.js';
import type { CodeJudge } from '../recall/ranking/code-ranking.js';
import type { FusionModel } from '../recall/ranking/fusion-model.js';
import type { RecallPorts } from '../recall/recall-context.js';
import type { QueryReader } from '../recall/understand.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import type { Vault } from '../safety/vault.js';
import type { CausalSpace } from '../spaces/e05-causal.js';
import type { CodeSpace } from '../spaces/e07-code.js';
import type { PicturePorts } from '../spaces/read-picture.js';

/** Everything the engine needs from outside, and its configuration. */
export interface EngineParts extends Encoders, Principal {
  /** Seals what is taken out of texts; present when a key was given. */
  readonly vault?: Vault;
  /** Signs accounts of erasures, as PEM; present when a key was given. */
  readonly signingKey?: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly causal: CausalSpace;
  readonly pictures: PicturePorts;
  readonly stemmer: Stemmer;
  readonly relatives: QueryReader['relatives'];
  readonly instances: QueryReader['instances'];
  /** How links between entities hold. */
  readonly relations: RecallPorts['relations'];
  /** Strategies for recall's procedural layer. */
  readonly procedures: (
    task: string,
    limit: number,
    bank: OpenBank,
    parts: { readonly stemmer: Stemmer },
  ) => ReturnType<LearnedProcedures>;
  readonly model: FusionModel;
  /** Fitted probabilities that a result answers, and that anything does. */
  readonly modules: readonly CapabilityModule[];
  readonly certainty: CertaintyModel;
  readonly code: CodeSpace;
  /** The fusion model that ranks memories that are code. */
  readonly codeModel: FusionModel;
  /** Loads what reading the code in this text needs; returns at once for a text without code. */
  readonly readyForCode: (text: Readable) => Promise<void>;
  readonly newId: (prefix: IdPrefix) => string;
  readonly createVectors: (dimensions: number) => VectorIndex;
  /** Requests to somebody else's server, and the randomness of when one is tried again. */
  readonly outgoing: { readonly post: Post; readonly random: Random };
  readonly openText: OpenText;
  readonly files: MemoryFiles;
  /** An in-memory store, for trying something on a copy. */
  readonly openScratchStore: () => Store;
  /** The passphrase that exports and backups are sealed and opened with, if configured. */
  readonly passphrase?: string;
  readonly reranker?: Reranker;
  readonly languageModel?: LanguageModel;
  /** Reads what is remembered into notes, if one is at hand. */
  readonly reader?: Reader;
  /** How and when it reads. */
  readonly reading: ReadingSettings;
  /** Waits in the background without keeping the process alive. */
  readonly rest: Wait;
  /** The process's memory use in bytes. */
  readonly memoryInUse: () => number;
  /** Is told what is done and how long it takes. */
  readonly observer: Observer;
  /** The metrics of what was observed. */
  readonly metrics: Metrics;
  readonly readOnly: boolean;
  /** Calls back after a while; without it, usage is written with the next write or at closing. */
  readonly later?: (task: () => void) => void;
  /** Capacity of a bank's answer cache. */
  readonly cacheCapacity: number;
  /** Bytes that open banks may take together; those that nobody asks for go. Default: no bound. */
  readonly bankBytes?: number | null;
  /** What serves each replaceable part, for `doctor`. */
  readonly describe: Readonly<Record<string, string>>;
}

/** For verbs that put learned records and remembered texts into one change. */
export interface FlowParts extends EngineParts {
  readonly tell: (
    bank: OpenBank,
    inputs: readonly RememberInput[],
    verb: Verb,
    alongside: Alongside,
  ) => Promise<BatchReceipt>;
}

/** An open bank: its caches, its write queue, its recorded usage. */
export interface OpenBank {
  readonly name: BankName;
  /** Tells it from another of its name, founded when it was gone. */
  readonly createdAt: Instant;
  readonly state: BankState;
  readonly writes: WriteQueue;
  readonly accepted: Accepted;
  readonly uses: UseObserver;
  /** What it removes from texts before they are stored. */
  readonly privacy: KeptUntilChanged<BankPrivacy>;
  /** The state of its modules. */
  readonly parts: BankParts;
  readonly hierarchies: BankHierarchies;
  readonly spaces: BankSpaces;
  readonly recall: RecallPorts;
  /** Texts split into passages for distilling, most recent ones. */
  readonly read: ReadTexts;
  /** What was learned from acting: strategies, the world model, the self model. */
  readonly learned: LearnedState;
  /** Makes missing vectors; null if no learned model fills the bank, or it is read-only. */
  readonly late: LateVectors | null;
  /** Why nothing can be remembered or recalled: another encoder filled the bank. */
  readonly refusal: MnemeError | null;
}

/** What ranks the memories of a bank that are code. */
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

/** Waits for what was accepted, writes down what waits, and stops what a bank does in the background. */
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

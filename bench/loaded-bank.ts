import { existsSync, statSync } from 'node:fs';
import { createExactIndex } from '../packages/core/src/adapters/index/exact/exact-index.js';
import { createMemoryMetrics } from '../packages/core/src/adapters/observers/metrics.js';
import {
  openMemoryStore,
  openSqliteStore,
} from '../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import {
  createPost,
  memoryInUse,
  systemClock,
  systemRest,
} from '../packages/core/src/adapters/system/runtime.js';
import {
  localFilesBeside,
  openFileText,
} from '../packages/core/src/adapters/system/local-files.js';
import { createSharpReader } from '../packages/core/src/adapters/images/sharp-reader.js';
import { ReadingSettings } from '../packages/core/src/domain/reading.js';
import { ModuleFaults } from '../packages/core/src/recall/candidate-sources.js';
import type { RememberInput } from '../packages/core/src/domain/input.js';
import { makeId } from '../packages/core/src/domain/ids.js';
import { type Instant, offsetOf } from '../packages/core/src/domain/time.js';
import type { RecallProfile } from '../packages/core/src/domain/profile.js';
import { profileOf } from '../packages/core/src/recall/profile-and-question.js';
import { StepTimer } from '../packages/core/src/domain/pace.js';
import { BankHandle } from '../packages/core/src/bank/bank-handle.js';
import { Mneme } from '../packages/core/src/mneme.js';
import { OpenFile, type OpenBank } from '../packages/core/src/bank/core.js';
import {
  createInstances,
  createRelatives,
  createStemmer,
} from '../packages/core/src/language/stem.js';
import { CodeReader } from '../packages/core/src/language/code/code-reader.js';
import {
  rankCandidates,
  retrieve,
  type RetrievedCandidates,
} from '../packages/core/src/recall/rank-candidates.js';
import {
  type RankedSet,
  type RecallContext,
  ScratchBuffers,
} from '../packages/core/src/recall/recall-context.js';
import {
  type CertaintyModel,
  SHIPPED_CERTAINTY,
} from '../packages/core/src/recall/confidence/judgement.js';
import {
  type CodeTable,
  readCodeTable,
  SHIPPED_CODE_MODEL,
} from '../packages/core/src/recall/ranking/code/code-ranking.js';
import {
  type FusionModel,
  SHIPPED_MODEL,
} from '../packages/core/src/recall/ranking/fusion-model.js';
import type { CurrencyModel } from '../packages/core/src/modules/validity/currency.js';
import type { CapabilityModule } from '../packages/core/src/modules/module.js';
import { MODULES, proceduresFor } from '../packages/mneme/src/modules.js';
import { readRelations } from '../packages/core/src/modules/validity/index.js';
import { validityBy } from '../packages/core/src/modules/validity/module.js';
import { SHIPPED_CURRENCY } from '../packages/core/src/modules/validity/shipped-currency.js';
import { createCodeSpace } from '../packages/core/src/spaces/e07-code.js';
import type { Reader } from '../packages/core/src/ports/models.js';
import { ENCODER_INSIDE } from './encoder-inside.js';
import type { LearnedEncoder } from '../packages/core/src/spaces/dense-vectors.js';
import { createSemanticEncoder } from '../packages/core/src/spaces/e01-semantic.js';
import { createCausalSpace } from '../packages/core/src/spaces/e05-causal.js';
import { createPicturePorts } from '../packages/core/src/spaces/e10-multimodal.js';

/** The same ids in every run, so that two runs of one benchmark differ in nothing. */
export function seededRandom(seed: number): { uint32(): number } {
  let state = seed;
  return {
    uint32: () => {
      state = (state + 0x9e3779b9) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return (mixed ^ (mixed >>> 15)) >>> 0;
    },
  };
}

/** A question as it is asked, and when. */
export type Asking = Omit<RecallProfile, 'now' | 'whole'> & { readonly now: number | string };

/** What a bank is opened with besides what ships. */
export interface Beside {
  /** The moment at which the bank's clock stands, or what tells it. Default: it goes with the machine's. */
  readonly standing?: Instant | (() => Instant);
  /** Default: the encoder inside; null for words alone. */
  readonly embedder?: LearnedEncoder | null;
  /** Has what is remembered read, as often as it is asked. */
  readonly reader?: Reader;
  readonly added?: readonly CapabilityModule[];
}

/** A memory opened for measuring: the library's own parts, with a look inside. */
export class LoadedBank {
  private constructor(
    readonly memory: Mneme,
    private readonly core: OpenFile,
  ) {}

  static open(
    file = ':memory:',
    model: FusionModel = SHIPPED_MODEL,
    codeModel: FusionModel = SHIPPED_CODE_MODEL,
    certainty: CertaintyModel = SHIPPED_CERTAINTY,
    currency: CurrencyModel | null = SHIPPED_CURRENCY,
    { embedder = ENCODER_INSIDE, reader: notesReader, added = [], standing }: Beside = {},
  ): LoadedBank {
    const stemmer = createStemmer();
    const encoder = createSemanticEncoder(stemmer);
    const reader = new CodeReader(stemmer);
    // A filled bank has the ids of the first seed.
    const random = seededRandom(existsSync(file) ? statSync(file).size : 1);
    const metrics = createMemoryMetrics(() => systemClock.ticks());
    const core = new OpenFile({
      store: openSqliteStore({ path: file }),
      clock:
        standing === undefined
          ? systemClock
          : { ...systemClock, now: typeof standing === 'function' ? standing : () => standing },
      encoder,
      causal: createCausalSpace(stemmer),
      pictures: createPicturePorts(createSharpReader()),
      stemmer,
      relatives: createRelatives(stemmer),
      instances: createInstances(stemmer),
      relations: readRelations,
      procedures: proceduresFor,
      reading: ReadingSettings.parse({ callsPerHour: 100_000, tokensPerHour: 1_000_000_000 }),
      rest: systemRest,
      memoryInUse,
      openScratchStore: () => openMemoryStore(),
      outgoing: { post: createPost('public'), random },
      model,
      modules: [
        ...MODULES.map((module) =>
          module.name === 'validity'
            ? // Weights that a trial has moved are still those that currency was fitted with.
              validityBy((fusion) => (fusion.fittedOn === SHIPPED_MODEL.fittedOn ? currency : null))
            : module,
        ),
        ...added,
      ],
      certainty,
      code: createCodeSpace(reader, stemmer),
      codeModel,
      readyForCode: (text) => reader.ready(text),
      newId: (prefix) => makeId(prefix, () => random.uint32()),
      createVectors: (dimensions) => createExactIndex(dimensions),
      ...(embedder === null ? {} : { embedder }),
      ...(notesReader === undefined ? {} : { reader: notesReader }),
      openText: openFileText,
      files: localFilesBeside(':memory:'),
      readOnly: false,
      cacheCapacity: 500,
      actor: 'bench',
      describe: {},
      observer: metrics,
      metrics,
    });
    return new LoadedBank(new Mneme(new BankHandle(core, 'default')), core);
  }

  /** Remembers in batches; milliseconds it took. */
  async fill(inputs: readonly RememberInput[], batch = 128): Promise<number> {
    const start = performance.now();
    for (let at = 0; at < inputs.length; at += batch)
      await this.memory.rememberAll(inputs.slice(at, at + batch));
    return performance.now() - start;
  }

  /** A question's candidates with their features, as the fusion gets them. */
  async retrieve(asked: Asking): Promise<RetrievedCandidates> {
    return retrieve(new ScratchBuffers(), await this.context(asked));
  }

  /** What recall would make of a question, before it is presented: everything ranked, and how it was read. */
  async rankCandidates(asked: Asking): Promise<RankedSet> {
    return rankCandidates(await this.context(asked));
  }

  private async context({ now, ...asked }: Asking): Promise<RecallContext> {
    const bank = await this.bank();
    await bank.state.follow();
    return {
      profile: profileOf(asked, 'profile'),
      picture: null,
      faults: new ModuleFaults(),
      now: new Date(now).getTime(),
      offset: () => offsetOf(now) ?? 0,
      bank: bank.name,
      state: bank.state,
      ports: bank.recall,
      timer: new StepTimer(() => performance.now()),
    };
  }

  /** A question's candidates that are code, with their features, as the fusion for code gets them. */
  async gatherCode(query: string, now: number): Promise<CodeTable> {
    const { input, table } = await this.retrieve({ query, now });
    const { recall } = await this.bank();
    const slots = table.slots.filter((slot) => input.index.has(slot, 'code'));
    return recall.code === null
      ? { slots: [], values: new Float32Array(0) }
      : readCodeTable(slots, input, recall.code);
  }

  /** The turn's name behind each slot. */
  async turnsBySlot(): Promise<ReadonlyMap<number, readonly string[]>> {
    const { state, name } = await this.bank();
    await state.follow();
    const turns = new Map<number, readonly string[]>();
    for (let after: string | undefined; ;) {
      const page = await this.core.parts.store.find(name, {}, 500, after);
      for (const memory of page.items)
        turns.set(
          state.index.slot(memory.id),
          memory.provenance.flatMap(({ turn }) => turn ?? []),
        );
      if (page.next === null) return turns;
      after = page.next;
    }
  }

  close(): Promise<void> {
    return this.memory.close();
  }

  /** The library's parts, for what only a benchmark writes. */
  get parts(): OpenFile['parts'] {
    return this.core.parts;
  }

  /** The bank with its caches and spaces. */
  bank(): Promise<OpenBank> {
    return this.core.open('default');
  }
}

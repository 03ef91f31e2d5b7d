import { createSharpReader } from '../packages/core/src/adapters/images/sharp-reader.js';
import type { RememberInput } from '../packages/core/src/domain/input.js';
import type { Instant } from '../packages/core/src/domain/time.js';
import { detectLanguage } from '../packages/core/src/language/detect-language.js';
import { createStemmer } from '../packages/core/src/language/stem.js';
import { contentTerms } from '../packages/core/src/language/terms.js';
import { CodeReader } from '../packages/core/src/language/code/code-reader.js';
import {
  createSemanticEncoder,
  createSemanticSpace,
} from '../packages/core/src/spaces/e01-semantic.js';
import { createCausalSpace } from '../packages/core/src/spaces/e05-causal.js';
import { createCodeSpace } from '../packages/core/src/spaces/e07-code.js';
import {
  createLateInteractionSpace,
  createSparseSpace,
} from '../packages/core/src/spaces/e06-e09-e12-lexical.js';
import { wordsOf } from '../packages/core/src/indexes/index-lookups.js';
import { Postings } from '../packages/core/src/indexes/postings.js';
import { createGraphSpace, HeldGraph } from '../packages/core/src/spaces/e08-graph.js';
import { createEntitySpace } from '../packages/core/src/spaces/e11-entity.js';
import { createPicturePorts } from '../packages/core/src/spaces/e10-multimodal.js';
import { registerSpaces, type RegisteredSpace } from '../packages/core/src/spaces/registry.js';
import type { Subject } from '../packages/core/src/spaces/space.js';
import { fuseRanks } from '../packages/core/src/modules/spaces/rank-fusion.js';
import { givenFile, wholeNumber, type Benchmark } from './benchmark.js';
import { LoadedBank, seededRandom } from './loaded-bank.js';
import { readLocomo, type LocomoQuestion } from './locomo-data.js';
import { mean, percentile, retrieval } from './retrieval-metrics.js';
import { syntheticTurns } from './synthetic-text.js';

const NOW: Instant = Date.UTC(2025, 5, 1, 12);
/** Of a memory. */
const WORDS = 40;
const ENCODED = 300;
const BATCH = 64;
const BATCHES = 8;
const SEARCHES = 20;
/** Candidates of a recall that a space's ranking may move. */
const DEEP = 100;
/** What the space's ranking weighs beside the recall's own. */
const SPACE_WEIGHT = 0.05;
const RESAMPLES = 1_000;

/** The embedding spaces: how long they take, what they weigh, and what each adds to recall. */
export const spaces: Benchmark = {
  name: 'spaces',
  summary: 'Time and weigh the embedding spaces; with --ablate, what each adds to recall.',
  options: [
    { flag: '--memories <n>', description: 'memories searched', preset: '2000' },
    {
      flag: '--ablate',
      description: 'add each space’s ranking to that of recall, on LoCoMo’s questions',
    },
    { flag: '--file <path>', description: 'LoCoMo JSON, for --ablate' },
    { flag: '--conversations <n>', description: 'conversations of it, for --ablate', preset: '10' },
  ],
  run: async (options, log) => {
    const encoded = encode();
    log('searching each space');
    const searched = await search(wholeNumber(options, 'memories', 2_000));
    const added =
      options['ablate'] === true
        ? await ablate(givenFile(options, 'file'), wholeNumber(options, 'conversations', 10), log)
        : [];
    const results = {
      ...encoded,
      ...searched,
      ...Object.fromEntries(added.flatMap(({ figures }) => figures)),
    };
    const rows = Object.entries(results).map(([name, value]) => [
      name,
      value.toFixed(name === 'bytes_per_memory' ? 0 : 4),
      TARGETS[name] ?? '',
    ]);
    return {
      results,
      table: [['spaces', 'figure', 'target'], ...rows, ...added.map(({ sentence }) => [sentence])],
    };
  },
};

const TARGETS: Readonly<Record<string, string>> = {
  encode_p95: '≤ 5 ms',
  batch64_p95: '≤ 100 ms',
  bytes_per_memory: '≤ 16384',
};

/** Turns cut or filled up to 40 words. */
function invented(count: number): (RememberInput & { readonly content: string })[] {
  const turns = syntheticTurns(1);
  return Array.from({ length: count }, () => {
    const { input } = turns.next().value;
    let words = input.content.split(' ');
    while (words.length < WORDS) words = [...words, ...turns.next().value.input.content.split(' ')];
    return { ...input, content: words.slice(0, WORDS).join(' ') };
  });
}

/** All spaces for one memory of 40 words: what is computed from a memory by itself, and what is read off links. */
function encode(): Record<string, number> {
  const stemmer = createStemmer();
  const graph = new HeldGraph();
  const entity = createEntitySpace({ seed: 1 });
  const index = {
    postings: new Postings(),
    get size() {
      return this.postings.size;
    },
  };
  const registered = registerSpaces({
    semantic: createSemanticSpace(createSemanticEncoder(stemmer)),
    causal: createCausalSpace(stemmer),
    code: createCodeSpace(new CodeReader(stemmer), stemmer),
    multimodal: createPicturePorts(createSharpReader()).space,
    graph: createGraphSpace(graph),
    entity,
    sparse: createSparseSpace(wordsOf({ index })),
    late: createLateInteractionSpace(stemmer),
  });
  const subjects = invented(ENCODED + BATCH * BATCHES).map(({ content }, at): Subject => {
    const id = `m_${String(at).padStart(13, '0')}` as Subject['id'];
    const named = Array.from(
      { length: 3 },
      (_, step) => `e_${String((at * 7 + step * 13) % 40).padStart(13, '0')}`,
    );
    const links = named.map((to, step) => ({
      from: id,
      to,
      role: step === 0 ? 'said_by' : 'mentions',
      label: '',
      weight: 1,
      confidence: 1,
      status: 'resolved',
      evidence: id,
    }));
    graph.put(links as unknown as Parameters<typeof graph.put>[0]);
    entity.learn(links as unknown as Parameters<typeof entity.learn>[0]);
    return {
      id,
      content,
      language: 'en',
      terms: [],
      saidAt: NOW - at * 60_000,
      occurredFrom: NOW - at * 60_000,
      occurredTo: NOW - at * 60_000 + 1,
      position: at % 30,
      order: at,
    };
  });
  // The bank whose words the sparse space weighs by.
  for (const { content } of subjects) index.postings.add(contentTerms(content, 'en', stemmer));
  const one = (subject: Subject): number => {
    const start = performance.now();
    const language = detectLanguage(subject.content);
    const read = { ...subject, language, terms: contentTerms(subject.content, language, stemmer) };
    for (const { space } of registered) space.memory(read);
    return performance.now() - start;
  };
  for (const subject of subjects.slice(0, BATCH)) one(subject);
  const times = subjects.slice(0, ENCODED).map(one);
  const batches = Array.from({ length: BATCHES }, (_, at) =>
    subjects
      .slice(ENCODED + at * BATCH, ENCODED + (at + 1) * BATCH)
      .reduce((sum, subject) => sum + one(subject), 0),
  );
  return {
    spaces: registered.length,
    encode_p50: percentile(times, 0.5),
    encode_p95: percentile(times, 0.95),
    batch64_p95: percentile(batches, 0.95),
    bytes_per_memory: storedBytes(registered),
  };
}

/** Were a memory in every stored space: what its codes take. Its words by role are left out of the code space's. */
function storedBytes(registered: readonly RegisteredSpace[]): number {
  return registered
    .filter(({ kept }) => kept === 'stored')
    .reduce((sum, { space }) => sum + space.dimensions, 0);
}

/** The 95th percentile of a search for the like of a memory, in milliseconds, codes at hand. */
async function search(memories: number): Promise<Record<string, number>> {
  const bank = LoadedBank.open();
  try {
    await bank.fill(invented(memories));
    const { spaces: held, state } = await bank.bank();
    await held.follow();
    const random = seededRandom(7);
    const times: Record<string, number> = {};
    for (const registered of held.registered) {
      const own: number[] = [];
      for (let at = 0; at <= SEARCHES; at++) {
        const slot = random.uint32() % state.index.size;
        const code = (await held.codes(registered, [slot])).get(slot);
        if (code === undefined) continue;
        const start = performance.now();
        await held.nearest(registered, code, 'likeness', 10, (other) => other !== slot);
        // The first search reads the codes.
        if (at > 0) own.push(performance.now() - start);
      }
      if (own.length > 0) times[`nearest_p95_${registered.space.name}`] = percentile(own, 0.95);
    }
    return times;
  } finally {
    await bank.close();
  }
}

/** One question under recall alone, and with each space beside it. */
interface Judged {
  readonly base: { readonly r5: number; readonly r10: number };
  readonly bySpace: Readonly<
    Record<string, { readonly fused: { r5: number; r10: number }; readonly alone: number }>
  >;
}

interface Added {
  readonly figures: readonly (readonly [string, number])[];
  readonly sentence: string;
}

async function ablate(
  file: string,
  conversations: number,
  log: (line: string) => void,
): Promise<Added[]> {
  const judged: Judged[] = [];
  for (const { id, turns, questions, askedAt } of readLocomo(file).slice(0, conversations)) {
    log(`asking about ${id}`);
    const bank = LoadedBank.open();
    try {
      await bank.fill(turns);
      const turnOf = await bank.turnsBySlot();
      for (const question of questions)
        if (question.category !== 5 && question.evidence.length > 0)
          judged.push(await judge(question, askedAt, bank, turnOf));
    } finally {
      await bank.close();
    }
  }
  const names = [...new Set(judged.flatMap(({ bySpace }) => Object.keys(bySpace)))];
  return names.map((name) => tell(name, judged));
}

async function judge(
  { text, evidence }: LocomoQuestion,
  now: Instant,
  bank: LoadedBank,
  turnOf: ReadonlyMap<number, readonly string[]>,
): Promise<Judged> {
  const wanted = new Set(evidence);
  const { spaces: held, state } = await bank.bank();
  const { results } = await bank.memory.recall({
    query: text,
    now,
    limit: DEEP,
    expand: false,
    fields: ['id', 'provenance'],
  });
  const names = (slots: readonly number[]): string[] =>
    slots.flatMap((slot) => turnOf.get(slot) ?? []);
  const slots = results.flatMap(({ id }) => (id === undefined ? [] : [state.index.slot(id)]));
  const ranking = slots.map((slot, at) => ({ slot, likeness: -at }));
  const bySpace: Record<string, Judged['bySpace'][string]> = {};
  for (const { space } of held.registered) {
    const found = await bank.memory.spaces.search({
      query: text,
      now,
      space: space.name,
      limit: 100,
    });
    const own = found.results.map(({ memory, score }) => ({
      slot: state.index.slot(memory.id),
      likeness: score,
    }));
    const candidates = new Set(slots);
    // Recall stands in the place of one space, this one in that of another; only what recall found is moved.
    const fused = fuseRanks(
      [
        { space: 'semantic', ranking },
        { space: 'sparse', ranking: own.filter(({ slot }) => candidates.has(slot)) },
      ],
      { semantic: 1 - SPACE_WEIGHT, sparse: SPACE_WEIGHT },
    );
    const order = [...fused]
      .sort(([a, x], [b, y]) => y - x || slots.indexOf(a) - slots.indexOf(b))
      .map(([slot]) => slot);
    bySpace[space.name] = {
      fused: retrieval(names(order), wanted),
      alone: retrieval(names(own.map(({ slot }) => slot)), wanted).r10,
    };
  }
  return { base: retrieval(names(slots), wanted), bySpace };
}

/** The mean paired difference in r10 with its 95 % bootstrap interval (Efron 1979), in words. */
function tell(name: string, judged: readonly Judged[]): Added {
  const of = (pick: (judged: Judged) => number): number => mean(judged.map(pick));
  const differences = judged.map(
    ({ base, bySpace }) => (bySpace[name]?.fused.r10 ?? base.r10) - base.r10,
  );
  const random = seededRandom(11);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[random.uint32() % differences.length] ?? 0)),
  );
  const [low, high] = [percentile(means, 0.025), percentile(means, 0.975)];
  const verdict =
    low > 0 ? 'adds to recall' : high < 0 ? 'takes from recall' : 'adds nothing to recall here';
  const [with10, alone] = [
    of(({ base, bySpace }) => bySpace[name]?.fused.r10 ?? base.r10),
    of(({ bySpace }) => bySpace[name]?.alone ?? 0),
  ];
  return {
    figures: [
      ['base_r5', of(({ base }) => base.r5)],
      ['base_r10', of(({ base }) => base.r10)],
      [`${name}_r5`, of(({ base, bySpace }) => bySpace[name]?.fused.r5 ?? base.r5)],
      [`${name}_r10`, with10],
      [`${name}_r10_alone`, alone],
      [`${name}_gain_low`, low],
      [`${name}_gain_high`, high],
    ],
    sentence: `${name} ${verdict}: r10 ${of(({ base }) => base.r10).toFixed(3)} → ${with10.toFixed(3)} (gain ${low.toFixed(3)} to ${high.toFixed(3)}); alone ${alone.toFixed(3)}.`,
  };
}

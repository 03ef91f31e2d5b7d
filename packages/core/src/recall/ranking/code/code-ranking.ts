import type { MemoryId } from '../../../domain/ids.js';
import { ReadCache } from '../../../indexes/caches.js';
import { type Postings, postingSlot } from '../../../indexes/postings.js';
import {
  citedIdentifiers,
  codeWords,
  splitIdentifier,
  type Translation,
} from '../../../language/code/code-reader.js';
import type { Stemmer } from '../../../language/stem.js';
import { writtenInOne } from '../../../language/terms.js';
import type { IndexRow } from '../../../ports/store.js';
import { CODE_FEATURES, codeFeatures } from './code-features.js';
import { type CodeCandidate, readCodeQuestion } from './code-match.js';
import { CodeVocabulary } from './code-vocabulary.js';
import { candidateSlots, type RankingInput } from '../features.js';
import { type FusionModel, scoreRows } from '../fusion-model.js';
import { blankMatch, QueryMatcher } from '../query-matcher.js';
import type { Fused } from '../score.js';
import { type Code, type CodeSpace, questionWords } from '../../../spaces/e07-code.js';
import DATA from '../../../../data/models/code-fusion.json' with { type: 'json' };

/** How many memories' decoded codes are cached. */
const CAPACITY = 20_000;

/**
 * The codes of a bank's memories in the code space, read from the store on first use. A memory's text never changes,
 * so neither does its code.
 */
export class CodeMemories {
  readonly #codes = new ReadCache<MemoryId, Code | null>((ids) => this.#read(ids), CAPACITY);

  /**
   * `load` reads the stored rows of the code space with that id; rows of an earlier version are used where there are
   * none of the current one.
   */
  constructor(
    private readonly load: (
      encoder: string,
      ids: readonly MemoryId[],
    ) => AsyncIterable<readonly IndexRow[]>,
    private readonly space: Pick<CodeSpace, 'id' | 'earlier' | 'unpack'>,
  ) {}

  /** In the order requested; null for a memory without a code. Throws `corrupt`, and the store's errors. */
  async get(ids: readonly MemoryId[]): Promise<readonly (Code | null)[]> {
    const codes = await this.#codes.get(ids);
    return ids.map((id) => codes.get(id) ?? null);
  }

  async #read(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, Code | null>> {
    const read = new Map<MemoryId, Code | null>(ids.map((id) => [id, null]));
    for (const encoder of [this.space.id, ...this.space.earlier]) {
      const left = ids.filter((id) => read.get(id) === null);
      if (left.length === 0) break;
      for await (const rows of this.load(encoder, left)) {
        for (const { memory, vector } of rows)
          if (vector !== null) read.set(memory.id, this.space.unpack(vector));
      }
    }
    return read;
  }
}

/** What ranking memories that are code needs. */
export interface CodeJudge {
  readonly space: CodeSpace;
  readonly memories: CodeMemories;
  readonly model: FusionModel;
  readonly stemmer: Stemmer;
  /** Words that programmers use with much the same meaning, by stem. */
  readonly synonyms: (stem: string) => readonly string[];
  /** Code words for a stem of documentation. */
  readonly translations: (stem: string) => readonly Translation[];
  /** Loads what reading code needs; called before a query that contains code is read. */
  readonly ready: (text: string) => Promise<void>;
}

/** Candidates that are code, with their features. */
export interface CodeTable {
  readonly slots: readonly number[];
  /** `CODE_FEATURES.length` numbers per candidate. */
  readonly values: Float32Array;
}

const K1 = 1.2;

/**
 * Ranks the candidates that are code by a fusion of their own, which uses the role of each word. Their logits are
 * mapped to the scale of the other candidates by equal probability; the others stay as they are.
 */
export async function judgeCode(
  fused: readonly Fused[],
  input: RankingInput,
  model: FusionModel,
  judge: CodeJudge | null,
): Promise<readonly Fused[]> {
  const slots =
    judge === null
      ? []
      : fused.filter(({ slot }) => input.index.isCode(slot)).map(({ slot }) => slot);
  if (judge === null || slots.length === 0) return fused;
  const table = await readCodeTable(slots, input, judge);
  const logits = scoreRows(judge.model, table.values, table.slots.length, CODE_FEATURES.length);
  const judged = new Map(
    table.slots.map((slot, row) => [slot, rescaled(logits[row] ?? 0, judge.model, model)]),
  );
  return fused
    .map((candidate) => {
      const logit = judged.get(candidate.slot);
      return logit === undefined ? candidate : { ...candidate, logit, pictures: 0 };
    })
    .sort((a, b) => b.logit - a.logit || a.slot - b.slot);
}

/** The logit with the same probability in the other model. */
function rescaled(logit: number, from: FusionModel, to: FusionModel): number {
  return (from.slope * logit + from.intercept - to.intercept) / to.slope;
}

/** Features of the slots that have a code in the code space. */
export async function readCodeTable(
  slots: readonly number[],
  input: RankingInput,
  judge: CodeJudge,
): Promise<CodeTable> {
  const { index, understanding } = input;
  await judge.ready(understanding.query);
  const codes = await judge.memories.get(slots.map((slot) => index.id(slot)));
  const coded = slots.flatMap((slot, at): { slot: number; code: Code }[] => {
    const code = codes[at];
    return code === null || code === undefined ? [] : [{ slot, code }];
  });
  const vocabulary = CodeVocabulary.of(index.postings);
  const words = questionWords(understanding.query, judge.stemmer);
  const cited = citedIdentifiers(understanding.query);
  const asked = readCodeQuestion(words, codeWords(understanding.query, judge.stemmer), {
    vocabulary,
    size: index.size,
    isIndexed: (term) => index.postings.numberOf(term) >= 0,
    synonyms: judge.synonyms,
    translations: judge.translations,
    cited: cited.map((name) => codeWords(name, judge.stemmer)),
  });
  const question = judge.space.query({
    text: understanding.query,
    language: understanding.language,
    terms: asked.words.map(({ term, weight }) => ({ term, weight })),
    now: understanding.now,
    periods: understanding.periods,
    direction: null,
    entities: understanding.entities.map(({ id }) => id),
  });
  const similarity = (code: Code): number =>
    question === null ? 0 : Math.max(0, judge.space.similarity(question, code));
  const matcher = new QueryMatcher(index, understanding, input.associates, input.lexical);
  const match = blankMatch();
  const { own } = input.lexical;
  const best = candidateSlots(input.found).reduce(
    (most, slot) => Math.max(most, own[slot] ?? 0),
    1e-6,
  );
  const ceiling = Math.max(
    1e-6,
    understanding.terms.reduce((sum, { weight }) => sum + weight, 0) * (K1 + 1),
  );
  const holding = cited.map((name) => slotsWith(name, index.postings, judge.stemmer));
  const candidates = coded.map(({ slot, code }): CodeCandidate => {
    matcher.turn(slot, match);
    const { associates, pairs, relatives } = match;
    return {
      code,
      associates,
      pairs,
      relatives,
      bm25: (own[slot] ?? 0) / best,
      reached: (own[slot] ?? 0) / ceiling,
      cosine: Math.max(0, input.similarity(slot)),
      codeCosine: similarity(code),
      cites:
        holding.reduce((sum, slots) => sum + (slots.has(slot) ? 1 : 0), 0) /
        Math.max(1, cited.length),
    };
  });
  return {
    slots: coded.map(({ slot }) => slot),
    values: codeFeatures(candidates, asked, vocabulary),
  };
}

/** The memories that contain an identifier verbatim; the index stores identifiers unchanged. */
function slotsWith(identifier: string, postings: Postings, stemmer: Stemmer): ReadonlySet<number> {
  const number = postings.numberOf(
    splitIdentifier(identifier).length > 1
      ? writtenInOne(identifier)
      : stemmer(identifier.toLowerCase(), 'en'),
  );
  return new Set(number < 0 ? [] : postings.list(number).map(postingSlot));
}

/**
 * A fitted fusion that ships: figures only, made by `npm run bench -- code --cosqa PATH --fit`. Never edit by hand;
 * refit when the features change.
 */
export const SHIPPED_CODE_MODEL = DATA as FusionModel;

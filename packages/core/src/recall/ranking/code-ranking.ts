import type { CodeMemories } from '../code-memories.js';
import { citedIdentifiers } from '../../language/code/cited-identifiers.js';
import { codeWords } from '../../language/code/code-reader.js';
import { writtenInOne } from '../../language/code/code-terms.js';
import type { Translation } from '../../language/code/code-translations.js';
import { splitIdentifier } from '../../language/code/split-identifier.js';
import { postingSlot, type Postings } from '../../indexes/postings.js';
import type { Stemmer } from '../../language/stem.js';
import { questionWords, type Code, type CodeSpace } from '../../spaces/e07-code.js';
import { codeFeatures, CODE_FEATURES } from './code/code-features.js';
import type { CodeCandidate } from './code/code-match.js';
import { readCodeQuestion } from './code/code-question.js';
import { CodeVocabulary } from './code/code-vocabulary.js';
import { candidateSlots, type RankingInput } from './features.js';
import { scoreRows, type FusionModel } from './fusion-model.js';
import { blankMatch, QueryMatcher } from './query-matcher.js';
import type { Fused } from './ranked.js';

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
 * Ranks the candidates that are code by a fusion of their own, which uses the role of each word. Their
 * logits are mapped to the scale of the other candidates by equal probability; the others stay as they are.
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

/** The memories that contain an identifier verbatim; the index keeps identifiers that way. */
function slotsWith(identifier: string, postings: Postings, stemmer: Stemmer): ReadonlySet<number> {
  const number = postings.numberOf(
    splitIdentifier(identifier).length > 1
      ? writtenInOne(identifier)
      : stemmer(identifier.toLowerCase(), 'en'),
  );
  return new Set(number < 0 ? [] : postings.list(number).map(postingSlot));
}

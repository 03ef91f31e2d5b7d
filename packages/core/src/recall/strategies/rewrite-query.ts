import type { EntityType } from '../../domain/graph.js';
import { isMoment } from '../../domain/memory-times.js';
import { instantAt } from '../../domain/time.js';
import { NONE } from '../../indexes/bank-index.js';
import {
  decompose,
  type Decomposition,
  type SubQuestion,
} from '../../language/decompose-question.js';
import { normaliseName } from '../../language/entity-names.js';
import { words } from '../../language/segmentation.js';
import {
  hypotheticalMemories,
  questionSteps,
  type QuestionSteps,
} from '../../prompts/query-expansion.js';
import { mentionedBy } from '../beside-results.js';
import { rankCandidates } from '../rank-candidates.js';
import type { RankedSet, RecallContext } from '../recall-context.js';
import {
  askModel,
  deeper,
  fuseRankings,
  merged,
  NO_LANGUAGE_MODEL,
  plain,
  type Strategy,
  type StrategyOutcome,
  type WeightedRanking,
  withQuery,
} from './strategy.js';
import { inverseDocumentFrequency } from '../understand.js';

type Sought = NonNullable<SubQuestion['seeks']>;

const FITTING: Readonly<Record<Sought, readonly EntityType[]>> = {
  person: ['person'],
  place: ['place'],
  thing: ['work', 'product', 'organisation', 'event', 'thing', 'concept'],
};
/** Only this many of the best results are considered. */
const READ = 3;
/** Results below this share of the best score are ignored. */
const MIN_SHARE = 0.4;
/** A speaker saying "I" is more likely meant than the people spoken of; a speaker talking about others, less. */
const SPEAKER = { firstPerson: 1, else: 0.2 } as const;
const MENTIONED = 0.6;
/** A second candidate this close to the first may be meant as well. */
const CLOSE = 0.85;
const MAX_WORDS = 3;

/**
 * What one step of a question found, as names: one, or two when either may be meant; its most distinctive words when
 * no name fits; or none.
 */
function finding(chosen: RankedSet, sought: Sought, context: RecallContext): string[] {
  const { results, understanding } = chosen;
  const { index } = context.state;
  const best = results[0];
  if (best === undefined) return [];
  const asked = new Set(words(understanding.query).map(({ text }) => normaliseName(text)));
  const votes = new Map<string, { name: string; votes: number }>();
  const vote = (name: string, weight: number): void => {
    const key = normaliseName(name);
    if (key.split(' ').some((word) => asked.has(word))) return;
    votes.set(key, { name, votes: (votes.get(key)?.votes ?? 0) + weight });
  };
  for (const { slot, score, memory } of results
    .slice(0, READ)
    .filter(({ score }) => score >= best.score * MIN_SHARE)) {
    for (const { name, type } of mentionedBy(slot, context.state))
      if (FITTING[sought].includes(type)) vote(name, MENTIONED * score);
    if (sought === 'person' && memory.speaker !== null && index.speaker(slot) !== NONE)
      vote(
        memory.speaker,
        score * (index.has(slot, 'firstPerson') ? SPEAKER.firstPerson : SPEAKER.else),
      );
  }
  const [first, second] = [...votes.values()].sort(
    (a, b) => b.votes - a.votes || a.name.localeCompare(b.name),
  );
  if (first === undefined) return sought === 'person' ? [] : distinctiveWords(chosen, context);
  return second !== undefined && second.votes >= CLOSE * first.votes
    ? [first.name, second.name]
    : [first.name];
}

/** The rarest words of the best result that are not in the question. */
function distinctiveWords(
  { results, understanding }: RankedSet,
  { state, ports }: RecallContext,
): string[] {
  const { index } = state;
  const best = results[0];
  if (best === undefined) return [];
  const own = new Set([...understanding.terms, ...understanding.nameTerms].map(({ term }) => term));
  const rare = words(best.memory.content)
    .map(({ text }) => ({ text, term: ports.stemmer(text, best.memory.language) }))
    .map(({ text, term }) => ({ text, term, number: index.postings.numberOf(term) }))
    .filter(({ term, number }) => number >= 0 && !own.has(term))
    .map(({ text, number }) => ({ text, rarity: inverseDocumentFrequency(index, number) }))
    .sort((a, b) => b.rarity - a.rarity || a.text.localeCompare(b.text));
  const told = [...new Set(rare.map(({ text }) => text))].slice(0, MAX_WORDS);
  return told.length === 0 ? [] : [told.join(' ')];
}

/**
 * Splits the question and queries for its parts, each with what the parts before it found: by a language model, or by
 * rules.
 */
export const transform: Strategy = async (context) => {
  const { query } = context.profile;
  if (query === undefined) return plain(context, ['a picture alone has no words to take apart']);
  const answer = await askModel(context.ports.languageModel, questionSteps({ question: query }));
  if (answer.kind === 'failed') return plain(context, [answer.why]);
  const parts = answer.kind === 'answer' ? fromModel(answer.value) : decompose(query);
  const unavailable = answer.kind === 'absent' ? [NO_LANGUAGE_MODEL] : [];
  if (parts !== null) return { ...(await askInParts(context, parts)), unavailable };
  return {
    ...(await plain(context)),
    steps: ['the question asks one thing; it was asked as it is'],
    unavailable,
  };
};

/** A model's steps in the form that rules produce; null when it finds only one. */
function fromModel({ steps }: QuestionSteps): Decomposition | null {
  if (steps.length < 2) return null;
  return {
    structure: 'bridge',
    steps: steps.map(({ question, takes }, at) => {
      const taken = takes >= 1 && takes <= at && question.includes('{}') ? takes - 1 : null;
      const wanted = steps.some((other) => other.takes === at + 1);
      return {
        text: taken === null ? question.replaceAll('{}', '').replace(/\s+/gu, ' ') : question,
        takes: taken,
        seeks: wanted ? (/^\s*who/iu.test(question) ? 'person' : 'thing') : null,
        side: null,
      };
    }),
  };
}

/** Weights of the steps' results; the whole question's results weigh 1. */
const WEIGHTS = { last: 1, between: 0.6, even: 0.8 } as const;

/** Queries for the whole question and each of its parts, and fuses the results. */
export async function askInParts(
  context: RecallContext,
  { structure, steps }: Decomposition,
): Promise<StrategyOutcome> {
  const { limit } = context.profile;
  const whole = await rankCandidates({
    ...context,
    profile: { ...context.profile, ...deeper(context.profile, 2) },
  });
  const lists: WeightedRanking[] = [{ results: whole.results, weight: 1 }];
  const answers: (RankedSet | null)[] = [];
  const found: (readonly string[])[] = [];
  const told: string[] = [];
  for (const [at, step] of steps.entries()) {
    const texts = filled(step, found);
    if (texts.length === 0)
      told.push(`“${step.text}” was not asked: nothing was found to stand in it`);
    const asked: RankedSet[] = [];
    for (const text of texts)
      asked.push(
        await rankCandidates(
          withQuery(context, text, {
            ...deeper(context.profile, 2),
            ...period(step, answers[at - 1], context),
          }),
        ),
      );
    answers.push(asked[0] ?? null);
    found.push(
      step.seeks === null || asked[0] === undefined ? [] : finding(asked[0], step.seeks, context),
    );
    told.push(
      ...texts.map(
        (text) =>
          `asked “${text}”${step.side === null ? '' : `, ${step.side} what the step before found`}${foundIn(found[at])}`,
      ),
    );
    const weight =
      structure === 'both' || structure === 'comparison'
        ? WEIGHTS.even
        : at === steps.length - 1
          ? WEIGHTS.last
          : WEIGHTS.between;
    lists.push(...asked.map(({ results }) => ({ results, weight: weight / asked.length })));
  }
  const others = answers.filter((answer) => answer !== null);
  return {
    chosen: await merged(whole, others, fuseRankings(lists, limit), context),
    used: 'transform',
    steps: told,
    unavailable: [],
  };
}

function foundIn(names: readonly string[] = []): string {
  return names.length === 0 ? '' : ` and found ${names.map((name) => `“${name}”`).join(' or ')}`;
}

/** The step's text, once for each value that may fill it. */
function filled({ text, takes }: SubQuestion, found: readonly (readonly string[])[]): string[] {
  return takes === null ? [text] : (found[takes] ?? []).map((name) => text.replaceAll('{}', name));
}

/** The period before or after the best finding of the step before. */
function period(
  { side }: SubQuestion,
  before: RankedSet | null | undefined,
  { profile: { occurred = {} }, offset }: RecallContext,
): Partial<RecallContext['profile']> {
  const memory = before?.results[0]?.memory;
  if (side === null || memory === undefined) return {};
  const [bound, at] =
    side === 'after' ? ['from', memory.occurredFrom] : (['to', memory.occurredTo] as const);
  const [moment, dated] = isMoment(memory) ? [at, at + offset(at)] : [instantAt(at, offset), at];
  return {
    occurred: {
      ...occurred,
      [bound]: moment,
      dated: { ...(occurred.dated ?? occurred), [bound]: dated },
    },
  };
}

const TEXT_WEIGHT = 0.6;
const FEEDBACK_WEIGHT = 0.5;

/**
 * HyDE (Gao et al. 2022): a language model writes what a memory with the answer might say, and the bank is searched
 * with that. Without a model, its older relative, pseudo-relevance feedback, is used and reported.
 */
export const hyde: Strategy = async (context) => {
  const { query } = context.profile;
  if (query === undefined) return plain(context, ['a picture alone has no words to write from']);
  const answer = await askModel(
    context.ports.languageModel,
    hypotheticalMemories({ question: query, now: context.now }),
  );
  if (answer.kind === 'failed') return plain(context, [answer.why]);
  const first = await rankCandidates(wider(context));
  if (answer.kind === 'absent') return feedback(context, query, first);
  const others = [];
  for (const text of answer.value.memories)
    others.push(await rankCandidates(wider(withQuery(context, text))));
  const lists = others.map(({ results }) => ({
    results,
    weight: TEXT_WEIGHT / Math.max(1, others.length),
  }));
  return {
    chosen: await merged(
      first,
      others,
      fuseRankings([{ results: first.results, weight: 1 }, ...lists], context.profile.limit),
      context,
    ),
    used: 'hyde',
    steps: answer.value.memories.map(
      (text) => `searched by “${text}”, written by the language model`,
    ),
    unavailable: [],
  };
};

const wider = (context: RecallContext): RecallContext => ({
  ...context,
  profile: { ...context.profile, ...deeper(context.profile, 2) },
});

/** Number of best results used for feedback, and the maximum number of words taken from them. */
const TEACHERS = 5;
const TAUGHT = 8;

/**
 * Pseudo-relevance feedback (RM3; Abdul-Jaleel et al. 2004): adds the weightiest words of the best results to the
 * query.
 */
async function feedback(
  context: RecallContext,
  query: string,
  first: RankedSet,
): Promise<Awaited<ReturnType<Strategy>>> {
  const taught = telling(context, first);
  const results = (list: RankedSet) => list.results.slice(0, context.profile.limit);
  if (taught.length === 0)
    return {
      chosen: { ...first, results: results(first) },
      used: 'plain',
      steps: ['the best results taught no further words'],
      unavailable: [NO_LANGUAGE_MODEL],
    };
  const second = await rankCandidates(wider(withQuery(context, `${query} ${taught.join(' ')}`)));
  return {
    chosen: await merged(
      first,
      [second],
      fuseRankings(
        [
          { results: first.results, weight: 1 },
          { results: second.results, weight: FEEDBACK_WEIGHT },
        ],
        context.profile.limit,
      ),
      context,
    ),
    used: 'hyde',
    steps: [
      `pseudo-relevance feedback (RM3) in place of a written answer: the best ${Math.min(TEACHERS, first.results.length)} results added ${taught.map((word) => `“${word}”`).join(', ')}`,
    ],
    unavailable: [NO_LANGUAGE_MODEL],
  };
}

/**
 * Words of the best results, by rarity in the bank times the score of the results with them, excluding the question's
 * own.
 */
function telling({ state, ports }: RecallContext, { results, understanding }: RankedSet): string[] {
  const { index } = state;
  const own = new Set([...understanding.terms, ...understanding.nameTerms].map(({ term }) => term));
  const weights = new Map<string, { word: string; weight: number; teachers: number }>();
  for (const { memory, score } of results.slice(0, TEACHERS)) {
    const spelt = new Map(
      words(memory.content).map(({ text }) => [ports.stemmer(text, memory.language), text]),
    );
    for (const [term, word] of spelt) {
      const number = index.postings.numberOf(term);
      if (number < 0 || own.has(term)) continue;
      const known = weights.get(term) ?? { word, weight: 0, teachers: 0 };
      weights.set(term, {
        word: known.word,
        weight: known.weight + score * inverseDocumentFrequency(index, number),
        teachers: known.teachers + 1,
      });
    }
  }
  // A word in a single result is as likely off the subject as on it, unless there is only one
  // result.
  const enough = Math.min(2, results.length);
  return [...weights.values()]
    .filter(({ teachers }) => teachers >= enough)
    .sort((a, b) => b.weight - a.weight || a.word.localeCompare(b.word))
    .slice(0, TAUGHT)
    .map(({ word }) => word);
}

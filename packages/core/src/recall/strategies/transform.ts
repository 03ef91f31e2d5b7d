import { isMoment } from '../../domain/occurrence.js';
import { instantAt } from '../../domain/time.js';
import { questionSteps, type QuestionSteps } from '../../prompts/query-expansion.js';
import {
  decompose,
  type Decomposition,
  type SubQuestion,
} from '../../language/questions/decompose.js';
import { rankCandidates } from '../rank-candidates.js';
import type { Chosen, RecallContext } from '../recall-context.js';
import { askModel, NO_LANGUAGE_MODEL } from './ask-model.js';
import { finding } from './finding.js';
import { fuseRankings, merged, type WeightedRanking } from './fuse-rankings.js';
import { plain } from './plain.js';
import { deeper, withQuery, type Strategy, type StrategyOutcome } from './strategy.js';

/**
 * Splits the question and queries for its parts, each with what the parts before it found: by a language
 * model, or by rules.
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
export function fromModel({ steps }: QuestionSteps): Decomposition | null {
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
  const answers: (Chosen | null)[] = [];
  const found: (readonly string[])[] = [];
  const told: string[] = [];
  for (const [at, step] of steps.entries()) {
    const texts = filled(step, found);
    if (texts.length === 0)
      told.push(`“${step.text}” was not asked: nothing was found to stand in it`);
    const asked: Chosen[] = [];
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
  before: Chosen | null | undefined,
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

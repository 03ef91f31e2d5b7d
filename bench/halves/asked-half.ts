import type { Path } from '../../packages/core/src/domain/profile.js';
import { askingOf, type TalkQuestion } from '../talk/talk.js';
import type { LoadedBank } from '../loaded-bank.js';

/** Results of a recall, as its caller gets them by default. */
const SHOWN = 10;

/** One question as a caller was answered. */
export interface Answered {
  readonly question: TalkQuestion;
  /** The turns behind each result. */
  readonly turns: readonly (readonly string[])[];
  readonly resultIds: readonly string[];
  readonly delivered: readonly string[];
  readonly recollection: string;
}

/** What is said of one question's results, by their places: people look at the first, and at the one that helped. */
export interface Told {
  readonly at: number;
  readonly useful: boolean;
}

/** Questions that name their evidence, in two halves that are as good as drawn: every second one. */
export function halvesOf(
  questions: readonly TalkQuestion[],
): readonly [TalkQuestion[], TalkQuestion[]] {
  const judged = questions.filter(
    ({ answerable, adversarial, evidence }) => answerable && !adversarial && evidence.length > 0,
  );
  return [judged.filter((_, at) => at % 2 === 0), judged.filter((_, at) => at % 2 === 1)];
}

export async function ask(
  { memory }: Pick<LoadedBank, 'memory'>,
  questions: readonly TalkQuestion[],
  profile: { readonly paths?: Path[]; readonly limit?: number } = {},
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (const question of questions) {
    const { id, results, resultIds, delivered } = await memory.recall({
      ...askingOf(question),
      limit: SHOWN,
      expand: false,
      fields: ['provenance'],
      ...profile,
    });
    answers.push({
      question,
      turns: results.map(({ evidence }) => evidence.flatMap(({ turn }) => turn ?? [])),
      resultIds,
      delivered,
      recollection: id,
    });
  }
  return answers;
}

/** What is told of an answer; each word is the opposite of what is so with the chance of `lies`. */
export function tell({ question, turns }: Answered, lies: number, chance: () => number): Told[] {
  const right = turns.findIndex((each) => each.some((turn) => question.evidence.includes(turn)));
  return [...new Set([0, right])]
    .filter((at) => at >= 0 && at < turns.length)
    .map((at) => ({ at, useful: (at === right) !== chance() < lies }));
}

export interface Judged {
  readonly r10: number;
  readonly top1: number;
}

export function judge({ question: { evidence }, turns }: Answered): Judged {
  const found = new Set(turns.flat());
  return {
    r10: evidence.filter((turn) => found.has(turn)).length / evidence.length,
    top1: Number((turns[0] ?? []).some((turn) => evidence.includes(turn))),
  };
}

import { MAX_CONTENT } from '../../packages/core/src/domain/memory.js';
import { splitText } from '../../packages/core/src/language/passages.js';
import type { LoadedBank } from '../loaded-bank.js';
import type { Talk, TalkQuestion, TalkTurn } from './talk.js';

/**
 * Remembers a talk turn after turn and stops at each moment when questions are due, which `visit` gets with what was
 * remembered since the last. A bank that is `filled` already is only asked.
 */
export async function replay(
  { turns }: Talk,
  questions: readonly TalkQuestion[],
  bank: Pick<LoadedBank, 'fill'>,
  visit: (due: readonly TalkQuestion[], told: readonly TalkTurn[]) => Promise<void>,
  filled = false,
): Promise<void> {
  let from = 0;
  for (const due of byMoment(questions)) {
    const until = due[0]?.after ?? 0;
    const told = turns.slice(from, until).flatMap(pieces);
    from = until;
    if (!filled) await bank.fill(told);
    await visit(due, told);
  }
}

/** Whether all its questions are asked of the whole bank. */
export function isAskedWhole({ turns, questions }: Talk): boolean {
  return questions.every(({ after }) => after === turns.length);
}

/** A turn that is too long for one memory, in several of the same name. */
function pieces(turn: TalkTurn): TalkTurn[] {
  if (turn.content.length <= MAX_CONTENT) return [turn];
  return splitText(turn.content, MAX_CONTENT).map(({ text }) => ({ ...turn, content: text }));
}

/** Questions asked of the same state of the bank, together. */
function byMoment(questions: readonly TalkQuestion[]): TalkQuestion[][] {
  const moments = new Map<number, TalkQuestion[]>();
  for (const question of questions)
    moments.set(question.after, [...(moments.get(question.after) ?? []), question]);
  return [...moments].sort(([a], [b]) => a - b).map(([, due]) => due);
}

/**
 * A bank's questions and, evenly between them, the answerable ones of the corpus's other banks: each is put to one
 * bank alone, at the same moments and in the same state of it as its own.
 */
export function withForeign(talks: readonly Talk[], bank: number): TalkQuestion[] {
  const own = talks[bank]?.questions ?? [];
  const foreign = talks.flatMap(({ questions }, from) =>
    from === bank
      ? []
      : questions
          .filter(({ answerable }) => answerable)
          .filter((_, at) => (from + 1 + (at % (talks.length - 1))) % talks.length === bank),
  );
  return [
    ...own,
    ...foreign.flatMap(({ text, category, tags }, at): TalkQuestion[] => {
      const beside = own[Math.floor((at * own.length) / foreign.length)];
      return beside === undefined
        ? []
        : [
            {
              text,
              category,
              after: beside.after,
              askedAt: beside.askedAt,
              evidence: [],
              sessions: [],
              stale: [],
              answerable: false,
              adversarial: false,
              foreign: true,
              ...(tags === undefined ? {} : { tags }),
            },
          ];
    }),
  ];
}

import type { LoadedBank } from '../loaded-bank.js';
import { askingOf, type TalkQuestion } from '../talk/talk.js';
import type { TurnsBehind } from './turns-behind.js';

/** Tokens of context in which an answer is to be. */
const BUDGET = 400;

/** For each question whose answer was told, whether a context of {@link BUDGET} tokens holds a turn that tells it. */
export async function answersWithin(
  questions: readonly TalkQuestion[],
  { memory }: LoadedBank,
  behind: TurnsBehind,
): Promise<readonly boolean[]> {
  const held: boolean[] = [];
  for (const question of questions.filter(
    ({ answerable, evidence }) => answerable && evidence.length > 0,
  )) {
    const { now } = askingOf(question);
    const asked = { query: question.text, now, maxTokens: BUDGET };
    const { delivered } = await memory.context(asked);
    const turns = new Set(delivered.flatMap((id) => behind.of(id)));
    held.push(question.evidence.some((turn) => turns.has(turn)));
  }
  return held;
}

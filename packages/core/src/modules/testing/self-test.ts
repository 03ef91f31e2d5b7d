import type { OpenBank, OpenFile } from '../../bank/core.js';
import type { MemoryId } from '../../domain/ids.js';
import type { BrokenNote, SelfTest, Tally } from '../../domain/self-test.js';
import { bankOffset } from '../../indexes/owner-and-zone.js';
import { presentAt } from '../../indexes/note-validity.js';
import type { OperationContext } from '../../kernel/operation.js';
import { findBrokenNotes } from '../notes/index.js';
import {
  askOwn,
  drawNotes,
  indexedQuestionsOf,
  type OwnAnswer,
  questionsOf,
  withoutAsked,
} from './own-questions.js';

interface SelfTestOptions extends Pick<OperationContext, 'signal' | 'onProgress'> {
  /** Most questions, 1..200. */
  readonly questions: number;
  readonly seed: number;
}

/** Upper ends of the classes of certainty. */
const CLASSES = [0.25, 0.5, 0.75, 1] as const;

/**
 * Asks a copy of the bank questions made of its own notes, and names the notes that cannot be found or mislead. Writes
 * nothing and counts as no use. Throws `interrupted`.
 */
export async function testItself(
  bank: OpenBank,
  core: OpenFile,
  { questions: most, seed, ...long }: SelfTestOptions,
): Promise<SelfTest> {
  const { clock, store, stemmer } = core.parts;
  await bank.state.follow();
  await bank.state.notes.ready();
  // What holds is asked as of when the bank last heard something, or now.
  const now = clock.now();
  const moment = presentAt(now, (await bankOffset(bank.name, store))(now));
  const drawn = drawNotes(bank, moment, seed);
  const questions = questionsOf(drawn.slice(0, most));
  const copy = await withoutAsked(questions, bank, core);
  let answers: OwnAnswer[];
  try {
    answers = await askOwn(questions, copy.bank, { ...long, now });
  } finally {
    await copy.close();
  }
  const broken = await findBrokenNotes({ state: bank.state, stemmer, moment });
  const known = new Set(broken.flatMap(({ notes }) => notes.slice(0, 1)));
  const { signal } = long;
  const missed = answers
    .filter(({ place, question }) => (place < 0 || place > 2) && !known.has(question.note))
    .map(({ question }) => question.note);
  const outranked = await outrankedNotes(missed, bank, {
    now,
    ...(signal === undefined ? {} : { signal }),
  });
  const of = (way: OwnAnswer['question']['way']): Tally =>
    tallyOf(answers.filter(({ question }) => question.way === way));
  return {
    bank: bank.name,
    ...{ at: now, seed, notes: drawn.length },
    ways: { held_out: of('held_out'), named: of('named') },
    sureness: surenessOf(answers),
    broken: [...outranked, ...broken],
  };
}

/** Shares over the answers, 0 without any. */
export function tallyOf(answers: readonly OwnAnswer[]): Tally {
  const among = (most: number): number =>
    answers.filter(({ place }) => place >= 0 && place < most).length / Math.max(1, answers.length);
  return { asked: answers.length, first: among(1), amongThree: among(3), amongTen: among(10) };
}

const mean = (some: readonly number[]): number =>
  some.reduce((sum, each) => sum + each, 0) / Math.max(1, some.length);

function surenessOf(answers: readonly OwnAnswer[]): SelfTest['sureness'] {
  return CLASSES.flatMap((upTo, at) => {
    const above = CLASSES[at - 1] ?? -1;
    const within = answers.filter(({ sure }) => sure !== null && sure > above && sure <= upTo);
    return within.length === 0
      ? []
      : [
          {
            ...{ upTo, asked: within.length, sure: mean(within.map(({ sure }) => sure ?? 0)) },
            right: mean(within.map(({ place }) => Number(place === 0))),
          },
        ];
  });
}

/** Of these, the notes that are not among the first three for any of their own questions, as they are indexed. */
async function outrankedNotes(
  ids: readonly MemoryId[],
  bank: OpenBank,
  asking: Parameters<typeof askOwn>[2],
): Promise<BrokenNote[]> {
  const { notes, index, memories } = bank.state;
  const found: BrokenNote[] = [];
  for (const id of ids) {
    const known = notes.of(index.slot(id));
    const own = known === undefined ? [] : indexedQuestionsOf([known]);
    const answers = await askOwn(own, bank, asking);
    if (own.length === 0 || answers.some(({ place }) => place >= 0 && place < 3)) continue;
    const [memory] = await memories.get([id]);
    found.push({
      fault: 'outranked',
      notes: [id],
      text: memory?.content ?? '',
      why: `others come first even for its own question: ${own[0]?.ask ?? ''}`,
      mend: { operation: 'why', input: { query: own[0]?.ask ?? '', memory: id } },
    });
  }
  return found;
}

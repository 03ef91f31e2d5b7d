import { seeded } from '../synthetic-text.js';
import type { TalkQuestion, TalkTurn } from '../talk/talk.js';
import { paraphrase } from './paraphrase.js';
import { readTalks } from './read-talks.js';

/** Turns of many talks as one bank, some of them said again in other words. */
export interface CopiedBank {
  readonly turns: readonly TalkTurn[];
  readonly copies: number;
  readonly questions: readonly TalkQuestion[];
}

export const COPY = '~again';
const HOUR = 3_600_000;
/** Each talk a corner of the bank of its own: two people of one name in two talks are two. */
const inTalk = (talk: string, turn: TalkTurn): TalkTurn => ({
  ...turn,
  turn: `${talk}/${turn.turn}`,
  session: `${talk}/${String(turn.session ?? '')}`,
});

/** `size` memories, `share` of them copies in other words of others. Throws `not_found` without talks in LoCoMo's shape. */
export function copiedBank(folder: string, size: number, share: number, seed: number): CopiedBank {
  const random = seeded(seed);
  // Talks of people first: their questions name turns.
  const talks = readTalks(folder, ['locomo', 'friendsqa', 'beam', 'qmsum']);
  const pool = talks.flatMap(({ id, turns }) => turns.map((turn) => inTalk(id, turn)));
  const wanted = Math.round(size * share);
  const candidates = pool.flatMap((turn, at) => {
    const words = turn.content.length > 600 ? null : paraphrase(turn.content, random);
    return words === null ? [] : [{ at, words, draw: random() }];
  });
  const chosen = new Map(
    [...candidates]
      .sort((a, b) => a.draw - b.draw)
      .slice(0, wanted)
      .map(({ at, words }) => [at, words]),
  );
  let others = size - wanted - chosen.size;
  const originals = pool
    .map((turn, at) => ({ turn, words: chosen.get(at) }))
    .filter(({ words }) => words !== undefined || others-- > 0);
  const turns = originals.flatMap(({ turn, words }): TalkTurn[] =>
    words === undefined
      ? [turn]
      : [
          turn,
          {
            ...turn,
            content: words,
            turn: turn.turn + COPY,
            session: `${String(turn.session)}${COPY}`,
            saidAt: Number(turn.saidAt ?? 0) + HOUR,
          },
        ],
  );
  const there = new Set(originals.map(({ turn }) => turn.turn));
  const questions = talks.flatMap(({ id, questions: asked }) =>
    asked
      .filter(({ answerable, evidence }) => answerable && evidence.length > 0)
      .map((question) => ({
        ...question,
        evidence: question.evidence
          .map((turn) => `${id}/${turn}`)
          .filter((turn) => there.has(turn)),
      }))
      .filter(({ evidence }) => evidence.length > 0),
  );
  return { turns, copies: chosen.size, questions };
}

import { z } from 'zod';
import { parseInput } from '../../src/domain/parse-input.js';
import { isRecord } from '../../src/importing/parse-json.js';
import { sourceOf, type Talk } from './talk.js';

const Moment = z.string().transform((text, context) => {
  const at = Date.parse(text);
  if (Number.isNaN(at)) context.addIssue('expected a moment such as 2026-02-24T20:10:40-08:00');
  return at;
});

const Life = z.object({
  name: z.string(),
  owner: z.string(),
  now: Moment,
  turns: z.array(
    z.object({
      id: z.string(),
      session: z.string(),
      speaker: z.string(),
      saidAt: Moment,
      text: z.string(),
    }),
  ),
  questions: z.array(
    z.object({
      kind: z.string(),
      query: z.string(),
      now: Moment.optional(),
      answerTurns: z.array(z.string()),
      staleTurns: z.array(z.string()).default([]),
      known: z.boolean(),
    }),
  ),
});

/** Whether a file looks like a life: an owner's turns and what is asked about them. */
export function isLife(json: unknown): boolean {
  return isRecord(json) && 'owner' in json && 'turns' in json && 'questions' in json;
}

/** A life as a bank: the user speaks under the owner's name. */
export function lifeTalk(json: unknown, path: string): Talk {
  const { name, owner, now, turns, questions } = parseInput(Life, json, path);
  const sessionOf = new Map(turns.map(({ id, session }) => [id, session]));
  return {
    id: name,
    turns: turns.map(({ id, session, speaker, saidAt, text }) => ({
      content: text,
      kind: 'experience',
      speaker: speaker === 'user' ? owner : speaker,
      source: sourceOf(speaker),
      session: session as NonNullable<Talk['turns'][number]['session']>,
      turn: id,
      saidAt,
    })),
    questions: questions.map(({ kind, query, now: at, answerTurns, staleTurns, known }) => ({
      text: query,
      category: kind,
      askedAt: at ?? now,
      after: turns.length,
      evidence: answerTurns,
      sessions: [...new Set(answerTurns.flatMap((turn) => sessionOf.get(turn) ?? []))],
      stale: staleTurns,
      answerable: known,
      adversarial: false,
    })),
  };
}

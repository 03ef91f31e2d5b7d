import { z } from 'zod';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { isRecord } from '../../packages/core/src/language/parse-json.js';
import { sourceOf, type Talk } from './talk.js';

const Moment = z.string().transform((text, context) => {
  // The offset tells whose day it is, so the text itself goes on.
  if (Number.isNaN(Date.parse(text)))
    context.addIssue('expected a moment such as 2026-02-24T20:10:40-08:00');
  return text;
});

/** A day, as its beginning in UTC. */
const Day = z.iso.date().transform((text) => Date.parse(text));
const Patterns = z.array(
  z.string().refine((source) => {
    try {
      return anyCase(source) instanceof RegExp;
    } catch {
      return false;
    }
  }, 'expected a regular expression'),
);

export const anyCase = (source: string): RegExp => new RegExp(source, 'i');

const LifeFile = z.object({
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
  claims: z
    .array(
      z.object({
        subject: z.string(),
        slot: z.string(),
        value: z.string(),
        from: Day,
        saidIn: z.string().optional(),
        replaces: z.string().nullish(),
      }),
    )
    .default([]),
  dates: z
    .array(z.object({ turn: z.string(), phrase: z.string(), from: Day, to: Day }))
    .default([]),
  notFacts: z.array(z.object({ turn: z.string(), why: z.string() })).default([]),
  verbs: z
    .array(
      z.object({
        verb: z.string(),
        input: z.string(),
        must: Patterns,
        mustNot: Patterns,
      }),
    )
    .default([]),
});
type LifeFile = z.output<typeof LifeFile>;

/** What a life's talk says beside the answers to its questions. */
export interface Life extends Pick<LifeFile, 'claims' | 'dates' | 'notFacts' | 'verbs'> {
  readonly talk: Talk;
  /** Of a turn with an outdated value, the turns that tell the newer one. */
  readonly replacing: ReadonlyMap<string, readonly string[]>;
}

/** Whether a file looks like a life: an owner's turns and what is asked about them. */
export function isLife(json: unknown): boolean {
  return isRecord(json) && 'owner' in json && 'turns' in json && 'questions' in json;
}

export function readLife(json: unknown, path: string): Life {
  const file = parseInput(LifeFile, json, path);
  const { claims, dates, notFacts, verbs } = file;
  return { talk: asTalk(file), replacing: replacingIn(file), claims, dates, notFacts, verbs };
}

function replacingIn({ questions, claims }: LifeFile): Map<string, string[]> {
  const replacing = new Map<string, string[]>();
  const add = (stale: string, by: readonly string[]): void => {
    replacing.set(stale, [...(replacing.get(stale) ?? []), ...by]);
  };
  for (const { staleTurns, answerTurns } of questions)
    for (const stale of staleTurns) add(stale, answerTurns);
  for (const { replaces, saidIn } of claims)
    if (typeof replaces === 'string' && saidIn !== undefined) add(replaces, [saidIn]);
  return replacing;
}

/** A life as a bank: the user speaks under the owner’s name. */
function asTalk({ name, owner, now, turns, questions }: LifeFile): Talk {
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

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MnemeError } from '../packages/core/src/domain/errors.js';
import { parseInput } from '../packages/core/src/domain/input.js';
import { isRecord } from '../packages/core/src/language/parse-json.js';
import { PLAIN_QUESTION, sourceOf, type Talk, type TalkTurn } from './talk/talk.js';

/** The category of questions that name the wrong person on purpose. */
export const ADVERSARIAL = 5;

/** One question with the turns that hold its answer. */
export interface LocomoQuestion {
  readonly text: string;
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  readonly category: number;
  readonly evidence: readonly string[];
  /** As the data set words it; empty where it has none. */
  readonly answer: string;
}

export interface LocomoConversation {
  readonly id: string;
  readonly turns: readonly TalkTurn[];
  /** The session of each turn, by the turn's name. */
  readonly sessionOf: ReadonlyMap<string, string>;
  readonly questions: readonly LocomoQuestion[];
  /** When the questions are asked: the last session's date. */
  readonly askedAt: number;
}

const Turn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const Sample = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(
    z.object({
      question: z.string(),
      category: z.number(),
      evidence: z.array(z.string()).default([]),
      answer: z.union([z.string(), z.number()]).default(''),
    }),
  ),
});

/** Reads conversations and questions apart: nothing of a question reaches what is indexed. */
export function readLocomo(path: string): LocomoConversation[] {
  return parseLocomo(JSON.parse(readFileSync(path, 'utf8')), path);
}

/** Whether a file looks like one: samples of a conversation and its questions. */
export function isLocomo(json: unknown): boolean {
  return Array.isArray(json) && isRecord(json[0]) && 'conversation' in json[0] && 'qa' in json[0];
}

/** A file's conversations as banks. Throws `invalid_input` naming `path` and the place in it. */
export function locomoTalks(json: unknown, path: string): Talk[] {
  return parseLocomo(json, path).map(talkOf);
}

/** A conversation as a bank: each question is asked of the whole. */
export function talkOf({ id, turns, sessionOf, questions, askedAt }: LocomoConversation): Talk {
  return {
    id,
    turns,
    questions: questions.map(({ text, category, evidence }) => ({
      ...PLAIN_QUESTION,
      text,
      category: `cat${category}`,
      askedAt,
      after: turns.length,
      evidence,
      sessions: [...new Set(evidence.flatMap((turn) => sessionOf.get(turn) ?? []))],
      answerable: category !== ADVERSARIAL && evidence.length > 0,
      adversarial: category === ADVERSARIAL,
    })),
  };
}

function parseLocomo(json: unknown, path: string): LocomoConversation[] {
  return parseInput(z.array(Sample), json, path).map((sample) => {
    const sessions = Object.keys(sample.conversation)
      .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
    const turns: TalkTurn[] = [];
    const sessionOf = new Map<string, string>();
    let askedAt = 0;
    for (const session of sessions) {
      const at = sessionTime(String(sample.conversation[`session_${session}_date_time`]));
      askedAt = Math.max(askedAt, at);
      z.array(Turn)
        .parse(sample.conversation[`session_${session}`])
        .forEach((turn, position) => {
          turns.push(asInput(turn, `session_${session}`, at, position));
          sessionOf.set(turn.dia_id, `session_${session}`);
        });
    }
    const questions = sample.qa.map(({ question, category, evidence, answer }) => ({
      text: question,
      category,
      evidence: namedTurns(evidence, sessionOf),
      answer: String(answer),
    }));
    return { id: sample.sample_id, turns, sessionOf, questions, askedAt };
  });
}

function asInput(
  turn: z.output<typeof Turn>,
  session: string,
  at: number,
  position: number,
): TalkTurn {
  const picture =
    turn.blip_caption === undefined ? '' : `\n[shares a picture: ${turn.blip_caption}]`;
  return {
    content: turn.text + picture === '' ? '…' : turn.text + picture,
    kind: 'experience',
    speaker: turn.speaker,
    source: sourceOf(turn.speaker),
    session,
    turn: turn.dia_id,
    position,
    saidAt: at + position * 30_000,
  };
}

/** Some evidence strings hold several ids, or ids of turns that do not exist. */
function namedTurns(evidence: readonly string[], known: ReadonlyMap<string, string>): string[] {
  const named = evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? []);
  return [...new Set(named)].filter((turn) => known.has(turn));
}

/** "1:56 pm on 8 May, 2023", read as UTC. */
function sessionTime(text: string): number {
  const parts = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(text.trim());
  if (parts === null)
    throw new MnemeError('invalid_input', `${text} is no time of a LoCoMo session.`, {
      hint: 'Write it as in "1:56 pm on 8 May, 2023".',
    });
  const [, hour, minute, half, day, month, year] = parts;
  const date = Date.parse(`${day} ${month} ${year} 00:00 UTC`);
  return date + (((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute)) * 60_000;
}

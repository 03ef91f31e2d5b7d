import { z } from 'zod';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { isRecord } from '../../packages/core/src/language/parse-json.js';
import {
  isBlank,
  PLAIN_QUESTION,
  sourceOf,
  type Talk,
  type TalkQuestion,
  type TalkTurn,
} from './talk.js';

const Person = z.object({
  name: z.string(),
  sessions: z.array(
    z.object({
      id: z.string(),
      date: z.iso.date(),
      turns: z.array(
        z.object({
          speaker: z.string(),
          text: z.string(),
          query: z.boolean(),
          used: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** One person's file as it is published. */
const Published = z.object({
  _metadata: z.object({ person_name: z.string() }),
  dialogues: z.array(
    z.object({
      session_uuid: z.string(),
      current_time: z.string(),
      dialogue_turns: z.array(
        z.object({
          speaker: z.string(),
          content: z.string(),
          is_query: z.boolean().default(false),
          memory_session_uuids: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** A day states no hour: its first session begins at nine, each next one an hour later. */
const FIRST_HOUR = 9;
const HOUR = 3_600_000;
const TURN_GAP = 30_000;

/** Whether a file looks like RealMem: people with their sessions in order, or one of them. */
export function isRealmem(json: unknown): boolean {
  return (
    isPublished(json) ||
    (Array.isArray(json) &&
      isRecord(json[0]) &&
      Array.isArray(json[0]['sessions']) &&
      'name' in json[0])
  );
}

const isPublished = (json: unknown): boolean =>
  isRecord(json) && '_metadata' in json && 'dialogues' in json;

/** What a query needs is named by the turn that answers it. */
function asPerson(json: unknown, path: string): z.output<typeof Person> {
  const { _metadata, dialogues } = parseInput(Published, json, path);
  return {
    name: _metadata.person_name,
    sessions: dialogues.map(({ session_uuid: id, current_time: time, dialogue_turns: turns }) => ({
      id,
      date: time.slice(0, 10),
      turns: turns.map(({ speaker, content, is_query: query }, at) => ({
        speaker,
        text: content,
        query,
        used: query ? (turns[at + 1]?.memory_session_uuids ?? []) : [],
      })),
    })),
  };
}

/** A person's sessions as a stream: each query is asked with what went before it. */
export function realmemTalks(json: unknown, path: string): Talk[] {
  return parseInput(z.array(Person), isPublished(json) ? [asPerson(json, path)] : json, path).map(
    ({ name, sessions }) => {
      const turns: TalkTurn[] = [];
      const questions: TalkQuestion[] = [];
      const sessionsOfDay = new Map<string, number>();
      for (const { id, date, turns: said } of sessions) {
        const before = sessionsOfDay.get(date) ?? 0;
        sessionsOfDay.set(date, before + 1);
        const start = Date.parse(date) + (FIRST_HOUR + before) * HOUR;
        for (const [position, { speaker, text, query, used }] of said.entries()) {
          const saidAt = start + position * TURN_GAP;
          if (isBlank(text)) continue;
          if (query)
            questions.push({
              ...PLAIN_QUESTION,
              text,
              category: 'query',
              askedAt: saidAt,
              after: turns.length,
              evidence: [],
              sessions: used.filter((session) => session !== id),
              answerable: used.length > 0,
              running: id,
            });
          turns.push({
            content: text,
            kind: 'experience',
            speaker,
            source: sourceOf(speaker),
            session: id as NonNullable<TalkTurn['session']>,
            turn: `${id}:${position}`,
            position,
            saidAt,
          });
        }
      }
      return { id: name, turns, questions };
    },
  );
}

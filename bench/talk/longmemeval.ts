import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { isBlank, PLAIN_QUESTION, sourceOf, type Talk, type TalkTurn } from './talk.js';

const Instance = z.object({
  question_id: z.string(),
  question_type: z.string(),
  question: z.string(),
  question_date: z.string(),
  answer_session_ids: z.array(z.string()),
  haystack_dates: z.array(z.string()),
  haystack_session_ids: z.array(z.string()),
  haystack_sessions: z.array(
    z.array(
      z.object({ role: z.string(), content: z.string(), has_answer: z.boolean().optional() }),
    ),
  ),
});

const TURN_GAP = 30_000;

/** One of LongMemEval's questions with its haystack (Wu et al. 2025). A session named twice is one. */
export function longMemEvalTalk(json: unknown, path: string): Talk {
  const instance = parseInput(Instance, json, path);
  const turns: TalkTurn[] = [];
  const evidence: string[] = [];
  for (const [at, said] of instance.haystack_sessions.entries()) {
    const session = instance.haystack_session_ids[at] ?? String(at);
    const start = momentOf(instance.haystack_dates[at] ?? '', path);
    for (const [position, { role, content, has_answer: answers }] of said.entries()) {
      if (isBlank(content)) continue;
      const turn = `${session}#${at}:${position}`;
      turns.push({
        content,
        kind: 'experience',
        speaker: role,
        source: sourceOf(role),
        session: session as NonNullable<TalkTurn['session']>,
        turn,
        position,
        saidAt: start + position * TURN_GAP,
      });
      if (answers === true) evidence.push(turn);
    }
  }
  const answerable = !instance.question_id.endsWith('_abs');
  return {
    id: instance.question_id,
    turns,
    questions: [
      {
        ...PLAIN_QUESTION,
        text: instance.question,
        category: instance.question_type,
        askedAt: momentOf(instance.question_date, path),
        after: turns.length,
        evidence: answerable ? evidence : [],
        sessions: answerable ? instance.answer_session_ids : [],
        answerable,
      },
    ],
  };
}

/** "2023/05/20 (Sat) 02:21", read as UTC. */
function momentOf(text: string, path: string): number {
  const parts = /^(\d{4})\/(\d{2})\/(\d{2}) \(\w+\) (\d{2}:\d{2})$/.exec(text.trim());
  if (parts === null)
    throw new MnemeError('invalid_input', `${path}: ${text} is no time of LongMemEval.`, {
      field: 'haystack_dates',
      value: text,
      hint: 'Write it as in "2023/05/20 (Sat) 02:21".',
    });
  const [, year, month, day, time] = parts;
  return Date.parse(`${year}-${month}-${day}T${time}Z`);
}

const CHUNK = 1 << 20;

/** The elements of a JSON array in a file that may be larger than the longest string, every `step`-th of them. */
export function* elementsOf(path: string, step = 1): Generator<unknown> {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(CHUNK);
    const decoder = new StringDecoder('utf8');
    let [depth, inText, escaped, at, element] = [0, false, false, 0, ''];
    for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) {
      const text = decoder.write(bytes.subarray(0, read));
      let from = 0;
      for (let place = 0; place < text.length; place++) {
        const letter = text[place];
        if (inText) {
          if (escaped) escaped = false;
          else if (letter === '\\') escaped = true;
          else if (letter === '"') inText = false;
        } else if (letter === '"') inText = true;
        else if (letter === '{' || letter === '[') {
          if (depth++ === 1) from = place;
        } else if ((letter === '}' || letter === ']') && --depth === 1) {
          if (at++ % step === 0) yield JSON.parse(element + text.slice(from, place + 1));
          [element, from] = ['', place + 1];
        }
      }
      if (depth > 1 && at % step === 0) element += text.slice(from);
    }
  } finally {
    closeSync(file);
  }
}

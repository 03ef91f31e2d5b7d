import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseInput } from '../../packages/core/src/domain/input.js';
import { isBlank, PLAIN_QUESTION, sourceOf, type Talk, type TalkTurn } from './talk.js';

const Message = z.object({
  role: z.string(),
  id: z.number(),
  content: z.string(),
  time_anchor: z.string().optional(),
});
const Chat = z.array(z.object({ turns: z.array(z.array(Message)) }));
const Ids = z.array(z.number());
const Questions = z.record(
  z.string(),
  z.array(
    z.object({
      question: z.string(),
      source_chat_ids: z.union([Ids, z.record(z.string(), Ids)]).default([]),
    }),
  ),
);

const TURN_GAP = 30_000;

/** The chats of a folder of BEAM (Tavakoli et al. 2025), `100K` or `1M`: a folder each, with `chat.json` and `probing_questions`. */
export function* beamTalks(folder: string): Generator<Talk> {
  const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
  for (const name of names) {
    const [chat, asked] = [
      join(folder, name, 'chat.json'),
      join(folder, name, 'probing_questions/probing_questions.json'),
    ];
    if (!existsSync(chat) || !existsSync(asked)) continue;
    const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
    yield beamTalk(`beam-${name}`, read(chat), read(asked), chat);
  }
}

/** A chat as a bank, a session a batch. What has no source is not known. */
export function beamTalk(id: string, chat: unknown, asked: unknown, path: string): Talk {
  const turns: TalkTurn[] = [];
  const sessionOf = new Map<string, string>();
  let start = 0;
  for (const [batch, { turns: groups }] of parseInput(Chat, chat, path).entries()) {
    const messages = groups.flat();
    const anchor = messages.flatMap(({ time_anchor: time }) => time ?? [])[0];
    start = Math.max(start + TURN_GAP, anchor === undefined ? 0 : Date.parse(`${anchor} UTC`));
    for (const [position, { role, id: name, content }] of messages.entries()) {
      if (isBlank(content)) continue;
      sessionOf.set(String(name), String(batch));
      turns.push({
        // The marks that the chats were made with are no part of what was said.
        content: content.replace(/\s*->-> [\d,]+\s*$/, ''),
        kind: 'experience',
        speaker: role,
        source: sourceOf(role),
        session: String(batch) as NonNullable<TalkTurn['session']>,
        turn: String(name),
        position,
        saidAt: start + position * TURN_GAP,
      });
    }
    start += messages.length * TURN_GAP;
  }
  const questions = Object.entries(parseInput(Questions, asked, path)).flatMap(([category, each]) =>
    each.map(({ question, source_chat_ids: ids }) => {
      const evidence = [
        ...new Set((Array.isArray(ids) ? ids : Object.values(ids).flat()).map(String)),
      ];
      const there = evidence.filter((turn) => sessionOf.has(turn));
      return {
        ...PLAIN_QUESTION,
        text: question,
        category,
        askedAt: start,
        after: turns.length,
        evidence: there,
        sessions: [...new Set(there.flatMap((turn) => sessionOf.get(turn) ?? []))],
        answerable: there.length > 0,
      };
    }),
  );
  return { id, turns, questions };
}

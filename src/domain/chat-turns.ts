import { z } from 'zod';
import { SessionId } from './ids.js';
import { ClockInput, type RememberInput } from './input.js';
import { MAX_INPUT, type Source } from './memory.js';
import { parseInput } from './parse-input.js';
import { hasText } from './visible-text.js';

/** The source of what each role says. A system prompt is instructions, not something that happened. */
const SOURCES = {
  user: 'user',
  human: 'user',
  assistant: 'agent',
  ai: 'agent',
  tool: 'tool',
  function: 'tool',
} as const satisfies Readonly<Record<string, Source>>;
const ROLES = [...Object.keys(SOURCES), 'system', 'developer'];
/** The speaker of a role's turns if none is named. */
const SPEAKERS: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  function: 'tool',
};

const Part = z
  .looseObject({ type: z.string().optional(), text: z.string().optional() })
  .describe('A part of a message; parts without text, such as pictures and calls, are left out.');

/** A message as in the APIs of language models. */
export const ChatTurn = z.strictObject({
  role: z.enum(ROLES as [string, ...string[]]).describe('Turns of the system are left out.'),
  content: z
    .union([z.string().max(MAX_INPUT, `at most ${MAX_INPUT} characters`), z.array(Part).max(1_000)])
    .describe('A text, or parts as {"type": "text", "text": "…"}.'),
  name: z.string().trim().min(1).max(200).optional().describe('Who says it. Default: the role.'),
  timestamp: ClockInput.optional().describe('When it was said. Default: now.'),
});
export type ChatTurn = z.input<typeof ChatTurn>;

export const ChatTurns = z.array(ChatTurn).min(1, 'name at least one message').max(1_000);

/**
 * Chat messages as input for `rememberAll`, in order: the role becomes speaker and source. Messages without
 * text, and those of the system, are left out. Throws `invalid_input`.
 */
export function fromMessages(
  messages: readonly ChatTurn[],
  { session }: { readonly session?: string } = {},
): RememberInput[] {
  const named = session === undefined ? {} : { session: parseInput(SessionId, session, 'session') };
  return parseInput(ChatTurns, messages, 'messages').flatMap(
    ({ role, content, name, timestamp }): RememberInput[] => {
      const source = (SOURCES as Readonly<Record<string, Source>>)[role];
      const text = typeof content === 'string' ? content : wordsOf(content);
      if (source === undefined || !hasText(text)) return [];
      return [
        {
          content: text,
          speaker: name ?? SPEAKERS[role] ?? role,
          source,
          ...named,
          ...(timestamp === undefined ? {} : { saidAt: timestamp }),
        },
      ];
    },
  );
}

const wordsOf = (parts: readonly z.output<typeof Part>[]): string =>
  parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');

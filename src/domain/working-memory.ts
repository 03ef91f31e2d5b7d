import { z } from 'zod';
import { SessionId } from './ids.js';
import type { Instant } from './time.js';

const Text = z.string().trim().min(1, 'must not be empty').max(4_096, 'at most 4,096 characters');

/** What a session's working memory is told (capability A9): any of these. */
export const SessionNote = z
  .strictObject({
    session: SessionId.describe('The session, by the caller’s own name for it.'),
    text: Text.optional().describe('What was said: the next turn of the conversation.'),
    speaker: z.string().trim().min(1).max(200).optional().describe('Who said it.'),
    event: Text.optional().describe('Something that happened: "the tests pass".'),
    task: z.string().trim().max(2_000).optional().describe('What is being worked on; an empty text ends it.'),
    phase: z.string().trim().max(200).optional().describe('How far it is: "planning", "review"; an empty text ends it.'),
  })
  .refine(({ text, event, task, phase }) => [text, event, task, phase].some((part) => part !== undefined), { message: 'say something: a text, an event, a task or a phase', path: ['text'] })
  .refine(({ text, speaker }) => speaker === undefined || text !== undefined, { message: 'a speaker needs a text', path: ['speaker'] });
export type SessionNote = z.input<typeof SessionNote>;
export type ParsedSessionNote = z.output<typeof SessionNote>;

export interface WorkingTurn {
  readonly speaker: string | null;
  readonly text: string;
  readonly at: Instant;
}

export interface WorkingEvent {
  readonly text: string;
  readonly at: Instant;
}

/** What a session has in mind. Scratch: kept beside the memories, never journaled, never recalled. */
export interface WorkingMemory {
  readonly session: SessionId;
  readonly task: string | null;
  readonly phase: string | null;
  /** Oldest first, as the turns are. */
  readonly events: readonly WorkingEvent[];
  readonly turns: readonly WorkingTurn[];
  readonly changedAt: Instant;
}

/** Its bounds: what is older falls out. The newest turn or event stays, however long. */
export const WORKING_BOUNDS = Object.freeze({ turns: 40, events: 20, tokens: 4_000, sessions: 200 });

/** The working memory with the note taken in, within its bounds. `countTokens` measures a text. */
export function noted(before: WorkingMemory | null, note: ParsedSessionNote, at: Instant, countTokens: (text: string) => number): WorkingMemory {
  const { session, text, speaker = null, event, task, phase } = note;
  const turns = [...(before?.turns ?? []), ...(text === undefined ? [] : [{ speaker, text, at }])].slice(-WORKING_BOUNDS.turns);
  const events = [...(before?.events ?? []), ...(event === undefined ? [] : [{ text: event, at }])].slice(-WORKING_BOUNDS.events);
  let tokens = [...turns, ...events].reduce((sum, each) => sum + countTokens(each.text), 0);
  while (tokens > WORKING_BOUNDS.tokens && turns.length + events.length > 1) {
    const [turn, happening] = [turns[0], events[0]];
    // The turn of the same moment came first.
    const dropped = happening === undefined || (turn !== undefined && turn.at <= happening.at) ? turns.shift() : events.shift();
    tokens -= countTokens(dropped?.text ?? '');
  }
  const kept = (given: string | undefined, known: string | null | undefined): string | null => (given === undefined ? (known ?? null) : given === '' ? null : given);
  return { session, task: kept(task, before?.task), phase: kept(phase, before?.phase), events, turns, changedAt: at };
}

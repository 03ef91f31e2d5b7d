import { z } from 'zod';
import type { MemoryId } from './ids.js';
import { SessionId } from './ids.js';
import { Instant } from './time.js';
import { type Of, type SchemaOf, TurnText, textUpTo, flag } from './schema.js';

const Text = textUpTo(4_096);

const workingTurnShape = z.strictObject({
  speaker: z.string().nullable(),
  text: TurnText,
  at: Instant,
});
export interface WorkingTurn extends Of<typeof workingTurnShape> {}
export const WorkingTurn: SchemaOf<WorkingTurn, typeof workingTurnShape> = workingTurnShape;

const workingEventShape = z.strictObject({
  text: TurnText,
  at: Instant,
});
export interface WorkingEvent extends Of<typeof workingEventShape> {}
export const WorkingEvent: SchemaOf<WorkingEvent, typeof workingEventShape> = workingEventShape;

/**
 * Who may read a note: its agent alone, or every agent of the session. What other sessions need belongs in a memory.
 */
export const SCRATCH_PRIVACY = ['private', 'team'] as const;

const scratchNoteShape = z.strictObject({
  agent: z.string(),
  content: TurnText,
  privacy: z.enum(SCRATCH_PRIVACY),
  tags: z.array(z.string()),
  at: Instant,
});
/** An agent's note that lasts for one session. */
export interface ScratchNote extends Of<typeof scratchNoteShape> {}
export const ScratchNote: SchemaOf<ScratchNote, typeof scratchNoteShape> = scratchNoteShape;

/** What to add to a session's working memory, or what of it to read or clear. */
const sessionShape = z.strictObject({
  session: SessionId.describe('The session, by the caller’s own name for it.'),
  text: Text.optional().describe('What was said: the next turn of the conversation.'),
  speaker: textUpTo(200).optional().describe('Who said it.'),
  event: Text.optional().describe('Something that happened: "the tests pass".'),
  task: z
    .string()
    .trim()
    .max(2_000)
    .optional()
    .describe('What is being worked on; an empty text ends it.'),
  phase: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('How far it is: "planning", "review"; an empty text ends it.'),
  agent: textUpTo(200)
    .optional()
    .describe('The agent whose own notes are meant: also the notes that it may see are shown.'),
  keep: Text.optional().describe('A note that the agent keeps for the length of the session.'),
  privacy: z
    .enum(SCRATCH_PRIVACY)
    .optional()
    .describe('private: for this agent alone, the default; team: for every agent of the session.'),
  tags: z
    .array(textUpTo(100))
    .max(5, 'at most 5')
    .optional()
    .describe('Words to find the note by; without a note, only notes that have all of them.'),
  clear: flag('Forget all that the session has in mind, or an agent’s own notes alone.'),
});
export const SAID = ['text', 'event', 'task', 'phase', 'keep'] as const;
const OF_AGENT = ['keep', 'privacy', 'tags'] as const;

export const SessionInput = sessionShape
  .refine(({ text, speaker }) => speaker === undefined || text !== undefined, {
    message: 'a speaker needs a text',
    path: ['speaker'],
  })
  .refine((given) => given.agent !== undefined || OF_AGENT.every((of) => given[of] === undefined), {
    message: 'notes are an agent’s: say whose',
    path: ['agent'],
  })
  .refine(({ keep, privacy }) => privacy === undefined || keep !== undefined, {
    message: 'only a note to keep has it',
    path: ['privacy'],
  })
  .refine((given) => !given.clear || SAID.every((part) => given[part] === undefined), {
    message: 'what is to be kept cannot be cleared at once',
    path: ['clear'],
  });
export type SessionInput = z.input<typeof SessionInput>;
export type ParsedSessionInput = z.output<typeof SessionInput>;

/** Whether there is anything to record besides an agent's own notes. */
export const isSaid = ({ text, event, task, phase }: ParsedSessionInput): boolean =>
  [text, event, task, phase].some((part) => part !== undefined);

const workingMemoryShape = z.strictObject({
  session: SessionId,
  task: z.string().nullable(),
  phase: z.string().nullable(),
  /** Oldest first, like the turns. */
  events: z.array(WorkingEvent),
  turns: z.array(WorkingTurn),
  changedAt: Instant,
});
/** The working memory of a session. Stored separately from memories; never journaled, never recalled. */
export interface WorkingMemory extends Of<typeof workingMemoryShape> {}
export const WorkingMemory: SchemaOf<WorkingMemory, typeof workingMemoryShape> = workingMemoryShape;

/** The stored form, including notes that are private to an agent. */
export interface StoredWorkingMemory extends WorkingMemory {
  /** Agents' own notes, oldest first; absent if there are none. */
  readonly scratch?: readonly ScratchNote[];
  /** Pieces delivered as context to this session, oldest first; absent if it never requested any. */
  readonly given?: readonly GivenPiece[];
}

/** A piece of a memory that was delivered to a conversation. */
export interface GivenPiece {
  readonly id: MemoryId;
  /** A hash of the piece as delivered; does not reveal its content. */
  readonly key: string;
  readonly tokens: number;
  /** Whether the memory was current when last reported to the conversation. */
  readonly stands: boolean;
}

/** Limits of the working memory: the oldest items are dropped first; the newest one stays, however long. */
export const WORKING_BOUNDS = Object.freeze({
  turns: 40,
  events: 20,
  tokens: 4_000,
  scratch: 50,
  /** Tokens of delivered context: older pieces have probably left the model's own context. */
  given: 24_000,
  sessions: 200,
});

/** The working memory with an input added, within the limits. `countTokens` counts a text's tokens. */
export function noted(
  before: StoredWorkingMemory | null,
  note: ParsedSessionInput,
  at: Instant,
  countTokens: (text: string) => number,
): StoredWorkingMemory {
  const { session, text, speaker = null, event, task, phase } = note;
  const turns = [
    ...(before?.turns ?? []),
    ...(text === undefined ? [] : [{ speaker, text, at }]),
  ].slice(-WORKING_BOUNDS.turns);
  const events = [
    ...(before?.events ?? []),
    ...(event === undefined ? [] : [{ text: event, at }]),
  ].slice(-WORKING_BOUNDS.events);
  let tokens = [...turns, ...events].reduce((sum, each) => sum + countTokens(each.text), 0);
  while (tokens > WORKING_BOUNDS.tokens && turns.length + events.length > 1) {
    const [turn, happening] = [turns[0], events[0]];
    // At equal times, the turn came first.
    const dropped =
      happening === undefined || (turn !== undefined && turn.at <= happening.at)
        ? turns.shift()
        : events.shift();
    tokens -= countTokens(dropped?.text ?? '');
  }
  const kept = (given: string | undefined, known: string | null | undefined): string | null =>
    given === undefined ? (known ?? null) : given === '' ? null : given;
  return {
    session,
    task: kept(task, before?.task),
    phase: kept(phase, before?.phase),
    events,
    turns,
    ...(before?.scratch === undefined ? {} : { scratch: before.scratch }),
    ...(before?.given === undefined ? {} : { given: before.given }),
    changedAt: at,
  };
}

/** The working memory with its notes replaced; null if it is empty then. */
export function withScratch(
  before: StoredWorkingMemory | null,
  session: SessionId,
  scratch: readonly ScratchNote[],
  at: Instant,
): StoredWorkingMemory | null {
  const { scratch: _, ...rest } = before ?? empty(session, at);
  if (scratch.length > 0)
    return { ...rest, scratch: scratch.slice(-WORKING_BOUNDS.scratch), changedAt: at };
  return hasNothing(rest) && rest.given === undefined ? null : rest;
}

/** The working memory with its recently delivered context replaced. */
export function withGiven(
  before: StoredWorkingMemory | null,
  session: SessionId,
  given: readonly GivenPiece[],
  at: Instant,
): StoredWorkingMemory {
  return { ...(before ?? empty(session, at)), given, changedAt: at };
}

const empty = (session: SessionId, at: Instant): StoredWorkingMemory => ({
  session,
  task: null,
  phase: null,
  events: [],
  turns: [],
  changedAt: at,
});

/** Whether it has no task, phase, event or turn. */
export const hasNothing = ({ task, phase, events, turns }: WorkingMemory): boolean =>
  task === null && phase === null && events.length + turns.length === 0;

/** Whether an agent may read a note, and the note has all of these tags. */
export function isScratchFor(
  note: ScratchNote,
  agent: string,
  tags: readonly string[] = [],
): boolean {
  return (
    (note.agent === agent || note.privacy === 'team') &&
    tags.every((tag) => note.tags.includes(tag))
  );
}

import { z } from 'zod';
import { briefText } from '../../domain/recalled-text.js';
import { SessionInput, type WorkingMemory } from '../../domain/working-memory.js';
import { counted, dim, moment, type TextFormat } from '../../format/style.js';
import { Brief, BriefInput } from './compose-brief.js';
import { InjectedContext } from './compose-context.js';
import { ContextInput } from './relevance.js';
import { SessionView } from './session.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';

/** The text as given to a model, followed by the line on unread turns. */
const renderBrief = ({ text, unread }: Pick<Brief, 'text' | 'unread'>): string =>
  [text === '' ? 'Nothing is known yet.' : text, ...(unread === null ? [] : [dim(unread)])].join(
    '\n',
  );

/** The text alone, as given to a model; if it is empty, the reason. */
export function renderContext({
  context,
  left,
  unlikely = 0,
  notices,
  unread = null,
}: Pick<InjectedContext, 'context' | 'left' | 'notices'> &
  Partial<Pick<InjectedContext, 'unlikely' | 'unread'>>): string {
  const waits = unread === null ? [] : [dim(unread)];
  if (context !== '') return [context, ...waits].join('\n');
  const unfit = left - unlikely;
  const why =
    left === 0
      ? 'Nothing was found.'
      : unfit > 0
        ? `Nothing fits the budget: ${counted(unfit, 'memory is', 'memories are')} left out.`
        : `Nothing bears on it: ${counted(unlikely, 'memory is', 'memories are')} too unlikely.`;
  return [...(notices.length === 0 || unfit > 0 ? [why] : []), ...notices, ...waits].join('\n');
}

/** A session's working memory, for people. */
function renderSession(
  { session, working, notes, dropped = 0 }: SessionView,
  screen: Pick<TextFormat, 'zone'> = {},
): string {
  return [
    ...(working === null
      ? [`The session ${session} has nothing in mind.`]
      : inMind(working, screen)),
    ...(dropped > 0 ? [`${dropped} ${dropped === 1 ? 'note' : 'notes'} dropped.`] : []),
    ...(notes ?? []).map(
      ({ agent, content, privacy, tags, at }) =>
        `${dim(moment(at, screen))} ${agent}${privacy === 'team' ? ' to all' : ''} noted: ${content}${tags.length === 0 ? '' : dim(` #${tags.join(' #')}`)}`,
    ),
    ...(notes?.length === 0 ? [`No note of ${session} is for this agent.`] : []),
  ].join('\n');
}

function inMind(
  { session, task, phase, events, turns }: WorkingMemory,
  screen: Pick<TextFormat, 'zone'>,
): string[] {
  return [
    `Session ${session}`,
    ...(task === null ? [] : [`task: ${task}`]),
    ...(phase === null ? [] : [`phase: ${phase}`]),
    ...events.map(({ text, at }) => `${dim(moment(at, screen))} happened: ${text}`),
    ...turns.map(
      ({ speaker, text, at }) =>
        `${dim(moment(at, screen))} ${speaker === null ? '' : `${speaker}: `}${text}`,
    ),
  ];
}

/** The context as given to a model; if nothing was found, the notices. */
export function contextText({
  context,
  notices,
  unread,
}: Pick<InjectedContext, 'context' | 'notices' | 'unread'>): string {
  const told = context === '' ? ['Nothing was found.', ...notices] : [context];
  return [...told, ...(unread === null ? [] : [unread])].join('\n');
}

export const contextOperation = defineOperation({
  name: 'context',
  summary: 'Recall what bears on a task, as one text under a token budget.',
  description:
    'For a model to read: a label, then what was recalled between marks. Where whole memories do not fit, the sentences that bear on the task are taken, by day, each with a citation that `cite` expands; what repeats another is left out. Given back to `remember`, the text is not taken in again.',
  input: ContextInput,
  output: InjectedContext,
  positional: ['query'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme context "plan the supper club"', shows: 'up to 2,048 tokens of memories' },
    {
      command: 'mneme context "pool size" --max-tokens 300 --verbosity 0',
      shows: 'first words and ids',
    },
    {
      command: 'mneme context "Why did Priya move?" --max-tokens 600 --mode narrative',
      shows: 'the passages that tell it, as sentences',
    },
  ],
  scoped: true,
  served: { pace: 'question' },
  verb: ['context', 'query'],
  asLines: renderContext,
  run: (memory, input) => memory.context(input),
  // Placed after `run`, from which the compiler infers the output's type.
  asText: contextText,
});

export const briefOperation = defineOperation({
  name: 'brief',
  summary: 'What to know before a session begins, as one text under a token budget.',
  description:
    'For a model to read: what people prefer, what is planned for the next 14 days, forecasts whose day has come, the standing goals, what is open, and what was said and done last; each memory between marks. With a project, what is last is of that project; with `about`, what was said of that matter and nothing else.',
  input: BriefInput,
  output: Brief,
  positional: ['about'],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme brief "the talk in Trondheim"', shows: 'what was said of it' },
    {
      command: 'mneme brief --project parcel',
      shows: 'what an agent should know before it starts',
    },
  ],
  served: { pace: 'question' },
  verb: ['brief'],
  asLines: renderBrief,
  run: (memory, input) => memory.brief(input),
  asText: briefText,
});

const NOTED = ['text', 'speaker', 'event', 'task', 'phase', 'keep', 'privacy'];

export const sessionOperation = defineOperation({
  name: 'session',
  summary: 'Show what a session has in mind, note more of it, or forget it.',
  description:
    'Turns of the conversation, events, the task and its phase, and notes of agents: private for one, or for the team. It is scratch: no memory, seen by no other session; a recall with this session reads “she” or “that project” by it. The oldest falls out; what is cleared leaves no trace. What later conversations need is remembered instead.',
  input: SessionInput,
  output: SessionView,
  positional: ['session', 'text'],
  effect: 'retract',
  writesWith: ['text', 'event', 'task', 'phase', 'keep', 'clear'],
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme session chat-7 "Priya moved to Lisbon." --speaker Tom',
      shows: 'the working memory with that turn',
    },
    {
      command: 'mneme session chat-7 --task "Plan the move" --phase packing',
      shows: 'what the session works on',
    },
    { command: 'mneme session chat-7', shows: 'the working memory of chat-7' },
    {
      command: 'mneme session chat-7 --agent planner --keep "Ask about the dog first."',
      shows: 'also the notes of the planner in chat-7, and the team’s',
    },
    { command: 'mneme session chat-7 --clear', shows: 'an empty working memory' },
  ],
  served: { pace: 'quick' },
  places: [
    { method: 'GET', path: '/sessions/{session}', without: [...NOTED, 'clear'] },
    {
      method: 'DELETE',
      path: '/sessions/{session}',
      fixed: { clear: true },
      without: NOTED,
      called: 'session_forget',
    },
    {
      method: 'POST',
      path: '/sessions/{session}/notes',
      without: ['clear'],
      called: 'session_write',
    },
  ],
  asLines: renderSession,
  run: (memory, { session, ...input }) => memory.session(session).ask(input),
});

// Deprecated aliases of `session`: the names these verbs had in the previous version.

const { session, text, speaker, event, task, phase, agent, keep, privacy, tags } =
  SessionInput.shape;

export const sessionNoteOperation = deprecatedVerb(sessionOperation, {
  name: 'session_note',
  words: ['session', 'note'],
  positional: ['session', 'text'],
  effect: 'write',
  input: z.strictObject({ session, text, speaker, event, task, phase }),
  as: (given) => given,
});

export const sessionShowOperation = deprecatedVerb(sessionOperation, {
  name: 'session_show',
  words: ['session', 'show'],
  positional: ['session'],
  effect: 'read',
  input: z.strictObject({ session }),
  as: (given) => given,
});

export const sessionClearOperation = deprecatedVerb(sessionOperation, {
  name: 'session_clear',
  words: ['session', 'clear'],
  positional: ['session'],
  input: z.strictObject({ session }),
  as: (given) => ({ ...given, clear: true }),
});

export const scratchpadOperation = deprecatedVerb(sessionOperation, {
  name: 'scratchpad',
  positional: ['action', 'session', 'agent', 'content'],
  effect: 'write',
  places: [{ method: 'POST', path: '/sessions/{session}/scratchpad' }],
  input: z.strictObject({
    action: z.enum(['store', 'retrieve', 'clear']).describe('What to do with the notes.'),
    session,
    agent: agent.unwrap().describe('Who writes or reads.'),
    content: keep,
    privacy,
    tags,
  }),
  as: ({ action, content, ...given }) => ({
    ...given,
    keep: content,
    clear: action === 'clear',
  }),
});

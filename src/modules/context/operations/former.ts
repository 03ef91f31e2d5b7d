// Verbs that `session` has taken in, under the names that they had in the version before.
import { z } from 'zod';
import { SessionInput } from '../../../domain/working-memory.js';
import { formerly } from '../../../operations/formerly.js';
import { sessionOperation } from './session.js';

const { session, text, speaker, event, task, phase, agent, keep, privacy, tags } =
  SessionInput.shape;

export const sessionNoteOperation = formerly(sessionOperation, {
  name: 'session_note',
  words: ['session', 'note'],
  positional: ['session', 'text'],
  effect: 'write',
  input: z.strictObject({ session, text, speaker, event, task, phase }),
  as: (given) => given,
});

export const sessionShowOperation = formerly(sessionOperation, {
  name: 'session_show',
  words: ['session', 'show'],
  positional: ['session'],
  effect: 'read',
  input: z.strictObject({ session }),
  as: (given) => given,
});

export const sessionClearOperation = formerly(sessionOperation, {
  name: 'session_clear',
  words: ['session', 'clear'],
  positional: ['session'],
  input: z.strictObject({ session }),
  as: (given) => ({ ...given, clear: true }),
});

export const scratchpadOperation = formerly(sessionOperation, {
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

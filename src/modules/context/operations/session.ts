import { z } from 'zod';
import { SessionId } from '../../../domain/ids.js';
import { ScratchInput, SessionNote, WorkingMemory } from '../../../domain/working-memory.js';
import { defineOperation } from '../../../operations/operation.js';
import { Scratchpad, SessionView } from '../session-memory.js';
import { renderWorkingMemory, renderScratchpad } from '../view.js';

const Named = z.strictObject({
  session: SessionId.describe('The session, by the caller’s own name for it.'),
});

export const sessionNoteOperation = defineOperation({
  name: 'session_note',
  words: ['session', 'note'],
  summary: 'Note what a session has in mind.',
  description:
    'A turn of the conversation, an event, the task, its phase. It is scratch: no memory, seen by no other session; a recall with this session reads “she” or “that project” by it. The oldest falls out.',
  input: SessionNote,
  output: WorkingMemory,
  positional: ['session', 'text'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme session note chat-7 "Priya moved to Lisbon." --speaker Tom',
      shows: 'the working memory with that turn',
    },
    {
      command: 'mneme session note chat-7 --task "Plan the move" --phase packing',
      shows: 'what the session works on',
    },
  ],
  served: { pace: 'quick' },
  places: [{ method: 'POST', path: '/sessions/{session}/notes' }],
  asLines: (output, screen) => renderWorkingMemory(output.session, output, screen),
  run: (memory, { session, ...note }) => memory.session(session).note(note),
});

export const sessionShowOperation = defineOperation({
  name: 'session_show',
  words: ['session', 'show'],
  summary: 'Show what a session has in mind.',
  description: 'Task, phase, events and turns, oldest first.',
  input: Named,
  output: SessionView,
  positional: ['session'],
  effect: 'read',
  idempotent: true,
  examples: [{ command: 'mneme session show chat-7', shows: 'the working memory of chat-7' }],
  served: { pace: 'quick' },
  places: [{ method: 'GET', path: '/sessions/{session}' }],
  asLines: ({ session, working }, screen) => renderWorkingMemory(session, working, screen),
  run: (memory, { session }) => memory.session(session).show(),
});

export const sessionClearOperation = defineOperation({
  name: 'session_clear',
  words: ['session', 'clear'],
  summary: 'Forget what a session has in mind.',
  description: 'The working memory goes at once and leaves no trace; memories stay.',
  input: Named,
  output: SessionView,
  positional: ['session'],
  effect: 'retract',
  idempotent: true,
  examples: [{ command: 'mneme session clear chat-7', shows: 'an empty working memory' }],
  served: { pace: 'quick' },
  places: [{ method: 'DELETE', path: '/sessions/{session}' }],
  asLines: ({ session, working }, screen) => renderWorkingMemory(session, working, screen),
  run: (memory, { session }) => memory.session(session).clear(),
});

export const scratchpadOperation = defineOperation({
  name: 'scratchpad',
  summary: 'Keep, read or drop an agent’s notes for the length of a session.',
  description:
    'Scratch: no memory, never recalled, gone with the session. A private note is for its agent alone, a team note for every agent of the session. What later conversations need is remembered instead.',
  input: ScratchInput,
  output: Scratchpad,
  positional: ['action', 'session', 'agent', 'content'],
  effect: 'write',
  founds: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme scratchpad store chat-7 planner "Ask about the dog first." --tags open',
      shows: 'the notes of the planner in chat-7',
    },
    { command: 'mneme scratchpad retrieve chat-7 planner', shows: 'its own notes and the team’s' },
    { command: 'mneme scratchpad clear chat-7 planner', shows: 'how many were dropped' },
  ],
  served: { pace: 'quick' },
  places: [{ method: 'POST', path: '/sessions/{session}/scratchpad' }],
  asLines: renderScratchpad,
  run: (memory, { session, ...input }) => memory.session(session).scratch(input),
});

import { SessionInput } from '../../../domain/working-memory.js';
import { defineOperation } from '../../../operations/operation.js';
import { SessionView } from '../session-memory.js';
import { renderSession } from '../view.js';

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

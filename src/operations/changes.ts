import { z } from 'zod';
import { VERBS } from '../domain/change.js';
import { ResultId } from '../domain/feedback.js';
import { EntityId, MemoryId } from '../domain/ids.js';
import { ChangesFilter } from '../engine/list-changes.js';
import { defineOperation } from './operation.js';
import { Moment } from './outputs/memory.js';

export const ChangeOutput = z.strictObject({
  sequence: z.number(),
  at: Moment,
  verb: z.enum(VERBS),
  actor: z.string(),
  reason: z.string(),
  memories: z.array(MemoryId),
  entities: z.array(EntityId),
  votes: z.array(ResultId),
  links: z.number(),
  removedLinks: z.number(),
});

export const changesOperation = defineOperation({
  name: 'changes',
  summary: 'List what changed, in order: who did what, when and why.',
  description:
    'The journal of the bank. Each change has a number and names the memories, entities and votes it touched; a page goes on after a number.',
  input: ChangesFilter,
  output: z.strictObject({ changes: z.array(ChangeOutput), next: z.number() }),
  positional: [],
  effect: 'read',
  idempotent: true,
  examples: [
    { command: 'mneme changes --limit 5', shows: 'the first five changes' },
    { command: 'mneme changes --after 1200', shows: 'what changed since change 1200' },
  ],
  run: (memory, input) => memory.curation.changes(input),
});

import { z } from 'zod';
import { CircleFilter, CircleReport } from '../../domain/validity.js';
import { ConflictFilter, ConflictSettling } from '../../domain/conflict.js';
import { defineOperation, deprecatedVerb } from '../../operations/operation.js';
import { reversible } from '../../domain/reversal.js';
import { ConflictPage } from './list-conflicts.js';
import { ConflictReceipt } from './resolve-conflict.js';
import { renderConflicts, renderConflictReceipt, renderCircles } from './view.js';

const ReversibleConflictReceipt = reversible(ConflictReceipt);

export const conflictsOperation = defineOperation({
  name: 'conflicts',
  summary: 'List where memories contradict each other.',
  description:
    'Two notes that hold, or two memories, that say different things of one aspect of one subject: which holds, why, and who settled it. --scan reads what was said for those that were not noticed.',
  input: ConflictFilter,
  output: ConflictPage,
  positional: [],
  effect: 'write',
  writesWith: ['scan'],
  idempotent: true,
  examples: [
    { command: 'mneme conflicts --status pending', shows: 'what waits for somebody to settle it' },
    { command: 'mneme conflicts --scan', shows: 'also what was not noticed before' },
  ],
  verb: ['validity.conflicts'],
  places: [
    { method: 'GET', path: '/conflicts', without: ['scan'] },
    { method: 'POST', path: '/conflicts/scan', fixed: { scan: true }, called: 'conflicts_scan' },
  ],
  asLines: renderConflicts,
  run: (memory, input) => memory.validity.conflicts(input),
});

export const resolveOperation = defineOperation({
  name: 'resolve',
  summary: 'Settle a conflict.',
  description:
    'The one that gives way is superseded: recall shows it as history. Nothing is erased; --keep undecided takes it back.',
  input: ConflictSettling,
  output: ReversibleConflictReceipt,
  positional: ['id'],
  effect: 'write',
  idempotent: false,
  examples: [
    {
      command: 'mneme resolve k_01h5k0c2x9w7a --keep newer --note "asked Tom"',
      shows: 'which memory holds now',
    },
    {
      command:
        'mneme resolve k_01h5k0c2x9w7a --keep both --conditions "20 in staging, 40 in production"',
      shows: 'that both hold',
    },
  ],
  served: { pace: 'quick' },
  verb: ['validity.resolve'],
  places: [
    { method: 'POST', path: '/conflicts/{id}/settlement' },
    {
      ...{ method: 'DELETE', path: '/conflicts/{id}/settlement', called: 'conflict_reopen' },
      fixed: { keep: 'undecided' },
    },
  ],
  asLines: renderConflictReceipt,
  run: (memory, input) => memory.validity.resolve(input),
});

/** Deprecated alias: the name for reopening a conflict in the previous version. */
export const unresolveOperation = deprecatedVerb(resolveOperation, {
  name: 'unresolve',
  positional: ['id'],
  input: z.strictObject({ id: ConflictSettling.shape.id }),
  as: ({ id }) => ({ id, keep: 'undecided' as const }),
});

export const circlesOperation = defineOperation({
  name: 'circles',
  summary: 'List memories that support one another in a circle.',
  description:
    'By evidence of opinions, reflection, citations and recalled text. What has no ground outside its circle counts for nothing; --prune takes it out.',
  input: CircleFilter,
  output: reversible(CircleReport),
  positional: [],
  effect: 'write',
  forOperators: true,
  writesWith: ['prune'],
  idempotent: true,
  examples: [
    {
      command: 'mneme circles',
      shows: 'which memories hold each other up, and whether anything else does',
    },
    { command: 'mneme circles --prune --reason "a ring of pages"', shows: 'what became less sure' },
  ],
  verb: ['validity.circles'],
  places: [
    { method: 'GET', path: '/circles', without: ['prune', 'reason'] },
    { method: 'POST', path: '/circles/prune', fixed: { prune: true }, called: 'circles_prune' },
  ],
  asLines: renderCircles,
  run: (memory, input) => memory.validity.circles(input),
});

import { z } from 'zod';
import { CircleFilter, CircleReport } from '../../domain/validity.js';
import { ConflictFilter, ConflictSettling } from '../../domain/conflict.js';
import {
  defineOperation,
  deprecatedVerb,
  fieldsBut,
  inputOf,
  optionalFields,
} from '../../operations/operation.js';
import { flag, wholeNumber } from '../../domain/schema.js';
import { reversible } from '../../domain/reversal.js';
import { ConflictPage } from './list-conflicts.js';
import { ConflictReceipt } from './resolve-conflict.js';
import { renderConflicts, renderConflictReceipt, renderCircles } from './view.js';

const ReversibleConflictReceipt = reversible(ConflictReceipt);
const ReversibleCircleReport = reversible(CircleReport);

const ConflictsInput = z.strictObject({
  ...optionalFields(ConflictFilter),
  circles: flag('Instead: memories that support one another in a circle, with nothing outside it.'),
  ...optionalFields(CircleFilter),
  limit: wholeNumber(1, 500)
    .optional()
    .describe('Conflicts a page, 20 by default; of circles the largest, 50 by default.'),
});

export const conflictsOperation = defineOperation({
  name: 'conflicts',
  summary: 'List where memories contradict each other, or support one another in a circle.',
  description:
    'Two notes that hold, or two memories, that say different things of one aspect of one subject: which holds, why, and who settled it. `scan` reads what was said for those that were not noticed. Of circles, by evidence of opinions, reflection, citations and recalled text: what has no ground outside its circle counts for nothing; `prune` takes it out.',
  input: ConflictsInput,
  output: z.union([ConflictPage, ReversibleCircleReport]),
  positional: [],
  effect: 'write',
  writesWith: ['scan', 'prune'],
  idempotent: true,
  examples: [
    { command: 'mneme conflicts --status pending', shows: 'what waits for somebody to settle it' },
    { command: 'mneme conflicts --scan', shows: 'also what was not noticed before' },
    {
      command: 'mneme conflicts --circles',
      shows: 'which memories hold each other up, and whether anything else does',
    },
    {
      command: 'mneme conflicts --circles --prune --reason "a ring of pages"',
      shows: 'what became less sure',
    },
  ],
  verb: ['validity.conflicts'],
  also: [{ verb: ['validity.circles'], fixed: { circles: true } }],
  places: [
    {
      method: 'GET',
      path: '/conflicts',
      without: ['scan', ...fieldsBut(ConflictsInput, ConflictFilter)],
    },
    {
      method: 'POST',
      path: '/conflicts/scan',
      fixed: { scan: true },
      without: fieldsBut(ConflictsInput, ConflictFilter),
      called: 'conflicts_scan',
    },
    {
      method: 'GET',
      path: '/circles',
      fixed: { circles: true },
      without: ['prune', 'reason', ...fieldsBut(ConflictsInput, CircleFilter)],
      called: 'circles',
    },
    {
      method: 'POST',
      path: '/circles/prune',
      fixed: { circles: true, prune: true },
      without: fieldsBut(ConflictsInput, CircleFilter),
      called: 'circles_prune',
    },
  ],
  asLines: (answer, screen) =>
    'circles' in answer ? renderCircles(answer) : renderConflicts(answer, screen),
  run: async (memory, { circles, ...given }) =>
    circles
      ? memory.validity.circles(inputOf(CircleFilter, given, 'conflicts'))
      : memory.validity.conflicts(inputOf(ConflictFilter, given, 'conflicts')),
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

/** Former verb for circles of support. */
export const circlesOperation = deprecatedVerb(conflictsOperation, {
  name: 'circles',
  positional: [],
  writesWith: ['prune'],
  input: CircleFilter,
  as: (filter) => ({ ...filter, circles: true }),
});

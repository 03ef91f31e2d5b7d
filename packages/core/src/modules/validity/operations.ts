import { z } from 'zod';
import { reversible } from '../../domain/change.js';
import { flag, wholeNumber } from '../../domain/schema.js';
import {
  CircleFilter,
  CircleReport,
  ConflictFilter,
  ConflictSettling,
} from '../../domain/validity.js';
import {
  accent,
  bad,
  bold,
  dim,
  good,
  moment,
  shorten,
  table,
  type TextFormat,
} from '../../format/style.js';
import { ConflictPage, type ListedConflict } from './list-conflicts.js';
import { ConflictReceipt } from './resolve-conflict.js';
import {
  defineOperation,
  deprecatedVerb,
  fieldsBut,
  inputOf,
  optionalFields,
} from '../../operations/operation.js';

const STATUS = { pending: bad, resolved: good, overridden: accent } as const;

function renderConflicts({ conflicts, scan }: ConflictPage, screen: TextFormat): string {
  const scanned =
    scan === null
      ? []
      : [
          dim(
            `Read ${scan.memories} memories with ${scan.claims} claims; ${scan.found} conflicts were new.`,
          ),
        ];
  if (conflicts.length === 0) return [...scanned, 'No conflicts.'].join('\n');
  const rows = conflicts.map((conflict) => [
    conflict.id,
    STATUS[conflict.status](conflict.status),
    told(conflict),
  ]);
  return [...scanned, table(['id', 'status', 'conflict'], rows, screen, [15, 10, 0])].join('\n');
}

function told(conflict: ListedConflict): string {
  const {
    subject,
    slot,
    olderValue,
    newerValue,
    verdict,
    reason,
    settlement,
    olderText,
    newerText,
    older,
    newer,
  } = conflict;
  const holds =
    settlement === null
      ? ''
      : settlement.keep === 'both'
        ? `both hold${settlement.conditions === null ? '' : ` (${settlement.conditions})`}`
        : `the ${settlement.keep} holds`;
  const values = olderValue === '' && newerValue === '' ? '' : `: ${olderValue} → ${newerValue}`;
  return [
    values === '' ? bold('Alike, but not in their causes') : `${bold(subject)} ${slot}${values}`,
    dim(`${older} ${shorten(olderText, 160)}`),
    dim(`${newer} ${shorten(newerText, 160)}`),
    dim(`${verdict}: ${reason}`),
    ...(settlement === null
      ? []
      : [
          dim(
            `${holds}, by ${settlement.by === 'rule' ? 'rule' : settlement.actor} on ${moment(settlement.at)}${settlement.note === '' ? '' : `: ${settlement.note}`}`,
          ),
        ]),
  ].join('\n');
}

function renderConflictReceipt({ conflict, holds, superseded }: ConflictReceipt): string {
  const { id, status, settlement } = conflict;
  if (status === 'pending') return `Open again: ${id}`;
  const outcome =
    holds === null
      ? `both hold${settlement === null || settlement.conditions === null ? '' : ` (${settlement.conditions})`}`
      : `${holds} holds, ${superseded} is superseded`;
  return `${status === 'overridden' ? 'Overridden' : 'Resolved'}: ${id}; ${outcome}`;
}

function renderCircles({ circles, found, pruned, lowered }: CircleReport): string {
  if (found === 0) return 'No memories support one another in a circle.';
  const lines = circles.flatMap(({ members, by, grounds, groundless }) => [
    `${bold(`${members.length} memories`)}, by ${Object.entries(by)
      .map(([kind, count]) => `${kind} (${count})`)
      .join(
        ', ',
      )}: ${grounds.length === 0 ? bad('nothing outside supports them') : `grounded in ${grounds.join(', ')}`}${groundless === 0 ? '' : `; ${groundless} links count for nothing`}`,
    ...members.map(
      ({ id, content, confidence, trust }) =>
        `  ${dim(id)} ${confidence.toFixed(2)} ${trust}  ${shorten(content.replace(/\s+/g, ' '), 100)}`,
    ),
  ]);
  const done =
    pruned === 0
      ? []
      : [
          '',
          `${pruned} links were taken out.`,
          ...lowered.map(
            ({ id, before, after }) => `  ${dim(id)} ${before.toFixed(3)} → ${after.toFixed(3)}`,
          ),
        ];
  return [
    ...lines,
    ...(found > circles.length ? [dim(`${found - circles.length} more`)] : []),
    ...done,
  ].join('\n');
}

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

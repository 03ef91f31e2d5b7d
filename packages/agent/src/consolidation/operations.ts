import { z } from 'zod';
import {
  DreamAnswer,
  type DreamReport,
  DreamReportInput,
  DreamReview,
} from '@mneme/core/domain/night.js';
import { NightInput } from './night-input.js';
import { flag } from '@mneme/core/domain/schema.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { bad, bold, dim, good, percent, shorten } from '@mneme/core/format/style.js';
import { typed } from '@mneme/core/format/typed.js';
import {
  defineOperation,
  deprecatedVerb,
  fieldsBut,
  inputOf,
  optionalFields,
  requiredField,
} from '@mneme/core/operations/operation.js';

const MAX_SHOWN = 20;
const MAX_QUOTE = 90;

function renderReport(report: DreamReport): string {
  const { night, startedAt, stopped, tookMs, jobs, parts, schedule } = report;
  const when =
    schedule === 'off'
      ? 'It dreams when asked.'
      : `It dreams by itself ${schedule === 'idle' ? 'when nobody asks' : `from ${schedule} on`}, while a server has it open.`;
  if (night === null) return [`No night yet. ${when}`, ...questions(report)].join('\n');
  const began = startedAt === null ? '' : ` of ${new Date(startedAt).toISOString().slice(0, 16)}Z`;
  const head = `${bold(`Night ${night}`)}${began}: ${report.changes} ${report.changes === 1 ? 'change' : 'changes'} in ${(tookMs / 1000).toFixed(1)} s, ${report.memoriesBefore} memories before, ${report.memoriesAfter} after.${stopped === null ? '' : ` Not finished: ${stopped}.`}`;
  return [
    head,
    ...jobs.map(
      ({ name, about, steps, done, total, finished }) =>
        `  ${name}: ${steps} ${dim(`(${about}; ${finished ? 'done' : `${done} of ${total}`})`)}`,
    ),
    ...parts.flatMap(({ reversal, kind, why, memories, state }) => [
      `  ${dim(reversal)} ${kind}: ${why}${state === 'open' ? '' : dim(` (${state})`)}`,
      ...said(memories, report.quotes),
    ]),
    ...(report.next === null
      ? []
      : [dim(`More: mneme dream --report --night ${night} --before ${report.next}`)]),
    ...proofLines(report),
    ...questions(report),
    ...(report.open === 0
      ? []
      : [
          dim(
            `Keep it: mneme dream --settle accept. Undo it: mneme dream --settle reject [--parts HASH]`,
          ),
        ]),
    dim(when),
  ].join('\n');
}

function proofLines({ proof, changes }: DreamReport): string[] {
  if (proof === null || changes === 0) return [];
  const { before, after, cases, broke, worse } = proof;
  const asked = `${percent(before.first)} right first without it, ${percent(after.first)} with it, of ${before.asked} questions made of notes that it did not touch${cases === 0 ? '' : `; ${broke.length} of ${cases} cases fail because of it`}`;
  return worse
    ? [bad(`Undone, as the bank answered worse: ${asked}.`), ...broke.map((name) => `  ${name}`)]
    : [good(`Accepted: ${asked}.`)];
}

function questions({ asks, quotes }: Pick<DreamReport, 'asks' | 'quotes'>): string[] {
  if (asks.length === 0) return [];
  return [
    bold(`It asks ${asks.length}:`),
    ...asks
      .slice(0, MAX_SHOWN)
      .flatMap(({ reason, memories, settledBy }) => [
        `  ${reason}`,
        ...said(memories, quotes),
        ...settledBy.map(({ operation, input }) => dim(`    ${typed(operation, input)}`)),
      ]),
    ...(asks.length > MAX_SHOWN ? [dim(`  and ${asks.length - MAX_SHOWN} more (--json)`)] : []),
  ];
}

function said(ids: readonly string[], quotes: DreamReport['quotes']): string[] {
  return ids.flatMap((id) => {
    const quote = quotes.find((each) => each.id === id);
    return quote === undefined ? [] : [`    ${dim(id)} ${shorten(quote.content, MAX_QUOTE)}`];
  });
}

function renderDream({ settled, stopping, ...report }: DreamAnswer): string {
  if (stopping)
    return `The night ${report.night ?? ''} ends after the change that it is at; \`mneme dream\` goes on with it.`;
  if (settled === null) return renderReport(report);
  const { night, verdict, kept } = settled;
  if (night === null) return 'No night yet: nothing to settle.';
  return [
    `${good(`${settled.settled} ${settled.settled === 1 ? 'change' : 'changes'}`)} of the night ${night} ${verdict === 'accept' ? 'accepted' : 'undone'}.`,
    ...kept.map(({ reversal, why }) => `  ${reversal} is kept: ${why}`),
  ].join('\n');
}

function renderReview({ left, ...report }: DreamReview): string {
  return left.length === 0
    ? renderReport(report)
    : `${left.join(' and ')} stay as they are; no night asks about them again.`;
}

const DreamOrReport = z.strictObject({
  ...optionalFields(NightInput),
  report: flag('Instead: tell what a night changed, and what it leaves to you.'),
  ...optionalFields(DreamReportInput),
  night: NightInput.shape.night
    .unwrap()
    .optional()
    .describe(
      'With `settle` and `report`: which night; the last one that changed anything when left out.',
    ),
});

export const dreamOperation = defineOperation({
  name: 'dream',
  summary: 'Put the memory in order for a while, or tell what the last night changed.',
  description:
    'Copies in other words are joined, what hangs together is linked; nothing is deleted unless the bank was told so (bank configure --clear-after-days). It asks no language model. The report is a diff: every change with its reason and the hash that undoes it. Each change is undone alone, or all of them together: `settle` accepts them or undoes them, whole or in part; what was built upon since is kept and named. `leave` answers a question of the report: the memories stay as they are, and it is not asked again.',
  input: DreamOrReport,
  output: z.union([DreamAnswer, DreamReview]),
  positional: [],
  effect: 'write',
  readsWith: 'report',
  writesStillWith: 'leave',
  forOperators: true,
  forPeopleWithout: 'report',
  idempotent: true,
  examples: [
    { command: 'mneme dream', shows: 'what was joined and linked, what is asked' },
    { command: 'mneme dream --minutes 1', shows: 'the same, of one minute' },
    { command: 'mneme dream --report', shows: 'the changes of the last night' },
    {
      command: 'mneme dream --report --leave m_01h5k0c2x9w7a,m_01h5k0c2x9w7b',
      shows: 'that they are two memories',
    },
    {
      command: 'mneme dream --schedule 03:00',
      shows: 'that a server that has it open dreams then',
    },
    { command: 'mneme dream --stop', shows: 'that the night under way ends' },
    { command: 'mneme dream --settle reject', shows: 'that the whole night is undone' },
    {
      command: 'mneme dream --settle reject --parts 1f-0a1b2c3d4e',
      shows: 'that one change of it is',
    },
  ],
  verb: ['dreams.dream'],
  also: [{ verb: ['dreams.report'], fixed: { report: true } }],
  places: [
    { method: 'POST', path: '/dreams', without: fieldsBut(DreamOrReport, NightInput) },
    {
      method: 'GET',
      path: '/dreams/last',
      fixed: { report: true },
      without: ['leave', ...fieldsBut(DreamOrReport, DreamReportInput)],
      called: 'dream_report',
    },
    {
      method: 'POST',
      path: '/dreams/last',
      fixed: { report: true },
      without: fieldsBut(DreamOrReport, DreamReportInput),
      called: 'dreams_leave',
    },
  ],
  asLines: (answer) => ('left' in answer ? renderReview(answer) : renderDream(answer)),
  run: async ({ dreams }, { report, ...given }, { signal, onProgress }) =>
    report
      ? dreams.report(inputOf(DreamReportInput, given, 'dream'))
      : dreams.dream({
          ...inputOf(NightInput, given, 'dream'),
          ...definedOnly({ signal, onProgress }),
        }),
});

// Former names of verbs that were merged into `dream`.

const { settle, parts, night } = NightInput.shape;

export const FORMER = {
  dream_report: deprecatedVerb(dreamOperation, {
    name: 'dream_report',
    words: ['dream', 'report'],
    positional: [],
    writesWith: ['leave'],
    served: { pace: 'quick' },
    input: DreamReportInput,
    as: (asked) => ({ ...asked, report: true }),
  }),
  dream_settle: deprecatedVerb(dreamOperation, {
    name: 'dream_settle',
    words: ['dream', 'settle'],
    positional: ['verdict'],
    forPeople: true,
    places: [{ method: 'POST', path: '/dreams/settlement' }],
    input: z.strictObject({ verdict: requiredField(settle), parts, night }),
    as: ({ verdict, ...which }) => ({ ...which, settle: verdict }),
  }),
  dream_stop: deprecatedVerb(dreamOperation, {
    name: 'dream_stop',
    words: ['dream', 'stop'],
    positional: [],
    forPeople: true,
    places: [{ method: 'POST', path: '/dreams/stop' }],
    input: z.strictObject({}),
    as: () => ({ stop: true }),
  }),
  dream_leave: deprecatedVerb(dreamOperation, {
    name: 'dream_leave',
    words: ['dream', 'leave'],
    positional: ['memories'],
    places: [{ method: 'POST', path: '/dreams/leave' }],
    input: z.strictObject({ memories: requiredField(DreamReportInput.shape.leave) }),
    as: ({ memories }) => ({ report: true, leave: memories }),
  }),
};

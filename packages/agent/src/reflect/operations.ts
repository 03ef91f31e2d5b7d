import { z } from 'zod';
import { type Knowledge, OpinionList } from './knowledge.js';
import { BankInput } from '@mneme/core/domain/bank.js';
import { reversible } from '@mneme/core/domain/change.js';
import {
  OpinionFilter,
  type OpinionMove,
  OpinionMoveInput,
  OpinionReceipt,
  ReflectInput,
  ReflectReport,
} from '@mneme/core/domain/reflection.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import {
  accent,
  bold,
  counted,
  dim,
  good,
  moment,
  shorten,
  table,
  type TextFormat,
} from '@mneme/core/format/style.js';
import { renderTold, toldHeader } from '@mneme/core/modules/evidence/view.js';
import { BankReceipt } from '@mneme/core/modules/maintenance/banks.js';
import {
  defineOperation,
  deprecatedVerb,
  fieldsBut,
  inputOf,
  optionalFields,
  requiredField,
} from '@mneme/core/operations/operation.js';

function renderReflection(
  { kinds, changed, considered, notices }: ReflectReport,
  screen: TextFormat,
): string {
  const rows = Object.entries(kinds).map(([kind, { made, renewed, retracted }]) => [
    `${kind}s`,
    String(made),
    String(renewed),
    String(retracted),
  ]);
  const written = changed.map(({ id, kind, about, content, confidence, evidence, against }) =>
    [
      `${bold(about === null || content.includes(about) ? kind : `${kind} of ${about}:`)} ${shorten(content, 600)}`,
      dim(
        `${id} · confidence ${confidence.toFixed(2)} · rests on ${counted(evidence.length, 'memory', 'memories')}${against.length === 0 ? '' : `, ${against.length} against it`}`,
      ),
    ].join('\n'),
  );
  const verdict =
    changed.length === 0 && rows.every(([, , , retracted]) => retracted === '0')
      ? ['Nothing has changed.']
      : [];
  return [
    ...verdict,
    table(['', 'made', 'renewed', 'taken back'], rows, screen),
    ...(considered > 0 ? [dim(`${considered} names looked at.`)] : []),
    ...written,
    ...notices.map(dim),
  ].join('\n');
}

function renderConfigured({
  bank,
  disposition,
  privacy,
  tokens,
  guard,
  zone,
  owner,
  reading,
  dreamAt,
  clearAfterDays,
  clearBelow,
  changed,
}: BankReceipt): string {
  const { scepticism, literalism, empathy } = disposition;
  return `${changed ? good('Set') : 'Unchanged'}: bank ${bold(bank)} has scepticism ${scepticism}, literalism ${literalism}, empathy ${empathy}; privacy ${privacy}${tokens ? ' with tokens' : ''}, guard ${guard}; time zone ${zone}; ${reading ? 'read into notes' : 'not read by itself'}${owner === null ? '' : `; owner ${owner}`}; dreams ${dreamAt === 'off' ? 'when asked' : dreamAt === 'idle' ? 'when idle' : `from ${dreamAt}`}${clearAfterDays === 0 ? '' : `; clears what matters less than ${clearBelow} after ${clearAfterDays} days`}.`;
}

function renderOpinionList({ opinions, told }: OpinionList, screen: TextFormat): string {
  const rows = opinions.map(({ id, content, confidence, evidence, against, stale, revise }) => [
    id,
    confidence.toFixed(2),
    `${evidence.length} : ${against.length}`,
    content + [...(stale ? ['stale'] : []), ...revise].map((why) => accent(` (${why})`)).join(''),
  ]);
  const said = renderTold(told?.lines ?? []);
  if (rows.length === 0 && said.length === 0) return 'No opinions.';
  return [
    ...(rows.length === 0
      ? []
      : [table(['id', 'sure', 'for : against', 'opinion'], rows, screen, [15, 6, 13, 0])]),
    ...(told === null || said.length === 0 ? [] : [toldHeader(told), ...said]),
  ].join('\n');
}

function renderOpinionMove({
  id,
  content,
  before,
  after,
  changed,
  circular,
}: OpinionReceipt): string {
  const same =
    circular.length > 0
      ? 'as this evidence rests on the opinion itself'
      : 'as this evidence was counted before';
  const line = `${changed ? `${before.toFixed(3)} → ${bold(after.toFixed(3))}` : `${after.toFixed(3)}, ${same}`}  ${content} ${dim(id)}`;
  return circular.length === 0
    ? line
    : `${line}\n${dim(`circular support, not counted: ${circular.join(', ')}`)}`;
}

export function renderKnowledge({
  about,
  entity,
  verdict,
  probability,
  doubts,
  memories,
  newest,
  confidence,
  observation,
}: Knowledge): string {
  const who = entity === null ? `the topic “${about}”` : `${entity.name} (${entity.type})`;
  const figures =
    memories === 0
      ? 'no memory names it'
      : `${counted(memories, 'memory', 'memories')}, newest ${newest === null ? '' : moment(newest)}, mean confidence ${confidence.toFixed(2)}`;
  return [
    `${bold(verdict)}: ${who}${probability === null ? '' : `, probability ${probability.toFixed(2)}`}`,
    dim(figures),
    ...doubts.map((doubt) => dim(doubt)),
    ...(observation === null ? [] : [dim(`summary: ${observation}`)]),
  ].join('\n');
}

export const reflectOperation = defineOperation({
  name: 'reflect',
  summary:
    'Write observations, opinions and principles from what is remembered, each on named evidence.',
  description:
    'A summary of each person and thing that is kept current, opinions from what somebody likes or judges more than once, principles from what at least three memories say. Only what changed since the last time is looked at; what lost its evidence is written anew or taken back.',
  input: ReflectInput,
  output: ReflectReport,
  positional: ['about'],
  effect: 'write',
  idempotent: true,
  examples: [
    { command: 'mneme reflect', shows: 'a progress bar and what was made, renewed and taken back' },
    { command: 'mneme reflect Tom', shows: 'the summary of Tom and the opinions he holds' },
    {
      command: 'mneme reflect --kinds principle --since 2025-06-01',
      shows: 'principles, from what was recorded since June',
    },
  ],
  served: { long: true },
  verb: ['reflect'],
  asLines: renderReflection,
  run: (memory, { about, since, kinds }, { signal, onProgress }) =>
    memory.reflect(definedOnly({ about, since, kinds, signal, onProgress })),
});

export const bankConfigureOperation = defineOperation({
  name: 'bank_configure',
  words: ['bank', 'configure'],
  summary: 'Set how the bank reflects, and what it takes out of or holds back from what comes in.',
  description:
    'Scepticism, literalism and empathy are 1 to 5, 3 by default, and colour what reflection writes from the next time on. Privacy, tokens, guard and time zone hold for what comes in from now on, the time zone for what is asked, too. What was remembered stays as it is.',
  input: BankInput,
  output: reversible(BankReceipt),
  positional: [],
  effect: 'write',
  forOperators: true,
  founds: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme bank configure --scepticism 5 --empathy 2',
      shows: 'the settings as they are now',
    },
    {
      command: 'mneme bank configure --zone Europe/Berlin',
      shows: 'yesterday is the day before in Berlin from now on',
    },
    {
      command: 'mneme bank configure --privacy strict',
      shows: 'names, addresses, numbers and secrets are taken out from now on',
    },
  ],
  served: { scope: 'admin', pace: 'quick' },
  verb: ['care.configure'],
  places: [{ method: 'PATCH', path: '' }],
  asLines: renderConfigured,
  run: (memory, input) => memory.care.configure(input),
});

const Moving = OpinionMoveInput.omit({ id: true });

const OpinionsInput = z.strictObject({
  ...optionalFields(OpinionFilter),
  weigh: OpinionMoveInput.shape.id
    .optional()
    .describe('Instead: move the opinion of this id by evidence; `move` says which way.'),
  ...optionalFields(Moving),
});

export const opinionsOperation = defineOperation({
  name: 'opinions',
  summary: 'List opinions, the surest first, or move one by evidence.',
  description:
    'Those that reflection formed, and those that were remembered as opinions, with what speaks for and against each; with `below` or `revise` the least sure first. Beside them what people said they like, think or want, of the matter or at all, the latest first, in their own words. `revise` leaves those that are contradicted, unsure or old. One is moved by reinforcing, weakening or contradicting it: a step is 0.1 at a confidence of 0.5 and smaller towards the ends; a contradiction moves it two steps. Each memory given as evidence counts once.',
  input: OpinionsInput,
  output: z.union([OpinionList, reversible(OpinionReceipt)]),
  positional: ['about'],
  effect: 'write',
  writesWith: ['weigh'],
  idempotent: false,
  examples: [
    { command: 'mneme opinions Tom', shows: 'what Tom thinks, and what is thought of him' },
    { command: 'mneme opinions --below 0.5', shows: 'what the bank is unsure about' },
    { command: 'mneme opinions --revise --days 90', shows: 'what should be looked at again' },
    {
      command: 'mneme opinions --weigh m_01h5k0c2x9w7a --move reinforce --evidence m_02h5k0c2x9w7b',
      shows: 'the confidence before and after',
    },
    {
      command: 'mneme opinions --weigh m_01h5k0c2x9w7a --move weaken --reason "said in jest"',
      shows: 'the confidence before and after',
    },
  ],
  served: { pace: 'question' },
  verb: ['opinions.list'],
  also: [{ verb: ['opinions.weigh'], renamed: { id: 'weigh' } }],
  places: [
    { method: 'GET', path: '/opinions', without: fieldsBut(OpinionsInput, OpinionFilter) },
    {
      method: 'POST',
      path: '/opinions/{weigh}/weigh',
      without: Object.keys(OpinionFilter.shape),
      called: 'opinion_weigh',
      positional: ['weigh', 'move'],
    },
  ],
  asLines: (answer, screen) =>
    'opinions' in answer ? renderOpinionList(answer, screen) : renderOpinionMove(answer),
  run: async (memory, { weigh, ...given }) =>
    weigh === undefined
      ? memory.opinions.list(inputOf(OpinionFilter, given, 'opinions'))
      : memory.opinions.weigh({ id: weigh, ...inputOf(Moving, given, 'opinions') }),
});

// Former names of verbs that were merged into `opinions`.

const { about, contradictions, floor, days } = OpinionFilter.shape;

const moved = (move: OpinionMove) =>
  deprecatedVerb(opinionsOperation, {
    name: `opinion_${move}`,
    words: ['opinion', move],
    positional: ['id'],
    places: [{ method: 'POST', path: `/opinions/{id}/${move}` }],
    input: OpinionMoveInput.omit({ move: true }),
    as: ({ id, ...given }) => ({ ...given, weigh: id, move }),
  });

export const FORMER = {
  opinion_weigh: deprecatedVerb(opinionsOperation, {
    name: 'opinion_weigh',
    words: ['opinion', 'weigh'],
    positional: ['id', 'move'],
    input: OpinionMoveInput,
    as: ({ id, ...given }) => ({ ...given, weigh: id }),
  }),
  opinion_list: deprecatedVerb(opinionsOperation, {
    name: 'opinion_list',
    words: ['opinion', 'list'],
    positional: [],
    effect: 'read',
    input: OpinionFilter,
    as: (filter) => filter,
  }),
  opinion_find: deprecatedVerb(opinionsOperation, {
    name: 'opinion_find',
    words: ['opinion', 'find'],
    positional: ['about'],
    effect: 'read',
    places: [{ method: 'POST', path: '/opinions/find' }],
    input: z.strictObject({ about: requiredField(about) }),
    as: (given) => ({ ...given, limit: 1 }),
  }),
  beliefs_to_revise: deprecatedVerb(opinionsOperation, {
    name: 'beliefs_to_revise',
    words: ['beliefs'],
    positional: [],
    effect: 'read',
    places: [{ method: 'GET', path: '/beliefs/to-revise' }],
    input: z.strictObject({ contradictions, floor, days }),
    as: (given) => ({ ...given, revise: true, limit: 500 }),
  }),
  opinion_reinforce: moved('reinforce'),
  opinion_weaken: moved('weaken'),
  opinion_contradict: moved('contradict'),
};

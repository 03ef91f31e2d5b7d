import { z } from 'zod';
import { audienceMark } from '@mneme/core/domain/audience.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { briefText, sayRecalled, unfenceName } from '@mneme/core/domain/recalled-text.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import type { Known, Recalled, Recollection } from '@mneme/core/domain/recollection.js';
import { isoSecond } from '@mneme/core/domain/time.js';
import { marksUnread } from '@mneme/core/domain/validity.js';
import { contextText } from '@mneme/core/modules/context/operations.js';
import { verdictLine } from '@mneme/core/modules/memories/view.js';
import type { Shown } from '@mneme/core/modules/inspect/show.js';
import { toldMarked, toldUnread } from '@mneme/core/modules/reading/operations.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { type McpTool, view } from './tool.js';

/** Maximum characters of a long memory's matching passage; `show` returns it whole. */
const LONGEST = 600;

type Line = Pick<Recalled, 'id' | 'content' | 'speaker' | 'saidAt'> &
  Partial<Pick<Recalled, 'excerpt' | 'validity' | 'validityDetail' | 'probability' | 'tags'>>;

/**
 * Results as lines: date, speaker, probability that it answers, caveats, and the fenced text. For no results, the
 * reason, as a filter may match nobody.
 */
function renderMemories({
  results,
  probability = null,
  why,
  resultIds = [],
  notices = [],
}: {
  readonly results: readonly Partial<Line>[];
  readonly probability?: number | null;
  readonly why?: Recollection['why'];
  readonly resultIds?: readonly string[];
  readonly notices?: readonly string[];
}): string {
  if (results.length === 0) return ['Nothing was found.', ...notices].join(' ');
  const marked = marksUnread(results);
  const lines = (results as readonly Line[]).map((result, at) => {
    const code = resultIds[at] === undefined ? '' : ` (${resultIds[at]})`;
    const sure = inPercent(result.probability ?? null);
    return `${head(result)}${sure === '' ? '' : `, ${sure}`}${validityOf(result, marked)}: ${cut(result.excerpt?.text ?? result.content)}${code}`;
  });
  return [...verdictOf(why?.known, probability), ...lines].join('\n');
}

const inPercent = (probability: number | null): string =>
  probability === null ? '' : `${Math.round(probability * 100)} %`;

/** Reasons for doubt quote what the lines below tell, but for one: what was so. */
const verdictOf = (known: Known | undefined, probability: number | null): string[] =>
  known === undefined
    ? []
    : verdictLine(known.verdict === 'lapsed' ? known : { ...known, doubts: [] }, probability);

function head({ saidAt, speaker, tags = [] }: Pick<Line, 'saidAt' | 'speaker' | 'tags'>): string {
  const audience = audienceMark(tags.map(unfenceName), sayRecalled);
  return `${isoSecond(saidAt)}${speaker === null ? '' : ` ${speaker}`}${audience === '' ? '' : `, ${audience}`}`;
}

function validityOf({ validity = 'current', validityDetail }: Line, marked = true): string {
  if (validity === 'current' || (validity === 'unread' && !marked)) return '';
  const by = validityDetail?.by ?? null;
  const see = by === null ? '' : `: see ${by}`;
  return {
    superseded: ` [no longer holds${see}]`,
    partly: ` [in part no longer holds${see}]`,
    doubtful: ` [may no longer hold, as what it rested on has changed${see}]`,
    disputed: ` [disputed${by === null ? '' : ` by ${by}`}]`,
    planned: ' [planned]',
    ended: ' [ended]',
    past: ' [past]',
    unread: ' [unread]',
  }[validity];
}

/** Shortens a fenced text and keeps its closing mark. */
function cut(fenced: string): string {
  const end = fenced.lastIndexOf('</');
  const [text, mark] = end < 0 ? [fenced, ''] : [fenced.slice(0, end), fenced.slice(end)];
  return text.length <= LONGEST ? fenced : `${text.slice(0, LONGEST)}…${mark}`;
}

/** A receipt as text. */
export function renderReceipt({ outcome, id, notes, dates }: Receipt): string {
  const what: Readonly<Record<Receipt['outcome'], string>> = {
    remembered: `Remembered as ${id}.`,
    reinforced: `Known already: evidence for ${id}.`,
    known: `Known already: ${id}.`,
    recalled: 'Not taken in: it was recalled from this memory.',
    quarantined: `Held back until a person looks at it: ${id}.`,
  };
  return [
    what[outcome],
    ...dates.map((date) => `Date: ${date}.`),
    ...notes.map((note) => `Note: ${note}.`),
  ].join(' ');
}

/** A whole memory, with its sources and links. */
function renderShown({ memory, validity, validityDetail, links }: Shown): string {
  return [
    `${head(memory)}${validityOf({ ...memory, validity, validityDetail })}: ${memory.content}`,
    ...(memory.retractedAt === null ? [] : [`Taken back ${isoSecond(memory.retractedAt)}.`]),
    ...(memory.supersededBy === null ? [] : [`In its place: ${memory.supersededBy}.`]),
    `Told ${timesOf(memory)}: ${memory.kind}.`,
    ...links
      .slice(0, 10)
      .map(({ label, role, text }) => `Link: ${label === '' ? role : label}: ${text}`),
  ].join('\n');
}

function timesOf({ provenance }: Pick<Memory, 'provenance'>): string {
  const [times, from] = [
    provenance.length,
    [...new Set(provenance.map(({ source }) => source))].join(', '),
  ];
  return `${times === 1 ? 'once' : `${times} times`} by ${from}`;
}

/** Default token limit of an answer. */
const CONTEXT_TOKENS = 400;
const Id = z.string().describe('As in m_01h5k0c2x9w7a.');
const Moment = z.string().optional();
const Limit = z.int().min(1).max(50).describe('Most results.');
const Tokens = z
  .int()
  .min(100)
  .max(8192)
  .default(CONTEXT_TOKENS)
  .describe('Most tokens of the text.');
const FIELDS = [
  'id',
  'content',
  'excerpt',
  'speaker',
  'saidAt',
  'validity',
  'trust',
  'tags',
  'probability',
] as const;

/**
 * The default set for agents: few tools, named in words that models know, with short schemas and short answers as
 * text. Each field is validated by the operation behind it, which explains what is wrong with a value.
 */
export const AGENT_TOOLS: readonly McpTool[] = [
  view(OPERATIONS.remember, {
    name: 'remember',
    description:
      'Keep one thing for later conversations: a fact, a preference, a decision with its reason, what went wrong. Say it so that it is understood alone, with names.',
    input: z.strictObject({
      content: z.string().describe('What to keep.'),
      speaker: z.string().optional().describe('Who said it.'),
      said_at: Moment.describe('ISO 8601. Default: now.'),
      session: z.string().optional().describe('The conversation it is from.'),
      tags: z.array(z.string()).optional().describe('Labels to filter by.'),
      ttl: z.string().optional().describe('For what is of use for a while only: 12h, 30d.'),
      source: z.enum(['user', 'agent', 'tool', 'web']).default('agent').describe('Who it is from.'),
      note: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'Makes it a note: about, aspect, value, replaces (ids of notes) and what else unread tells.',
        ),
    }),
    toInput: ({ said_at, ...same }) => ({ ...same, saidAt: said_at }),
    asText: renderReceipt,
  }),
  view(OPERATIONS.recall, {
    name: 'recall',
    description:
      'Find what was said earlier: results best first, each with who said it and when, and whether it still holds.',
    input: z.strictObject({
      query: z.string().describe('The question or topic.'),
      limit: Limit.default(5),
      speaker: z.string().optional().describe('Only what this person said.'),
      tags: z.array(z.string()).optional().describe('All of these labels.'),
      from: Moment.describe('Only what happened from then on.'),
      to: Moment.describe('Only what happened up to then.'),
      as_of: Moment.describe('What was known then.'),
    }),
    toInput: ({ limit, as_of, ...same }) => ({
      ...same,
      asOf: as_of,
      limit,
      fields: FIELDS,
      expand: false,
    }),
    asText: (answer) => renderMemories(answer as Recollection),
  }),
  view(OPERATIONS.context, {
    name: 'context',
    description:
      'What bears on a task, as one text to work with. Call it before answering anything that earlier conversations may bear on.',
    input: z.strictObject({
      query: z.string().describe('The task or question.'),
      max_tokens: Tokens,
    }),
    toInput: ({ query, max_tokens }, offer) => ({
      query,
      maxTokens: max_tokens,
      pulse: false,
      offer,
    }),
    asText: contextText,
  }),
  view(OPERATIONS.brief, {
    name: 'brief',
    description:
      'What to know before a session begins: goals, preferences, what is open, what was last; or what was said of one matter.',
    input: z.strictObject({
      about: z.string().optional().describe('One matter.'),
      max_tokens: Tokens,
    }),
    toInput: ({ about, max_tokens }) => ({ about, maxTokens: max_tokens }),
    asText: briefText,
  }),
  view(OPERATIONS.list, {
    name: 'recent',
    description: 'What was remembered last, the newest first.',
    input: z.strictObject({
      limit: Limit.default(10),
      session: z.string().optional().describe('Only this conversation.'),
    }),
    toInput: (same) => ({ ...same, order: 'newest' }),
    asText: ({ memories }) => renderMemories({ results: memories }),
  }),
  view(OPERATIONS.show, {
    name: 'show',
    description: 'One memory whole: its words, where they come from, what became of it.',
    input: z.strictObject({ id: Id }),
    asText: renderShown,
  }),
  view(OPERATIONS.update, {
    name: 'update',
    description: 'Correct a memory: new words in its place.',
    input: z.strictObject({
      id: Id,
      content: z.string().describe('The whole new text.'),
      ttl: z.string().optional().describe('It ends then; as in 12h, 30d.'),
      reason: z.string().optional().describe('Why.'),
    }),
    toInput: (same) => ({ ...same, source: 'agent' }),
    asText: (receipt) =>
      `${renderReceipt(receipt)} In place of ${receipt.replaced ?? receipt.id}. To undo: ${receipt.reversal}.`,
  }),
  view(OPERATIONS.forget, {
    name: 'forget',
    description: 'Take memories back: recall no longer finds them.',
    input: z.strictObject({
      ids: z.array(Id).describe('The memories.'),
      reason: z.string().optional().describe('Why.'),
    }),
    asText: ({ changed, unchanged, reversal }) =>
      changed.length === 0
        ? `Taken back before: ${unchanged.join(', ')}.`
        : `Taken back: ${changed.join(', ')}. To undo: ${reversal}.`,
  }),
  view(OPERATIONS.undo, {
    name: 'undo',
    description: 'Undo an update or a forgetting, by the code that it told.',
    input: z.strictObject({ code: z.string().describe('As update or forget told it.') }),
    toInput: ({ code }) => ({ hash: code }),
    asText: ({ undone, memories }) =>
      undone === null
        ? `Restored: ${memories.join(', ')}.`
        : `Undone: ${undone.verb} of ${isoSecond(undone.at)}.`,
  }),
  view(OPERATIONS.reading, {
    name: 'unread',
    description:
      'One session that nobody has read into notes yet, and how to read it. For when context or brief tells that turns wait.',
    input: z.strictObject({}),
    toInput: () => ({ next: true }),
    asText: ({ next }) => (next === null ? '' : toldUnread(next)),
  }),
  view(OPERATIONS.mark_read, {
    name: 'mark_read',
    description: 'Hand in the notes that you read off the turns of unread.',
    input: z.strictObject({
      ids: z.array(Id).describe('All turns that unread showed.'),
      notes: z
        .array(z.record(z.string(), z.unknown()))
        .default([])
        .describe('Each with the fields that unread tells. None where nothing is worth a note.'),
    }),
    asText: toldMarked,
  }),
  view(OPERATIONS.feedback, {
    name: 'feedback',
    description: 'Say whether a recalled memory was of use; later recalls follow it.',
    input: z.strictObject({
      result: z.string().describe('The code behind the result.'),
      verdict: z.enum(['useful', 'irrelevant', 'wrong']).describe('What it was.'),
    }),
    asText: ({ changed }) => (changed ? 'Noted.' : 'Noted before.'),
  }),
];

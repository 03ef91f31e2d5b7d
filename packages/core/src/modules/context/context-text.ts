import type { OpenBank } from '../../bank/core.js';
import { audienceMark } from '../../domain/audience.js';
import { citationOf, type MemoryId } from '../../domain/ids.js';
import type { Source } from '../../domain/memory.js';
import type { ResultField } from '../../domain/profile.js';
import { fenceRecalled, RECALLED_LABEL } from '../../domain/recalled-text.js';
import type { Attached, Recalled } from '../../domain/recollection.js';
import type { BesideResult } from '../../domain/reflection.js';
import { DAY, isoSecond } from '../../domain/time.js';
import { isUncontested } from '../../domain/validity.js';
import { countTokens } from '../../language/count-tokens.js';
import { words } from '../../language/segmentation.js';
import type { Has } from './session.js';
import {
  costsOf,
  type DigestForm,
  distill,
  type Source as DistilledSource,
  type Kept,
  readNeed,
  readPassages,
  renderDigest,
} from '../../recall/distill.js';

const FIRST_WORDS = 60;

/** The fields of a result that a context asks for. */
export const FIELDS = [
  'id',
  'content',
  'excerpt',
  'kind',
  'probability',
  'why',
  'speaker',
  'session',
  'saidAt',
  'occurred',
  'tags',
  'trust',
  'validity',
  'provenance',
] as const satisfies readonly ResultField[];
export type Found = Pick<Recalled, (typeof FIELDS)[number] | 'mismatch' | 'evidence'> & {
  readonly contradictions?: readonly Attached[];
};

/** A memory as a line with its own marks. */
interface Block {
  readonly id: MemoryId;
  readonly content: string;
  readonly line: string;
  readonly tokens: number;
}

export interface Filled {
  /** Empty if nothing fits. */
  readonly text: string;
  readonly delivered: readonly MemoryId[];
}

/** Whole memories, each between marks, best first. */
export function rawBlocks(
  results: readonly Found[],
  beside: readonly BesideResult[],
  verbosity: number,
): Block[] {
  const block = (
    { id, content, trust }: Pick<Found, 'id' | 'content'> & Partial<Pick<Found, 'trust'>>,
    text: string,
  ): Block => {
    // From verbosity 1 on the text itself names the source.
    const line = fenceRecalled(id, text, verbosity === 0 ? trust : undefined);
    return { id, content, line, tokens: countTokens(line) + 1 };
  };
  return [
    ...results.map((found) => block(found, marked(describe(found, verbosity), found))),
    ...(verbosity === 2 ? beside : []).map((found) => block(found, describeReflection(found))),
  ];
}

/** Total tokens of the text, with the label: those of its lines, each rounded up, may be more. */
export function tokensOf(blocks: readonly Block[]): number {
  return blocks.length === 0
    ? 0
    : countTokens([RECALLED_LABEL, ...blocks.map(({ line }) => line)].join('\n'));
}

/**
 * As many blocks as fit; one that does not fit is skipped for a shorter one. Pieces the reader `has` are selected but
 * not repeated.
 */
export function fillWithBlocks(blocks: readonly Block[], budget: number, has?: Has): Filled {
  const lines = [RECALLED_LABEL];
  const delivered: MemoryId[] = [];
  let left = tokensOf(blocks) <= budget ? Infinity : budget - countTokens(RECALLED_LABEL);
  for (const { id, content, line, tokens } of blocks) {
    if (tokens > left) continue;
    left -= tokens;
    delivered.push(id);
    if (has?.({ id, text: content }) !== true) lines.push(line);
  }
  return { text: lines.length < 2 ? '' : lines.join('\n'), delivered };
}

const BROUGHT: Readonly<Record<Source, string>> = {
  user: 'the user',
  agent: 'an agent',
  tool: 'a tool',
  web: 'the web',
};

function describe(
  {
    content,
    kind,
    probability,
    speaker,
    trust,
    mismatch,
    saidAt,
    occurred,
    validity,
    provenance,
    contradictions = [],
  }: Found,
  verbosity: number,
): string {
  if (verbosity === 0)
    return content.length > FIRST_WORDS ? `${content.slice(0, FIRST_WORDS - 1)}…` : content;
  const head = `${isoSecond(saidAt).slice(0, -1)}${speaker === null ? '' : ` ${speaker}`}${trust === 'user' ? '' : `, from ${BROUGHT[trust]}`}${mismatch === undefined ? '' : ', what is said about it disagrees'}${isUncontested(validity) ? '' : `, ${validity} since`}: ${content}`;
  if (verbosity === 1) return head;
  return [
    head,
    `(${kind}${sureOf(probability)}, happened ${occurred.text}. ${provenance})`,
    ...contradictions.map(({ id, content: against }) => `Against it, ${id}: ${against}`),
  ].join('\n');
}

/** A text with who may know it. */
function marked(text: string, { tags }: Pick<Found, 'tags'>): string {
  const audience = audienceMark(tags);
  return audience === '' ? text : `${text} (${audience})`;
}

/** The probability that it answers, in words; empty if unknown. */
const sureOf = (probability: number | null): string =>
  probability === null ? '' : `, probability ${probability.toFixed(2)}`;

function describeReflection({ kind, content, confidence, stale }: BesideResult): string {
  return `${kind}, confidence ${confidence.toFixed(2)}${stale === null ? '' : `, no longer sure: ${stale}`}: ${content}`;
}

/** As many results as fit, one line each with date and validity, within one pair of marks. */
export function notesText(
  results: readonly Found[],
  budget: number,
  { state }: OpenBank,
  has?: Has,
): Filled {
  if (results.length === 0) return { text: '', delivered: [] };
  const wrap = (lines: readonly string[]): string =>
    `${RECALLED_LABEL}\n${fenceRecalled(null, `\n${lines.join('\n')}\n`)}`;
  let room = budget - countTokens(wrap([]));
  const citeOf = ({ id }: Found): string => citationOf(id, state.index.size);
  const fitting = results.flatMap((found) => {
    const line = lineOf(found, citeOf(found));
    const cost = countTokens(line) + 1;
    if (cost > room) return [];
    room -= cost;
    return [{ found, line }];
  });
  // What room is left tells reasons, those of the first ones first: before them it would cost others their place.
  const reasoned = fitting.map(({ found, line }) => {
    const longer = lineOf(found, citeOf(found), reasonOf(found, state));
    const more = countTokens(longer) - countTokens(line) + 1;
    if (longer === line || more > room) return { found, line };
    room -= more;
    return { found, line: longer };
  });
  const said = reasoned.filter(
    ({ found: { id, content } }) => has?.({ id, text: content }) !== true,
  );
  return {
    text: said.length === 0 ? '' : wrap(said.map(({ line }) => line)),
    delivered: fitting.map(({ found }) => found.id),
  };
}

/** At least so many words of a reason are not in the sentence, or it says it already. */
const NEW_WORDS = 2;

/** The reason that a note has beside its sentence; null if the sentence tells it. */
function reasonOf({ id, content }: Found, { index, notes }: OpenBank['state']): string | null {
  const reason = notes.of(index.slot(id))?.note.because ?? null;
  const told = new Set(words(content).map(({ text }) => text));
  const added = words(reason ?? '').filter(({ text }) => !told.has(text));
  return added.length < NEW_WORDS ? null : reason;
}

/** A note's sentence states its date; a turn gets the day it was said. */
function lineOf(
  { content, speaker, saidAt, kind, validity, trust, tags }: Found,
  cite: string,
  reason: string | null = null,
): string {
  const marks = [
    ...(trust === 'web' || trust === 'tool'
      ? [`from ${trust === 'web' ? 'the web' : 'a tool'}`]
      : []),
    ...(validity === 'current' || validity === 'unread' ? [] : [validity]),
    audienceMark(tags),
    reason === null ? '' : `because ${reason.replace(/^because /i, '')}`,
  ].filter((mark) => mark !== '');
  const said =
    kind === 'note'
      ? ''
      : `${isoSecond(saidAt).slice(0, 10)}${speaker === null ? '' : ` ${speaker}:`} `;
  return `${said}${content}${marks.length === 0 ? '' : ` (${marks.join(', ')})`} ${cite}`;
}

const MAX_ROUNDS = 4;
/** Leftover tokens too few for another round. */
const CLOSE = 12;
const NOTHING: Filled = { text: '', delivered: [] };

interface DistillInput {
  readonly query: string;
  readonly expansions: readonly string[];
  readonly form: DigestForm;
  readonly verbosity: number;
  readonly budget: number;
  /** Pieces that its reader already has are selected but not repeated. */
  readonly has?: Has;
}

/** The relevant passages of the results within one pair of marks, never above the budget. */
export function distilledText(
  results: readonly Found[],
  { query, expansions, form, verbosity, budget, has }: DistillInput,
  bank: OpenBank,
): Filled {
  const need = {
    ...readNeed(query, expansions, bank.state, bank.recall),
    code: form === 'code_focused',
  };
  const sources = results.map((found): DistilledSource => ({
    ...found,
    score: found.why.score,
    remark: remarkOn(found, verbosity, need.wanted.time),
  }));
  const passages = readPassages(sources, need, (source) =>
    bank.read.of(source, bank.recall.stemmer),
  );
  const cite = ({ id }: DistilledSource): string => citationOf(id, bank.state.index.size);
  const [best] = sources;
  if (best === undefined) return NOTHING;
  const wrap = (text: string): string =>
    `${RECALLED_LABEL}\n${fenceRecalled(best.id, `\n${text}\n`)}`;
  const costs = costsOf(form, cite);
  let room = budget - countTokens(wrap(''));
  let fitting: readonly Kept[] = [];
  // Costs of single parts are estimated with a margin: later rounds spend what is left over.
  for (let round = 0; round < MAX_ROUNDS && room > 0; round++) {
    const kept = distill(passages, room, costs);
    if (kept.length === 0) break;
    const text = wrap(renderDigest(form, kept, cite));
    const free = budget - countTokens(text);
    if (free >= 0) fitting = kept;
    if (
      free >= 0 &&
      (free < CLOSE || (kept.every(({ whole }) => whole) && kept.length === sources.length))
    )
      break;
    room += free >= 0 ? free : free - CLOSE;
  }
  const said = fitting.flatMap((kept) => withoutHad(kept, has) ?? []);
  return {
    text: said.length === 0 ? '' : wrap(renderDigest(form, said, cite)),
    delivered: inOrderOf(results, fitting),
  };
}

/** The passages of a memory that its reader does not have yet; null if none. */
function withoutHad(kept: Kept, has: Has | undefined): Kept | null {
  if (has === undefined) return kept;
  const { source, passages, code } = kept;
  const fresh = passages.map((text) => !has({ id: source.id, text }));
  const isFresh = (_: unknown, at: number): boolean => fresh[at] === true;
  return fresh.includes(true)
    ? { ...kept, passages: passages.filter(isFresh), code: code.filter(isFresh) }
    : null;
}

/**
 * What a passage does not state itself: that it comes from the web or a tool, that it is no longer valid, the day it is
 * about if it differs from the day it was said, and who may know it.
 */
function remarkOn(
  { validity, saidAt, occurred, kind, probability, trust, tags }: Found,
  verbosity: number,
  asksWhen: boolean,
): string {
  const elsewhen = occurred.to <= saidAt - (saidAt % DAY) || occurred.from > saidAt;
  return [
    ...(trust === 'web' || trust === 'tool'
      ? [`from ${trust === 'web' ? 'the web' : 'a tool'}`]
      : []),
    ...(isUncontested(validity) ? [] : [validity]),
    ...(elsewhen && (asksWhen || verbosity === 2) ? [occurred.text] : []),
    ...(verbosity === 2 ? [`${kind}${sureOf(probability)}`] : []),
    audienceMark(tags),
  ]
    .filter((remark) => remark !== '')
    .join(', ');
}

function inOrderOf(results: readonly Found[], kept: readonly Kept[]): Filled['delivered'] {
  const delivered = new Set(kept.map(({ source }) => source.id));
  return results.flatMap(({ id }) => (delivered.has(id) ? [id] : []));
}

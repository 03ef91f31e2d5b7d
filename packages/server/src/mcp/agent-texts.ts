import type { Known } from '@mneme/core/domain/certainty.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import type { Recalled, Recollection } from '@mneme/core/domain/recollection.js';
import { isoSecond } from '@mneme/core/domain/time.js';
import { marksUnread } from '@mneme/core/domain/validity.js';
import type { Shown } from '@mneme/core/modules/inspect/show.js';

/** Maximum characters of a long memory's matching passage; `show` returns it whole. */
const LONGEST = 600;

type Line = Pick<Recalled, 'id' | 'content' | 'speaker' | 'saidAt'> &
  Partial<Pick<Recalled, 'excerpt' | 'validity' | 'validityDetail' | 'probability'>>;

/**
 * Results as lines: date, speaker, probability that it answers, caveats, and the fenced text. For no results, the
 * reason, as a filter may match nobody.
 */
export function renderMemories({
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
  return [...(why === undefined ? [] : [renderVerdict(why.known, probability)]), ...lines].join(
    '\n',
  );
}

const inPercent = (probability: number | null): string =>
  probability === null ? '' : `${Math.round(probability * 100)} %`;

function renderVerdict({ verdict, doubts }: Known, probability: number | null): string {
  const chance = probability === null ? '' : ` (${inPercent(probability)})`;
  if (verdict === 'lapsed') return `The answer is not known any more: ${doubts[0] ?? ''}. Found:`;
  if (verdict === 'unknown')
    return `The answer is probably not known${chance}. What comes nearest:`;
  return verdict === 'unsure' ? `It is not sure that the answer is known${chance}.` : 'Found:';
}

const head = ({ saidAt, speaker }: Pick<Line, 'saidAt' | 'speaker'>): string =>
  `${isoSecond(saidAt)}${speaker === null ? '' : ` ${speaker}`}`;

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
export function renderShown({ memory, validity, validityDetail, links }: Shown): string {
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

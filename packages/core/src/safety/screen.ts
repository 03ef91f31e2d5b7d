import { holdsMark } from '../domain/marks.js';
import type { Metadata, Source } from '../domain/memory.js';
import type { Quarantine, GuardMode } from '../domain/quarantine.js';
import { scanText, SUSPICIOUS, type Scan } from './injection/scan.js';

/** The parts of an input that are screened. */
export interface Screened {
  readonly content: string;
  readonly metadata: Metadata;
  /** Every other text that came with it, by field name. */
  readonly labels: readonly (readonly [field: string, text: string])[];
  readonly source: Source;
  /** Whether it is somebody's turn in a conversation. */
  readonly utterance: boolean;
}

/** Minimum score for quarantine, by source. What the user says is the user's own wish. */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: 0.7,
  tool: SUSPICIOUS,
  web: SUSPICIOUS,
};
/** A shorter field value is a label. */
const MIN_FIELD = 24;
/** Three words: fewer name something and state nothing. */
const SAYS_SOMETHING = /\S\s+\S+\s+\S/;

/** Why an input should be quarantined; null if it may be stored. */
export function screen(
  { content, metadata, labels, source, utterance }: Screened,
  mode: GuardMode,
): Quarantine | null {
  if (mode === 'off' || HELD_FROM[source] === Infinity) return null;
  const values = Object.values(metadata).filter((value) => typeof value === 'string');
  const texts = values.filter((value) => value.length >= MIN_FIELD);
  const short = [...Object.keys(metadata), ...values.filter((value) => value.length < MIN_FIELD)];
  const scans = [
    // Text of a web page is never an utterance, whatever speaker it names.
    scanText([content, ...texts].join('\n'), { utterance: utterance && source !== 'web' }),
    ...[...labels, ...short.map((text) => ['metadata', text] as const)]
      .filter(([, text]) => mayCommand(text))
      .map(([field, text]) => within(field, scanText(text, { utterance: true }))),
  ];
  const { score, reasons } = scans.reduce((worst, scan) =>
    scan.score > worst.score ? scan : worst,
  );
  return score < HELD_FROM[source]
    ? null
    : { status: 'held', score: Math.round(score * 1000) / 1000, reasons };
}

/** Names are too many to scan; but every text is checked for a frame mark. */
function mayCommand(text: string): boolean {
  return text.length >= MIN_FIELD || SAYS_SOMETHING.test(text) || holdsMark(text);
}

function within(field: string, { score, reasons }: Scan): Scan {
  return { score, reasons: reasons.map((reason) => `${field}: ${reason}`) };
}

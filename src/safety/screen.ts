import { holdsMark } from '../domain/marks.js';
import type { Metadata, Source } from '../domain/memory.js';
import type { Quarantine, GuardMode } from '../domain/quarantine.js';
import { scanText, SUSPICIOUS, type Scan } from './injection/scan.js';

/** What is screened of an input. */
export interface Screened {
  readonly content: string;
  readonly metadata: Metadata;
  /** Every other text that came with it, by the name of its field. */
  readonly labels: readonly (readonly [field: string, text: string])[];
  readonly source: Source;
  /** Somebody's turn in a conversation. */
  readonly utterance: boolean;
}

/** From which score on a text is held back, by who brings it. What the user says is the user's own wish. */
const HELD_FROM: Readonly<Record<Source, number>> = {
  user: Infinity,
  agent: 0.7,
  tool: SUSPICIOUS,
  web: SUSPICIOUS,
};
/** A shorter value of a field is a label. */
const MIN_FIELD = 24;
/** A shorter text of fewer words names something. */
const SAYS_SOMETHING = /\S\s+\S+\s+\S/;

/** Why an input should be held back; null for what may come in. */
export function screen(
  { content, metadata, labels, source, utterance }: Screened,
  mode: GuardMode,
): Quarantine | null {
  if (mode === 'off' || HELD_FROM[source] === Infinity) return null;
  const values = Object.values(metadata).filter((value) => typeof value === 'string');
  const texts = values.filter((value) => value.length >= MIN_FIELD);
  const short = [...Object.keys(metadata), ...values.filter((value) => value.length < MIN_FIELD)];
  const scans = [
    // A page's words are never somebody's turn, whatever speaker they name.
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

/** What names somebody or something is not looked into, as there are so many; a mark is too short for none. */
function mayCommand(text: string): boolean {
  return text.length >= MIN_FIELD || SAYS_SOMETHING.test(text) || holdsMark(text);
}

function within(field: string, { score, reasons }: Scan): Scan {
  return { score, reasons: reasons.map((reason) => `${field}: ${reason}`) };
}

import type { Instant } from '../domain/time.js';
import { readTime } from './read-time.js';

/** What one person said at once, over one line or several. */
export interface TranscriptTurn {
  /** Null for text before the first speaker. */
  readonly speaker: string | null;
  readonly text: string;
  readonly saidAt: Instant | undefined;
  /** Index of its first line, and of the line behind its last that is not blank. */
  readonly from: number;
  readonly to: number;
}

/** From this share of its lines on, a text is taken for a transcript. */
const ENOUGH = 0.6;

/** `[2025-02-03 18:12] Ann Lee: text`, the time with or without brackets or not there at all. */
const TURN =
  /^\s*(?:(?:\[(?<stamp>[^\]]{1,40})\]|(?<bare>\d{4}[-/]\d{1,2}[-/]\d{1,2}[T ]\d{1,2}:\d{2}\S{0,20}))\s*(?:[-–—]\s+)?)?(?<speaker>[\p{L}@][\p{L}\p{M}\p{N}._'’@()-]{0,39}(?: [\p{L}\p{N}(][\p{L}\p{M}\p{N}._'’@()-]{0,39}){0,3}):(?:\s+(?<text>.*))?$/u;

/** The turns of a transcript; null when the lines are none, but prose. */
export function readTranscript(lines: readonly string[]): TranscriptTurn[] | null {
  const matches = lines.map((line) => TURN.exec(line)?.groups ?? null);
  return isTranscript(lines, matches) ? collectTurns(lines, matches) : null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function isTranscript(lines: readonly string[], matches: readonly (Groups | null)[]): boolean {
  const written = lines.filter((line) => line.trim() !== '').length;
  const turns = matches.filter((match) => match !== null);
  if (turns.length < 2 || turns.length < ENOUGH * written) return false;
  const speakers = new Set(turns.map(({ speaker }) => speaker));
  // A form or a recipe also has a name and a colon on each line; but in a talk somebody speaks twice, or times stand there.
  return speakers.size < turns.length || turns.every(({ stamp, bare }) => (stamp ?? bare) !== undefined);
}

function collectTurns(lines: readonly string[], matches: readonly (Groups | null)[]): TranscriptTurn[] {
  const turns: TranscriptTurn[] = [];
  for (const [at, line] of lines.entries()) {
    const match = matches[at] ?? null;
    const last = turns.at(-1);
    if (line.trim() === '') continue;
    if (match !== null) turns.push({ speaker: match.speaker ?? null, text: match.text?.trim() ?? '', saidAt: readTime(match.stamp ?? match.bare), from: at, to: at + 1 });
    else if (last === undefined) turns.push({ speaker: null, text: line.trim(), saidAt: undefined, from: at, to: at + 1 });
    else turns[turns.length - 1] = { ...last, text: `${last.text}\n${line.trim()}`.trimStart(), to: at + 1 };
  }
  return turns;
}

import { readStated, type Stated } from '../read-time.js';

/** What one person said at once, over one line or several. */
export interface TranscriptTurn {
  /** Null for text before the first speaker. */
  readonly speaker: string | null;
  readonly text: string;
  readonly saidAt: Stated | undefined;
  /** Index of its first line, and of the line behind its last that is not blank. */
  readonly from: number;
  readonly to: number;
}

/** From this share of its lines on, a text is taken for a transcript. */
const ENOUGH = 0.6;

/** `[2025-02-03 18:12] Ann Lee: text`, the time with or without brackets or not there at all. */
const TURN =
  /^\s*(?:(?:\[(?<stamp>[^\]]{1,40})\]|(?<bare>\d{4}[-/]\d{1,2}[-/]\d{1,2}[T ]\d{1,2}:\d{2}\S{0,20}))\s*(?:[-–—]\s+)?)?(?<speaker>[\p{L}@][\p{L}\p{M}\p{N}._'’@()-]{0,39}(?: [\p{L}\p{N}(][\p{L}\p{M}\p{N}._'’@()-]{0,39}){0,3}):(?:\s+(?<text>.*))?$/su;

/** The turns of a transcript; null when the lines are none, but prose. */
export function readTranscript(lines: readonly string[]): TranscriptTurn[] | null {
  const matches = lines.map((line) => TURN.exec(line)?.groups ?? null);
  if (!isTranscript(lines, matches)) return null;
  const turns = collectTurns(lines, matches);
  // Labels that nobody says anything under are headings.
  return turns.some(({ speaker, text }) => speaker !== null && text !== '') ? turns : null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function isTranscript(lines: readonly string[], matches: readonly (Groups | null)[]): boolean {
  const written = lines.filter((line) => line.trim() !== '').length;
  const turns = matches.filter((match) => match !== null);
  if (turns.length < 2 || turns.length < ENOUGH * written) return false;
  const speakers = new Set(turns.map(({ speaker }) => speaker));
  // A form or a recipe also has a name and a colon on each line; but in a talk somebody speaks twice, or times stand there.
  return (
    speakers.size < turns.length || turns.every(({ stamp, bare }) => (stamp ?? bare) !== undefined)
  );
}

function collectTurns(
  lines: readonly string[],
  matches: readonly (Groups | null)[],
): TranscriptTurn[] {
  const written = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  // Each turn opens with a line that names its speaker; text before the first such line is a turn of nobody.
  const openings = written.flatMap((at, index) =>
    index === 0 || matches[at] !== null ? [index] : [],
  );
  return openings.map((index, turn) => {
    const own = written.slice(index, openings[turn + 1]);
    const from = own[0] ?? 0;
    const match = matches[from] ?? null;
    const first = match === null ? lines[from] : match.text;
    const text = [first ?? '', ...own.slice(1).map((at) => lines[at] ?? '')]
      .map((line) => line.trim())
      .join('\n')
      .trim();
    return {
      speaker: match?.speaker ?? null,
      text,
      saidAt: readStated(match?.stamp ?? match?.bare),
      from,
      to: (own.at(-1) ?? from) + 1,
    };
  });
}

import { readFileSync } from 'node:fs';
import { cellsOf } from './csv.js';

/** A news sentence and whether it states a cause. */
export interface LabelledSentence {
  readonly text: string;
  readonly causal: boolean;
}

/** Where cause and effect stand in a sentence, by offsets in its text; one entry a relation. */
export interface SpannedSentence {
  readonly text: string;
  readonly relations: readonly { readonly cause: Span; readonly effect: Span }[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** CausalNewsCorpus V2 (Tan et al. 2022), subtask 1: columns index, text, label. */
export function readLabelled(path: string): LabelledSentence[] {
  return rowsOf(path).map((row) => ({ text: row['text'] ?? '', causal: row['label'] === '1' }));
}

/** Subtask 2, grouped by sentence: the column `causal_text_w_pairs` is a Python list of the sentence with marks in it. */
export function readSpanned(path: string): SpannedSentence[] {
  return rowsOf(path).flatMap((row) => {
    const relations = pythonStrings(row['causal_text_w_pairs'] ?? '').flatMap(
      (marked) => relationOf(marked) ?? [],
    );
    return relations.length === 0 ? [] : [{ text: row['text'] ?? '', relations }];
  });
}

function relationOf(marked: string): { cause: Span; effect: Span } | null {
  const places = new Map<string, number>();
  let length = 0;
  for (const piece of marked.split(/(<\/?(?:ARG[01]|SIG\d)>)/)) {
    if (/^<\/?(?:ARG[01]|SIG\d)>$/.test(piece)) places.set(piece, length);
    else length += piece.length;
  }
  const span = (name: string): Span | null => {
    const [start, end] = [places.get(`<${name}>`), places.get(`</${name}>`)];
    return start === undefined || end === undefined ? null : { start, end };
  };
  const [cause, effect] = [span('ARG0'), span('ARG1')];
  return cause === null || effect === null ? null : { cause, effect };
}

/** The strings of a Python list literal, either kind of quotes. */
function pythonStrings(literal: string): string[] {
  const strings = literal.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs) ?? [];
  return strings.map((quoted) =>
    quoted
      .slice(1, -1)
      .replace(/\\(.)/gs, (_, escaped: string) =>
        escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped,
      ),
  );
}

/** Rows of a CSV (RFC 4180) by its heading. */
function rowsOf(path: string): Record<string, string>[] {
  const [heading = [], ...rows] = cellsOf(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  return rows.map((row) => Object.fromEntries(heading.map((name, at) => [name, row[at] ?? ''])));
}

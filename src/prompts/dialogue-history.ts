import { softenMarks, MARK_NAMES } from '../domain/marks.js';
import { fenceRecalled, RECALLED_LABEL } from '../domain/recalled-text.js';
import { isoSecond } from '../domain/time.js';

/** One line of history, as a prompt tells it. */
export interface InsightForPrompt {
  readonly kind: 'claim' | 'decision' | 'signal';
  readonly signal: string | null;
  readonly text: string;
}

export interface SnippetForPrompt {
  readonly query: string;
  readonly at: number;
  readonly insights: readonly InsightForPrompt[];
}

const MARK = 'historical_context';
/** Of the query that a conversation began with. */
const MAX_QUERY = 50;

/** A text that can close neither our marks nor those of the history, on one line. */
const soft = (text: string): string =>
  softenMarks(text, [...MARK_NAMES, MARK]).replaceAll(/\s+/gu, ' ');

/** `[2026-01-03, "Redux vs Zustand"]`. */
export function snippetHead({ query, at }: Pick<SnippetForPrompt, 'query' | 'at'>): string {
  const short = query.length > MAX_QUERY ? `${query.slice(0, MAX_QUERY - 1)}…` : query;
  return `[${isoSecond(at).slice(0, 10)}, "${soft(short)}"]`;
}

/** What the person put first, what they threw out, what was concluded, what was noted. */
export function insightLine({ kind, signal, text }: InsightForPrompt): string {
  const label =
    kind === 'decision'
      ? 'Concluded'
      : kind === 'claim'
        ? 'Noted'
        : signal === 'removal'
          ? 'REJECTED BY THE USER'
          : signal === 'ghost_override'
            ? 'USER ASKED'
            : 'USER PRIORITY';
  return `• ${label}: "${soft(text)}"`;
}

/** What stands before and after the finds. */
export function historyFrame(relevance: number): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  return {
    before: [
      `<${MARK} relevance="${relevance.toFixed(2)}">`,
      `${RECALLED_LABEL} It may bear on the query: earlier conversations of the user.`,
      '<recalled-memory>',
    ],
    after: [
      '</recalled-memory>',
      'Use it if it bears on the current query. Ignore it if the context has shifted or it seems outdated.',
      `</${MARK}>`,
    ],
  };
}

/** History for a prompt. Version 1. */
export function historyText(relevance: number, snippets: readonly SnippetForPrompt[]): string {
  const { before, after } = historyFrame(relevance);
  const lines = snippets.flatMap((snippet) => [
    snippetHead(snippet),
    ...snippet.insights.map(insightLine),
  ]);
  const [open = '', label = ''] = before;
  const [, advice = '', close = ''] = after;
  return [open, label, fenceRecalled(null, lines.join('\n')), advice, close].join('\n');
}

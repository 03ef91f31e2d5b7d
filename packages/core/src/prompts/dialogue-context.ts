import { MARK_NAMES, softenMarks } from '../domain/marks.js';
import { fenceRecalled, RECALLED_LABEL } from '../domain/recalled-text.js';
import { isoSecond } from '../domain/time.js';

/** What one turn passes to the next, as used in prompts. */
interface BridgeForPrompt {
  readonly query: string;
  readonly conclusion: { readonly text: string } | null;
  readonly established: {
    readonly positive: readonly { readonly text: string }[];
    readonly negative: readonly { readonly text: string; readonly reason: string }[];
  };
  readonly openEdges: readonly string[];
  readonly nextStep: string | null;
  readonly landscape: {
    readonly claims: readonly { readonly text: string; readonly appliesWhen: string | null }[];
  };
  readonly userSignal: {
    readonly additions: readonly string[];
    readonly priorities: readonly string[];
    readonly ghost: string | null;
    readonly intensity: string;
  } | null;
}

/** Maximum number of claims of the landscape in a prompt; the rest can be looked up. */
const MAX_CLAIMS = 12;

/** The part of a prompt about the previous turn, the person's own input first. Version 1. */
export function bridgeText(bridge: BridgeForPrompt): string {
  const { conclusion, established, openEdges, nextStep, landscape, userSignal } = bridge;
  const parts = [
    RECALLED_LABEL,
    ...signalLines(userSignal),
    ...section('Asked before:', [bridge.query]),
    ...section('It came to:', conclusion === null ? [] : [conclusion.text]),
    ...section(
      'Settled, not to be argued again:',
      established.positive.map(({ text }) => text),
    ),
    ...section(
      'Rejected by the person; do not bring it back:',
      established.negative.map(({ text, reason }) => `${text} (${reason})`),
    ),
    ...section('Open; this is where to go on:', openEdges),
    ...section('The step that was advised:', nextStep === null ? [] : [nextStep]),
    ...section(
      'What has been said on the matter, for reference:',
      landscape.claims.slice(0, MAX_CLAIMS).map(({ text }) => text),
    ),
  ];
  return parts.join('\n');
}

function signalLines(signal: BridgeForPrompt['userSignal']): string[] {
  if (signal === null) return [];
  const { additions, priorities, ghost, intensity } = signal;
  const told = [
    ...section('The person put these first:', priorities),
    ...section('The person added what no model had said:', additions),
    ...section('The person asks to look at this:', ghost === null ? [] : [ghost]),
  ];
  if (told.length === 0) return [];
  const much =
    intensity === 'heavy' ? ' They reshaped much of what the models said: hold to it.' : '';
  return [`The person’s own word weighs more than all else here.${much}`, ...told];
}

/** A heading of our own above fenced data; empty without data. */
function section(heading: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [heading, ...texts.map((text) => fenceRecalled(null, text))];
}

/** One line of history, as used in prompts. */
interface InsightForPrompt {
  readonly kind: 'claim' | 'decision' | 'signal';
  readonly signal: string | null;
  readonly text: string;
}

interface SnippetForPrompt {
  readonly query: string;
  readonly at: number;
  readonly insights: readonly InsightForPrompt[];
}

const MARK = 'historical_context';
/** Maximum length of the first query of a conversation. */
const MAX_QUERY = 50;

/** A text on one line that cannot close our marks or those of the history. */
const soft = (text: string): string =>
  softenMarks(text, [...MARK_NAMES, MARK]).replaceAll(/\s+/gu, ' ');

/** Example: `[2026-01-03, "Redux vs Zustand"]`. */
export function snippetHead({ query, at }: Pick<SnippetForPrompt, 'query' | 'at'>): string {
  const short = query.length > MAX_QUERY ? `${query.slice(0, MAX_QUERY - 1)}…` : query;
  return `[${isoSecond(at).slice(0, 10)}, "${soft(short)}"]`;
}

/** The label says who it comes from: the person's priorities and removals, a conclusion, or a note. */
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

/** The lines before and after the retrieved snippets. */
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

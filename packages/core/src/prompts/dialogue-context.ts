import { MARK_NAMES, softenMarks } from '../domain/marks.js';
import { fenceRecalled, RECALLED_LABEL } from '../domain/recalled-text.js';
import { isoSecond } from '../domain/time.js';

/** What a turn hands to the next, as a prompt tells it. */
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

/** Claims of the landscape that are told; the rest can be looked up. */
const MAX_CLAIMS = 12;

/** The part of the next prompt that tells of the turn before it: the person's own word first. Version 1. */
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

/** A heading of our own over data of others; nothing where there is nothing. */
function section(heading: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [heading, ...texts.map((text) => fenceRecalled(null, text))];
}

/** One line of history, as a prompt tells it. */
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

import { fenceRecalled, RECALLED_LABEL } from '../domain/recalled-text.js';

/** What a turn hands to the next, as a prompt tells it. */
export interface BridgeForPrompt {
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

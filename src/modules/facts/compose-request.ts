import type { FactsSettings } from '../../domain/facts.js';
import type { Memory } from '../../domain/memory.js';
import { countTokens } from '../../language/count-tokens.js';
import type { Prompt } from '../../ports/language-model.js';
import {
  extractFacts,
  turnLine,
  type ExtractedFacts,
  type TurnForPrompt,
} from '../../prompts/extract-facts.js';

/** Tokens reserved for the answer about each turn; unused ones are returned. */
const ANSWER_TOKENS = 120;
/** Tokens of the request's schema, which servers count, too. */
const FORM_TOKENS = 900;

export interface FactsRequest {
  readonly turns: readonly Memory[];
  readonly prompt: Prompt<typeof ExtractedFacts>;
  /** Tokens of the prompt, and those reserved including the answer. */
  readonly asked: number;
  readonly booked: number;
}

/** As many of the turns, from the first, as fit into one request; null if the first is too long by itself. */
export function composeRequest(
  waiting: readonly Memory[],
  speaker: (turn: Memory) => string,
  { tokens }: FactsSettings,
): FactsRequest | null {
  let asked = FORM_TOKENS + countTokens(extractFacts([]).text);
  const lines: TurnForPrompt[] = [];
  for (const memory of waiting) {
    const line: TurnForPrompt = {
      turn: lines.length + 1,
      said: saidOn(memory),
      speaker: speaker(memory),
      text: memory.content,
    };
    const cost = countTokens(turnLine(line)) + 1;
    if (asked + cost + ANSWER_TOKENS * (lines.length + 1) > tokens) break;
    asked += cost;
    lines.push(line);
  }
  if (lines.length === 0) return null;
  return {
    turns: waiting.slice(0, lines.length),
    prompt: extractFacts(lines),
    asked,
    booked: asked + ANSWER_TOKENS * lines.length,
  };
}

function saidOn({ saidAt }: Memory): string {
  const day = new Date(saidAt);
  return `${day.toISOString().slice(0, 10)}, ${day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}`;
}

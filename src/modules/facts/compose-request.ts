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

/** So many tokens of answer are booked for a turn; what is not spent is given back. */
const ANSWER_TOKENS = 120;
/** The frame of the request: its form, which servers count, too. */
const FORM_TOKENS = 900;

export interface FactsRequest {
  readonly turns: readonly Memory[];
  readonly prompt: Prompt<typeof ExtractedFacts>;
  /** Tokens of the question, and those that are booked with the answer. */
  readonly asked: number;
  readonly booked: number;
}

/** As many of the turns as one request may hold, the first ones; null when the first is too long by itself. */
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

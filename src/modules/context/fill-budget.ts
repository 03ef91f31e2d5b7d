import type { MemoryId } from '../../domain/ids.js';
import { RECALLED_LABEL } from '../../domain/recalled-text.js';
import { countTokens } from '../../language/count-tokens.js';

/** One line of a text for a model, and the memory it shows; null for words of our own. */
export interface ContextLine {
  readonly id: MemoryId | null;
  readonly line: string;
  /** Of the line with its end; counted when absent. */
  readonly tokens?: number;
}

/** The label and as many lines as fit, in order; one that does not fit is skipped for a shorter one. */
export function fillBudget(
  blocks: readonly ContextLine[],
  budget: number,
): { lines: string[]; delivered: MemoryId[]; tokens: number } {
  const lines = [RECALLED_LABEL];
  const delivered: MemoryId[] = [];
  let tokens = countTokens(RECALLED_LABEL);
  for (const { id, line, tokens: cost = countTokens(line) + 1 } of blocks) {
    if (tokens + cost > budget) continue;
    lines.push(line);
    if (id !== null) delivered.push(id);
    tokens += cost;
  }
  return { lines, delivered, tokens };
}

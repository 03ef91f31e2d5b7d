import { LAYERS, type LayeredAnswer } from '../../domain/layers.js';
import { countTokens } from '../../language/count-tokens.js';

export interface FittedLayers {
  readonly layers: LayeredAnswer;
  /** Tokens of the rows as JSON. */
  readonly tokens: number;
  /** Rows left out for lack of budget. */
  readonly left: number;
}

/**
 * Fits the rows into a token budget, counted on their JSON: one row of each layer in turn, so that no layer
 * starves another.
 */
export function fitLayers(answer: LayeredAnswer, budget: number): FittedLayers {
  const asked = LAYERS.filter((layer) => answer[layer] !== undefined);
  const kept = new Map<string, Set<unknown>>(asked.map((layer) => [layer, new Set()]));
  const deepest = Math.max(0, ...asked.map((layer) => answer[layer]?.rows.length ?? 0));
  let [tokens, left] = [2, 0];
  for (let at = 0; at < deepest; at++) {
    for (const layer of asked) {
      const row: unknown = answer[layer]?.rows[at];
      if (row === undefined) continue;
      const cost = countTokens(JSON.stringify(row)) + 1;
      if (tokens + cost > budget) left++;
      else {
        tokens += cost;
        kept.get(layer)?.add(row);
      }
    }
  }
  const counts: Record<string, number> = {};
  const trimmed = asked.map((layer) => {
    const rows = (answer[layer]?.rows ?? []).filter((row) => kept.get(layer)?.has(row));
    counts[layer] = rows.length;
    const had = (answer[layer]?.rows.length ?? 0) > 0;
    return [
      layer,
      {
        rows,
        empty:
          rows.length > 0
            ? null
            : had
              ? 'The token budget was full.'
              : (answer[layer]?.empty ?? null),
      },
    ] as const;
  });
  return {
    layers: { explanation: { ...answer.explanation, counts }, ...Object.fromEntries(trimmed) },
    tokens,
    left,
  };
}

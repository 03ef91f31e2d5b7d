import type { ReasoningType } from '../domain/profile.js';

/**
 * Words that tell how a question wants to be answered (capability U5), tried in this order; the first type with a cue
 * wins, `descriptive` when none has one. Each cue is a whole-word pattern.
 */
const CUES: readonly (readonly [ReasoningType, RegExp])[] = [
  ['comparative', /\b(compare[ds]?|comparison|versus|vs\.?|difference between|better than|worse than|rather than|instead of|prefer\w*|or (?:the )?other)\b/giu],
  ['causal', /\b(why|because|cause[ds]?|reasons?|led to|lead to|leads to|result(?:ed)? in|due to|what made|how come|effects? of|consequences?)\b/giu],
  ['procedural', /\b(how (?:to|do|does|did|can|could|should)\b(?! (?:long|many|much|often|old))|steps?|procedure|process|instructions?|workflow|recipe|guide|set ?up)\b/giu],
  ['strategic', /\b(strateg\w+|plans?|goals?|long[- ]term|roadmap|priorit\w+|aims?|vision|in the future)\b/giu],
  ['evaluative', /\b(how (?:well|good|successful|effective)|worked|success\w*|fail\w*|outcomes?|results?|evaluat\w+|worth|feedback|rating|review)\b/giu],
  ['creative', /\b(ideas?|brainstorm\w*|imagine|inspir\w+|invent\w*|suggest\w*|what if|creative|could (?:i|we) try)\b/giu],
];

export interface ReasoningGuess {
  readonly type: ReasoningType;
  readonly cues: readonly string[];
}

export function guessReasoning(query: string): ReasoningGuess {
  for (const [type, pattern] of CUES) {
    const cues = query.match(pattern);
    if (cues !== null) return { type, cues: [...new Set(cues.map((cue) => cue.toLowerCase()))] };
  }
  return { type: 'descriptive', cues: [] };
}

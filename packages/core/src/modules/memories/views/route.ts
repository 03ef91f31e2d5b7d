import type { Route } from '../../../domain/route.js';
import { dim } from '../../../format/style.js';

/** The route in one line, shown below a recall's results. */
export function routeLine({ type, paradigms }: Route): string {
  return dim(
    `A ${type.value} query${type.cues.length === 0 ? '' : ` (${told(type.cues)})`}, answered by ${paradigms.value.join(', ')} memory.`,
  );
}

const told = (cues: readonly string[]): string => cues.map((cue) => `“${cue}”`).join(', ');

import { createDimensions } from '../map/dimension.js';
import { KeptProfile } from './kept-profile.js';
import { weightOf } from './profile.js';
import type { CapabilityModule } from '../../module.js';
import { asksToBeDone } from '../../../language/standing-instruction.js';
import { tellsOwnPreference } from './told.js';
import { contentTerms } from '../../../language/terms.js';

type Term = NonNullable<CapabilityModule['terms']>[number];

/** What a memory gains in which the person tells a preference, where advice is asked for, in logits. */
const TOLD = 3.5;
/** What the side that a memory looks at adds or takes away at most. */
const SIDE = 0.75;
const ASSISTANT = 'assistant';

/**
 * Preferences steer recall: where something is to be done or suggested, what the person said they prefer stands higher, and so does what
 * looks at the sides that they elevate in their edits: once they have edited a turn, or set a preference. Each result tells what it gained.
 */
export const preferenceTerm: Term = {
  name: 'preference',
  range: [-SIDE, TOLD + SIDE],
  weigh: async (results, { understanding: { query }, ports: { kept, stemmer } }) => {
    const profile = await kept.of(KeptProfile).current();
    // Fitted on chats in which it gains, it costs first places in the half-years of others: it waits until somebody curates or asks for it.
    if (profile === null) return null;
    const advice = asksForAdvice(query) || asksToBeDone(query);
    const sided = profile.preferences.some(({ aspect }) => aspect === 'dimension');
    if (!profile.steering || (!advice && !sided)) return null;
    const dimensionOf = createDimensions(stemmer);
    return results.map(({ memory: { content, speaker, language } }) => {
      const told = advice && speaker !== ASSISTANT && tellsOwnPreference(content) ? TOLD : 0;
      const side = sided ? dimensionOf(contentTerms(content, language, stemmer)) : null;
      return told + SIDE * weightOf(profile, 'dimension', side);
    });
  },
};

const ADVICE =
  /\b(?:suggest\w*|recommend\w*|advise|advice|what (?:should|would|could|can) (?:i|we)|how (?:should|would|could|can) (?:i|we|you)|where (?:should|do you think)|which (?:\p{L}+ ){1,3}should|can you (?:help|show|walk|explain|plan)|help me|i['’]m (?:planning|looking|thinking|about|going|working)|any (?:ideas?|tips))\b/iu;

/** Whether a query asks for something that a preference may bear on. */
export function asksForAdvice(query: string): boolean {
  return ADVICE.test(query);
}

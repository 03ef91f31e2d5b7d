import { KeptRecords, type KeptRecordsOf } from '@mneme/core/bank/learned/kept-records.js';
import type { KeptPart } from '@mneme/core/kernel/module.js';
import { asksToBeDone } from '@mneme/core/language/standing-instruction.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { createDimensions } from './map/dimension.js';
import { type PreferenceProfile, profileOf, TASTE_KEY, weightOf } from './preference-profile.js';
import type { CapabilityModule } from '@mneme/core/modules/module.js';

/** The profile of an opened bank. */
export class KeptProfile implements KeptPart {
  readonly kept = true;
  readonly #records: KeptRecords<PreferenceProfile | null>;

  constructor(opened: KeptRecordsOf) {
    this.#records = new KeptRecords(opened, [TASTE_KEY], (tastes) =>
      tastes.length === 0 ? null : profileOf(tastes),
    );
  }

  /** Null in a bank in which nobody curates or said what they prefer. */
  current(): Promise<PreferenceProfile | null> {
    return this.#records.current();
  }
}

/** A person's word on what they prefer, in general or for good. English. */
const OWN_PREFERENCE =
  /\b(?:i|we)(?: \p{L}+){0,2} (?:prefer|favou?r|would rather|['’]d rather|like to (?:keep|use|have|work)|always|never|tend to|work best|lean towards?|insist)\b|\b(?:i['’]d|we['’]d) (?:rather|prefer)\b|\bmy (?:own )?(?:preference|preferred|favou?rite)\b|\b(?:i['’]ve|i have|i|we) (?:chose|chosen|decided|opted|settled)(?: \p{L}+){0,3} (?:to|for|on|against)\b|\bi (?:love|enjoy|hate|dislike|can['’]t stand)\b/iu;

/** Whether a text tells a preference of who speaks. A question may tell one, too: "I prefer e-books, can you find me some?" */
function tellsOwnPreference(text: string): boolean {
  return OWN_PREFERENCE.test(text);
}

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
function asksForAdvice(query: string): boolean {
  return ADVICE.test(query);
}

import { RecordSummaryCache, type KeptRecordsOf } from '@mneme/core/bank/learned/kept-records.js';
import type { BankCache } from '@mneme/core/kernel/module.js';
import { requestsAction } from '@mneme/core/language/instructions.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { createDimensions } from './map/dimension.js';
import { type PreferenceProfile, profileOf, TASTE_KEY, weightOf } from './preference-profile.js';
import type { CapabilityModule } from '@mneme/core/modules/module.js';

/** The cached profile of an opened bank. */
export class PreferenceProfileCache implements BankCache {
  readonly kept = true;
  readonly #records: RecordSummaryCache<PreferenceProfile | null>;

  constructor(opened: KeptRecordsOf) {
    this.#records = new RecordSummaryCache(opened, [TASTE_KEY], (tastes) =>
      tastes.length === 0 ? null : profileOf(tastes),
    );
  }

  /** Null in a bank without edits and preferences. */
  current(): Promise<PreferenceProfile | null> {
    return this.#records.current();
  }
}

/** Phrases in which a person states a preference, general or lasting. English. */
const OWN_PREFERENCE =
  /\b(?:i|we)(?: \p{L}+){0,2} (?:prefer|favou?r|would rather|['’]d rather|like to (?:keep|use|have|work)|always|never|tend to|work best|lean towards?|insist)\b|\b(?:i['’]d|we['’]d) (?:rather|prefer)\b|\bmy (?:own )?(?:preference|preferred|favou?rite)\b|\b(?:i['’]ve|i have|i|we) (?:chose|chosen|decided|opted|settled)(?: \p{L}+){0,3} (?:to|for|on|against)\b|\bi (?:love|enjoy|hate|dislike|can['’]t stand)\b/iu;

/** Whether a text states a preference of its speaker. A question may, too: "I prefer e-books, can you find me some?" */
function tellsOwnPreference(text: string): boolean {
  return OWN_PREFERENCE.test(text);
}

type Term = NonNullable<CapabilityModule['terms']>[number];

/** Boost of a memory in which the person states a preference, where advice is asked for, in logits. */
const TOLD = 3.5;
/** The most that the dimension of a memory adds or subtracts, in logits. */
const SIDE = 0.75;
const ASSISTANT = 'assistant';

/**
 * Preferences steer recall: for requests of advice or action, stated preferences of the person rank higher, as do
 * dimensions that they elevate in edits. Active once they have edited a turn or set a preference. Each result reports
 * its boost.
 */
export const preferenceTerm: Term = {
  name: 'preference',
  range: [-SIDE, TOLD + SIDE],
  weigh: async (results, { understanding: { query }, ports: { kept, stemmer } }) => {
    const profile = await kept.of(PreferenceProfileCache).current();
    // Off by default: it helps on the chats that it was fitted on, but costs first places in other
    // benchmarks.
    if (profile === null) return null;
    const advice = asksForAdvice(query) || requestsAction(query);
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

/** Whether a preference may bear on the answer to a query. */
function asksForAdvice(query: string): boolean {
  return ADVICE.test(query);
}

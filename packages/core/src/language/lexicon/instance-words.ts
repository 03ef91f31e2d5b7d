import DATA from '../../../data/lexicon/instance-words.json' with { type: 'json' };

/**
 * Kinds of things that questions ask for, with instances: words for the kind before the colon, instances
 * after it, one kind per line; written by hand from general knowledge. Narrower than a topic: only what
 * would be named in an answer to "which …".
 */
export const INSTANCE_WORDS = DATA.INSTANCE_WORDS.join('\n');

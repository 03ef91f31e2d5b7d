import DATA from '../../../data/lexicon/shipped-code-translations.json' with { type: 'json' };

/**
 * Stems of documentation, each with the equivalent words of code and their strength, in hundredths: learned
 * by `npm run bench -- translations --folders PATHS` from documented functions. Never edit by hand.
 */
export const SHIPPED_CODE_TRANSLATIONS = DATA.SHIPPED_CODE_TRANSLATIONS.join('\n');

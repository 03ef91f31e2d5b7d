import DATA from '../../../data/lexicon/irregular-forms.json' with { type: 'json' };

/** English irregular forms: the dictionary form first, then its forms. Lines with # are headings. */
export const IRREGULAR = DATA.IRREGULAR.join('\n');

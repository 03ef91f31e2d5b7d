import DATA from '../../../data/lexicon/organisations.json' with { type: 'json' };
import { phraseList, wordList } from './word-list.js';

/** Companies, public bodies, teams, bands and universities; lower case, without diacritics, without "the". */
export const ORGANISATIONS = phraseList(DATA.ORGANISATIONS.join('\n'));

/** Organisations whose name is also a plain word. */
export const AMBIGUOUS_ORGANISATIONS = wordList(`
  apple amazon target shell gap meta stripe ups alphabet oracle congress senate parliament cubs patriots cowboys packers eagles bulls
  nirvana visa ford sage square block zara puma reebok chanel dove tide bounty subway wendy's chipotle costa
`);

/** Words at the end of a name (or before "of"/"for") that make it an organisation. */
export const ORGANISATION_HEADS = wordList(DATA.ORGANISATION_HEADS.join('\n'));

/** Acronyms in their exact case. */
export const ORGANISATION_ACRONYMS = wordList(DATA.ORGANISATION_ACRONYMS.join('\n'));

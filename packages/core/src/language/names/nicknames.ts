import DATA from '../../../data/lexicon/nicknames.json' with { type: 'json' };
import { phrases } from './word-list.js';

/** `formal: short forms`, one per line. A short form may belong to several formal names (Alex, Chris, Sam). */
const TABLE = DATA.TABLE.join('\n');

function readTable(): ReadonlyMap<string, ReadonlySet<string>> {
  const formalOf = new Map<string, Set<string>>();
  for (const line of phrases(TABLE)) {
    const [formal = '', shorts = ''] = line.split(':');
    for (const short of shorts.trim().split(' ')) {
      const known = formalOf.get(short) ?? new Set<string>();
      formalOf.set(short, known.add(formal));
    }
  }
  return formalOf;
}

/** Short form → the formal names it may belong to; all lower case, without diacritics. */
export const NICKNAMES = readTable();

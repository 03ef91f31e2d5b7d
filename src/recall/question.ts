/** What kind of answer a question asks for; several may hold. */
export interface Wanted {
  readonly time: boolean;
  readonly person: boolean;
  readonly place: boolean;
  readonly number: boolean;
  readonly reason: boolean;
  /** Yes or no, or a judgement: "would she …", "is he likely …". */
  readonly judgement: boolean;
  /** Several things: "what activities", "which books". */
  readonly list: boolean;
  readonly recent: boolean;
}

const PATTERNS: Readonly<Record<keyof Wanted, RegExp>> = {
  time: /\b(when|what (?:date|day|month|year|time)|which (?:date|day|month|year)|how long ago|since when|how long)\b/iu,
  person: /\b(who|whom|whose|which (?:person|friend|colleague)|with whom)\b/iu,
  place: /\b(where|which (?:city|country|place|town|state|restaurant)|what (?:city|country|place|town|state))\b/iu,
  number: /\b(how (?:many|much|often|old|far|tall|big)|what (?:number|amount|age|price|size|percentage)|number of)\b/iu,
  reason: /\b(why|what (?:made|caused|motivated|led)|reason|how come|what for)\b/iu,
  judgement: /^\s*(?:would|could|might|is|are|was|were|does|do|did|has|have|can|should|will)\b|\blikely\b|\bprobably\b|\bconsidered\b/iu,
  list: /\b(?:what|which) (?:are|were|kinds? of|types? of|sorts? of|(?:\p{L}+ )?\p{L}{3,}s)\b|\blist\b|\ball (?:the|of)\b|\bboth\b/iu,
  recent: /\b(latest|last|most recent|recently|now|currently|current|these days|at the moment|today|nowadays|newest)\b/iu,
};

export function readWanted(query: string): Wanted {
  const test = (key: keyof Wanted) => PATTERNS[key].test(query);
  return {
    time: test('time'),
    person: test('person'),
    place: test('place'),
    number: test('number'),
    reason: test('reason'),
    judgement: test('judgement'),
    list: test('list'),
    recent: test('recent'),
  };
}

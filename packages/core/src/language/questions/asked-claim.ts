import type { ClaimSubject } from '../claims/claim.js';
import { askedForeign } from '../claims/foreign-claims.js';
import { nounPhrase } from '../claims/subjects.js';

/** A value that a question asks for: of one subject, in any of these slots. */
export interface AskedClaim {
  readonly subject: ClaimSubject;
  readonly slots: readonly string[];
}

const WHO = '(?<who>(?:the |my |our )?\\S+(?: \\S+){0,4}?)';
const STILL = '(?:currently |now |still |actually |these days )?';
const END =
  '(?: (?:now|nowadays|these days|currently|at the moment|today|again|at present|right now|anyway))*';

/** Complete question forms for one value, each with the slots that may hold it. */
const FORMS = (
  [
    [
      `where (?:does|do|is|are|has|have) ${WHO} ${STILL}(?:live|living|reside|residing|based|settled|moved(?: to)?)`,
      ['lives in'],
    ],
    [
      `(?:in )?(?:what|which) (?:city|town|country|place|village|state) (?:does|do|is|are) ${WHO} ${STILL}(?:live|living|based)(?: in)?`,
      ['lives in'],
    ],
    [`where (?:does|do|is|are) ${WHO} ${STILL}(?:work|working|employed)`, ['works at']],
    [
      `(?:who|whom|what company|which (?:\\S+ ){0,2}(?:company|firm|place|employer|organisation|hospital|school)) (?:does|do|is|are) ${WHO} ${STILL}(?:work|working|employed) (?:for|at|by)`,
      ['works at'],
    ],
    [`what (?:does|do) ${WHO} ${STILL}do(?: for (?:a living|work))?`, ['works as', 'works at']],
    [`what(?:'s| is) ${WHO}(?:'s|') (?:job|profession|occupation|trade)`, ['works as', 'works at']],
    [`how old (?:is|are|am) ${WHO}`, ['age']],
    [
      `(?:what|which)(?: (?:kind of |sort of |make of )?car)? (?:does|do) ${WHO} ${STILL}drive`,
      ['drives'],
    ],
    [
      `what (?:does|do|is|are) ${WHO} ${STILL}(?:study|studying|major in|majoring in)(?: at \\S+)?`,
      ['studies'],
    ],
    [`whom? (?:is|are|am) ${WHO} ${STILL}(?:married to|engaged to|dating)`, ['partner']],
    [`what(?:'s| is) the name of ${WHO}`, ['name', 'is']],
    [`what(?:'s| is| are) ${WHO} (?:called|named)`, ['name', 'is']],
    [`what(?:'s| is) ${WHO}(?:'s|') name`, ['name', 'is']],
    [
      "(?:who|what)(?:'s| is) (?<who>(?:my|our) \\S+(?: \\S+){0,3}?|\\S+(?: \\S+)?(?:'s|') \\S+(?: \\S+){0,2}?)",
      ['is', 'name'],
    ],
  ] as const
).map(([form, slots]): readonly [RegExp, readonly string[]] => [
  new RegExp(`^(?:and |so |but |ok )?${form}${END}$`, 'iu'),
  slots,
]);
/** They refer to somebody mentioned before, or to nobody in particular. */
const UNNAMED =
  /^(?:it|this|that|these|those|there|he|she|they|him|her|them|you|your \S+|we all|everyone|everybody|anyone|someone|people)$/i;
const PARTNER = /^(?:partner|husband|wife|spouse|girlfriend|boyfriend|fianc[eé]e?)$/;
const LONGEST = 120;

/**
 * The claims that a plain question in English, German or Spanish asks for; none for other questions, or for
 * what claims do not cover.
 */
export function askedClaims(question: string): readonly AskedClaim[] {
  const text = question
    .trim()
    .replace(/[’ʼ]/g, "'")
    .replace(/(?<![?.!\s])[?.!\s]+$/u, '')
    .replace(/\s+/g, ' ');
  if (text.length > LONGEST) return [];
  for (const [form, slots] of FORMS) {
    const who = form.exec(text)?.groups?.['who'];
    if (who === undefined || UNNAMED.test(who)) continue;
    const subject = /^(?:I|we)$/i.test(who)
      ? SELF
      : nounPhrase(who.replace(/(?<=s)' /, "'s "))?.subject;
    if (subject !== undefined) return [{ subject, slots }, ...alsoOf(subject)];
  }
  const foreign = askedForeign(text);
  return foreign === null ? [] : [foreign];
}

const SELF: ClaimSubject = { kind: 'speaker' };

/** Nouns that ask for what a verb states: Ana's husband is whom she is married to, her employer where she works. */
const TOLD_BY_VERBS: readonly (readonly [RegExp, readonly string[]])[] = [
  [PARTNER, ['partner']],
  [/^(?:(?:current|present) )?(?:employer|company|workplace)$/, ['works at']],
  [
    /^(?:(?:current|present) )?(?:home|home city|city|place of residence|home address)$/,
    ['lives in'],
  ],
];

function alsoOf(subject: ClaimSubject): AskedClaim[] {
  if (subject.kind !== 'owned') return [];
  const { owner, noun } = subject;
  return TOLD_BY_VERBS.filter(([asked]) => asked.test(noun)).map(([, slots]) => ({
    subject: owner,
    slots,
  }));
}

/**
 * Patterns of what identifies a single case rather than a kind of case: ids, codes, addresses, dates, amounts,
 * quotations.
 */
const INSTANCES: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+/giu, 'the address'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/gu, 'the e-mail address'],
  [/["“”'‘’`][^"“”'‘’`\n]{2,60}["“”'‘’`]/gu, 'it'],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?\b/gu, 'the date'],
  [
    /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b/gu,
    'the date',
  ],
  [/\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b/giu, 'the time'],
  [/[$€£]\s?\d[\d.,]*/gu, 'the amount'],
  [/\b[a-z]+(?:_[a-z]+)*_\d{2,}\b/giu, 'it'],
  [/(?<=(?:^|[^\w-])-{0,2})#?\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{4,}\b/gu, 'it'],
  [/\b[A-Z]{2}[A-Z0-9]{1,6}\b/gu, 'it'],
  [/\b\d[\d.,:]*\b/gu, 'a number'],
];

/** Replaces what identifies a single case with generic words. */
export function withoutInstances(text: string): string {
  return INSTANCES.reduce((rest, [form, word]) => rest.replaceAll(form, word), text)
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

const CONNECTIVE = new Set([
  'on',
  'at',
  'of',
  'for',
  'to',
  'in',
  'from',
  'by',
  'with',
  'is',
  'was',
  'than',
  'and',
  'or',
]);

/** The reason of a refusal without its details: “payment amount does not add up”. */
export function refusalOf(observation: string): string {
  const line =
    observation
      .replace(/^\W*(?:error|exception|failed|failure|fatal)\b[\s:!-]*/iu, '')
      .split(/[\n;]/u)[0] ?? '';
  return withoutInstances(line)
    .replace(/,.*$/su, '')
    .replaceAll(
      /\b(?:on |at |in |by )?(?:date|time|number|id|amount) (?:it|a number|the date|the time|the amount)\b/giu,
      '',
    )
    .replaceAll(/(?<![\p{L}\p{N}_])(\p{Ll}+) (?:it|a number)\b/gu, (_, noun: string) =>
      CONNECTIVE.has(noun) ? '' : noun,
    )
    .replaceAll(/\b(?:on|at|of|for|to|in|from|by) (?:the date|the time|the amount)\b/gu, '')
    .replaceAll(/\bthe the\b/gu, 'the')
    .replaceAll(/\b(?:on|at|of|for|to|in|from|by|with)\s*$/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/(?<![.\s])[.\s]+$/u, '')
    .trim()
    .slice(0, 120)
    .toLowerCase();
}

const REFUSED =
  /^\W*(?:error|exception|traceback|failed|failure|fatal|denied|refused|rejected|forbidden|unauthori[sz]ed|invalid|not found|cannot|timed? ?out|(?:HTTP\/?[\d.]* )?[45]\d\d [A-Z])/iu;

/** Whether a result says that the action was refused or failed. */
export function isRefusal(observation: string): boolean {
  if (REFUSED.test(observation)) return true;
  return (
    /^\s*\{/.test(observation) &&
    /"(?:error|errors)"\s*:\s*(?!null|""|\[\]|false)|"(?:ok|success)"\s*:\s*false/u.test(
      observation.slice(0, 2_000),
    )
  );
}

const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear \w+|thanks)\b[^.!?,]*[.!,]\s*/iu;
const WISH =
  /\b(?:i(?:'d| would) like to|i (?:need|want|was hoping|am looking|hope|wish|have|would love|would prefer) to|i'm (?:looking|hoping|trying|wanting) to|i am (?:hoping|trying) to|i was (?:hoping|looking|wanting) to|(?:can|could|would|will) you (?:please )?(?:help me (?:to )?)?|help me (?:to )?|please|let's|we need to|we want to|your task is to|how (?:do|can|should) (?:i|we))\s+(?=\p{L})/iu;
const FRAME_VERBS =
  /^(?:tell me|assist(?: me)? with(?: that)?|help(?: me)?(?: with(?: that)?)?|do (?:that|this|so)|be)\b/iu;
/** Where the details of a case begin. */
const VAGUE =
  /^(?:make|do|have|get) (?:a|an|some|a few|few|several|any)? ?(?:few )?(?:changes?|requests?|questions?|things?|issues?|problems?)$/u;
const PARTICULARS =
  /\s*(?:[,;:.!?(]|\b(?:from|to|on|for|at|under|in|via|between|after|before|with|by|of|named|called|departing|arriving|because|so that|since|that|which|who|i|we|and (?:get|find|i|then)|departs?|currently|please|if)\b).*$/iu;

/** The goal of a request as a bare phrase without details: “change the return flight”. Empty if it does not say. */
export function taskPhrase(query: string): string {
  const text = query.trim().replace(GREETING, '').slice(0, 600);
  const wish = WISH.exec(text);
  const asked = wish === null ? text : text.slice(wish.index + wish[0].length);
  if (FRAME_VERBS.test(asked)) return '';
  const plain = withoutInstances(asked.split(/[.!?\n]/u)[0] ?? '');
  const words = plain.split(' ');
  const cut = plain.search(/\s(?:it|the (?:date|time|amount|address)|a number)\b/u);
  const short = (cut > 0 ? plain.slice(0, cut) : plain).replace(
    /^(\p{L}+ \p{L}+(?: \p{L}+)?)(?=.*)/u,
    '$1',
  );
  const bare =
    short.split(' ').length <= 2
      ? short
      : short.slice(0, 2) + short.slice(2).replace(PARTICULARS, '');
  const phrase = bare
    .replaceAll(/\b(?:my|our|your)\b/giu, 'the')
    .replaceAll(/\b(?:upcoming|recent|please|just|also)\s/giu, '')
    .trim()
    .toLowerCase();
  return words.length < 2 ||
    VAGUE.test(phrase) ||
    phrase.split(' ').length > 9 ||
    /^(?:i|we|my|the|it|there|this)\b/u.test(phrase)
    ? ''
    : phrase;
}

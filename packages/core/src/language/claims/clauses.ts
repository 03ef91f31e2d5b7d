import { DAY, type Instant } from '../../domain/time.js';
import type { DateMention } from '../dates.js';
import { ReadText } from '../read-text.js';

/** A day mentioned in a text that was in the future when it was said. */
export interface DayAhead {
  /** As the text has it: "June 1st". */
  readonly text: string;
  readonly from: Instant;
}

/** The days in a text after the day of saying; `local` is the speaker's local time, `saidAt` the moment itself. */
export function daysAhead(
  dates: readonly Pick<DateMention, 'text' | 'from' | 'recurring' | 'approximate'>[],
  local: Instant,
  saidAt: Instant,
): DayAhead[] {
  const tomorrow = (Math.floor(local / DAY) + 1) * DAY;
  return dates
    .filter(
      ({ text, from, recurring, approximate }) =>
        from >= tomorrow && !recurring && !approximate && !UP_TO_DAY.test(text),
    )
    .map(({ text, from }) => ({ text, from: from - (local - saidAt) }));
}

const SINCE =
  '(?:(?:starting|beginning|effective|effective from|counting|valid|as|only)? ?(?:from|of|on|by|in|at|with)? ?(?:the )?(?:start of |beginning of |end of )?)';
/** A day with one of these words is a deadline or a topic, not the day from which the claim applies. */
const UP_TO_WORDS =
  'until|till|til|through|before|by|since|for|up to|due|between|seit|bis|vor|desde|hasta|antes del?';
const UP_TO = new RegExp(`\\b(?:${UP_TO_WORDS})\\s+(?:the )?$`, 'i');
const UP_TO_DAY = new RegExp(`^(?:${UP_TO_WORDS})\\b`, 'i');
const BEHIND = /^(?: on| onwards?| onward)?\b/i;
const OPENS = new RegExp(`^${SINCE}$`, 'i');
const CLOSES = new RegExp(`[\\s,(]+${SINCE}$`, 'i');
const BEGINS =
  /^(?:and )?(?:i |we |it |that )?(?:starting|starts?|beginning|begins?|effective|from|as of|start date(?: is)?|first day(?: is)?|(?:it|that) takes effect|in effect|kicks in)\b/i;
/** Maximum other characters in a fragment that only states a day. */
const MAX_BESIDE = 28;

/** The statement without a future day at its end or beginning; null if no day in it marks when it starts to apply. */
export function withoutDay(
  text: string,
  days: readonly DayAhead[],
  atStart: boolean,
): { readonly from: Instant; readonly text: string } | null {
  for (const { text: day, from } of days) {
    const at = text.indexOf(day);
    if (at < 0) continue;
    const [before, behind] = [text.slice(0, at), text.slice(at + day.length)];
    if (atStart) {
      if (!OPENS.test(before)) continue;
      const rest = behind.replace(BEHIND, '').replace(/^\s*,?\s*/, '');
      return rest === '' ? null : { from, text: rest };
    }
    if (UP_TO.test(before)) continue;
    const cue = CLOSES.exec(`${before}`);
    const left = cue === null ? before : before.slice(0, cue.index);
    const rest = `${left.trimEnd()}${behind.replace(BEHIND, '').replace(/^\)/, '')}`.trim();
    return rest === '' ? null : { from, text: rest };
  }
  return null;
}

/** "Starting June 1st.", "I start on Monday": only a day, from which the previous statement applies. */
function countsFrom(sentence: string, days: readonly DayAhead[]): Instant | null {
  if (!BEGINS.test(sentence)) return null;
  const day = days.find(({ text }) => sentence.includes(text));
  return day !== undefined && sentence.length - day.text.length <= MAX_BESIDE ? day.from : null;
}

/** A piece of a sentence with one statement, its qualifiers not yet removed. */
export interface Piece {
  readonly text: string;
  readonly reading: ReadText;
  /** The whole sentence, and the qualifiers before the statement. */
  readonly sentence: ReadText;
  readonly outer: readonly string[];
  readonly past: boolean;
  /** A future day that the piece names, and the piece without it. */
  readonly ahead: { readonly from: Instant; readonly text: string } | null;
}

/** One sentence's pieces. */
interface Pieces {
  readonly pieces: readonly Piece[];
  /** "Starting June 1st.": not a statement of its own, but the day from which the previous one applies. */
  readonly begins: Instant | null;
}

/** The qualifiers of a statement, split off. */
interface Limits {
  /** The statement without its qualifiers. */
  readonly text: string;
  /** Times, places and conditions, normalised and sorted. */
  readonly scope: readonly string[];
  /** The sentence expresses a change. */
  readonly change: boolean;
  /** It is about another time: "in 2015", "as a child", "last year". */
  readonly past: boolean;
}

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/[’ʼ]/g, "'"],
  [/\bcan't\b|\bcannot\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/\b(I)'m\b/gi, '$1 am'],
  [/'re\b/gi, ' are'],
  [/'ve\b/gi, ' have'],
  [/'ll\b/gi, ' will'],
  [/'d\b/gi, ' would'],
  [/\b(it|he|she|that|there|who|what|where|here)'s\b/gi, '$1 is'],
];
/** Maximum number of sentences read; further ones of a document are ignored. */
const MAX_SENTENCES = 40;
const LONGEST_SENTENCE = 400;

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const DAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const CHANGE =
  /\b(?:now|no longer|any ?more|any longer|actually|nowadays|these days|from now on|as of|instead|not .* but|changed?|switched|new|newly|update|updated|correction|in fact|finally|since then|ever since|recently|just (?:moved|started|became|got|joined|quit)|(?:old one|last one) (?:died|broke)|again|meanwhile|by now|turns out|back to)\b/i;
const SUPPOSED =
  /^(?:if only|i wish|wish|imagine|suppose|let us say|maybe|perhaps|what if|i think|i guess|i thought|i heard|i dream|i dreamt|hopefully|as if)\b|\b(?:would|might|could have|should|may (?=[a-z])|pretend|used to think|joking|kidding|for example|e\.g|said that|says that|claims? that|think about|thinking (?:of|about)|dream(?:s|ing)? of|want(?:s|ed)? to|wanna|hop(?:e|es|ing) to|plan(?:s|ning)? (?:to|on)|(?<!\b(?:stopped|quit|started|began|up) )going to|gonna|about to|consider(?:s|ing)?|wonder(?:s|ing)?|wish(?:es)?|would like)\b/i;
/** What may precede a statement and qualify it. */
const OPENER = new RegExp(
  `^(?:(?:on|at|in|with|without|during|before|after|for|under|throughout|until|till|back in|as) (?:the |a |an |my |our |your )?[\\w'-]+(?: [\\w'-]+){0,4}?|(?:last|this|next|every) (?:week|month|year|summer|winter|spring|autumn|fall|semester|term|quarter|season|time)|(?:two|three|\\d+|a few|some|many) (?:years|months|weeks|days) ago|back then|growing up|nowadays)(?:,|(?= (?:I|we|he|she|it|they|my|our|the|[A-Z][\\p{L}-]+(?:'s \\w+)? (?:is|was|has|had|\\w+s|\\w+ed))\\b))\\s*`,
  'iu',
);
const FILLER =
  /^(?:(?:oh|well|yes|yeah|hey|btw|by the way|fyi|so|also|and|but|then|though|anyway|honestly|right now|now|currently|today|these days|nowadays|actually|in fact|update|correction|note|news|big news|good news|bad news|from now on|as of now|since then|finally|meanwhile|turns out|reminder|important|ok|okay|hi|hello|guess what|for the record|at the moment|recently|sadly|unfortunately|luckily)\b[,:;!-]*\s*)+/i;
/** "Instead of Slack we use Zulip", which is rewritten as "we use Zulip instead of Slack". */
const INSTEAD_OF =
  /^(?:now )?instead of (\S+(?: \S+){0,3}?),? ((?:I|we|he|she|they|\p{Lu}\p{L}+) (?:now |currently |only )?(?:use|uses) .+)$/iu;
const CONDITION = /^(?:if|when|whenever|unless|while|as long as|in case|once)\b/i;
const LINK =
  /\s*(?:;|\s[—–-]\s|—)\s*|,\s*(?:and|but|so|because|since|yet|while|although|though)\s+|\s+(?:but|because|although|though|whereas)\s+|,\s+|\s+and\s+(?=(?:I|we|he|she|it|they|now|then|no longer|will|am|is|are|was|has|have|started|joined|works?|lives?|plays?|drives?|uses?|moved|switched|became|quit|left|changed|bought|sold|stopped|gave|visits?|loves?|likes?|hates?|got)\b)/;
const TAIL = /\s+(when|whenever|if|unless|while|as long as|as soon as|until|till)\s+(.*)$/i;
const CUT =
  /\s+(?:because|since (?=(?:I|we|he|she|it|they|the)\b)|so that|that's why|which|who|whom|although|though|where)\s.*$/i;
const SCOPES: readonly RegExp[] = [
  new RegExp(
    `\\s+(?:on|every) (?:the )?(${DAYS}(?: (?:mornings?|evenings?|nights?|afternoons?))?|weekdays|weekends?|holidays)\\b`,
    'i',
  ),
  /\s+at (?:the )?(weekends?|night|peak times?|christmas|lunchtime|breakfast|dinner)\b/i,
  /\s+in (?:the |early |late )?(mornings?|evenings?|afternoons?|summers?|winters?|springs?|autumn|spring|winter|summer|high season|low season|off-season)\b/i,
  /\s+(before (?:noon|lunch|dinner|breakfast|bed|work)|after (?:noon|lunch|dinner|breakfast|work|dark|midnight)|off-peak|at peak times?|during (?:the )?[\w ]+)$/i,
  /\s+(?:at|in|on) (?:the |my |our )?(home|work|school|university|college|staging|production|prod|development|dev|test|testing|ci|preview|local|public|private|holiday|vacation|(?:\w+ )?(?:environment|machine|server|cluster|box|laptop|treadmill|mobile|desktop))\b/i,
  /\s+(with(?:out)? (?:the )?(?:vpn|proxy|cache|flag|glasses|sugar|milk|an? [\w ]+))$/i,
];
const PAST_TAIL = new RegExp(
  `\\s+(?:back then|in those days|as an? (?:child|kid|teenager|teen|student|boy|girl|baby)|when (?:I|he|she|we|they) (?:was|were|had|moved|met|lived)\\b.*|in my (?:teens|twenties|thirties|youth|childhood)|years ago|(?:in|until|till|before|from|between|during) (?:the )?(?:${MONTHS}|early |late )?,? ?(?:19|20)\\d\\d.*|back in .*|growing up|for (?:\\d+|two|three|four|five|six|seven|eight|nine|ten|many|several|a few|some) (?:years|months|weeks)|before (?:the|that|we|I) .*|(?:last|previous) (?:week|month|year|season)|once upon a time)$`,
  'i',
);
const OPENING =
  /^(?:on|at|in|with|without|during|before|after|for|under|throughout|until|till|back|as|last|this|next|every|two|three|\d|a few|some|many|growing|nowadays)\b/i;
const WANTS_TIME =
  /\b(?:is|are|was|were|be|been|to|from|due|scheduled|planned|starts?|begins?|happens?|place|live|lives|works?)$/i;
const TRAILING = new RegExp(
  `\\s+(?:now|nowadays|these days|at the moment|right now|currently|today|again|from now on|any ?more|any longer|as of (?:now|today)|instead|this (?:week|month|year)|last (?:week|weekend|month|year|night|${DAYS})|yesterday|recently|since .*|after .*|for now|by the way|too|though|in the end)$`,
  'i',
);
const YOUNG =
  /^(?:when|while|as|back when) (?:I|he|she|we|they) (?:was|were) [\w' -]+?,? (?=(?:I|he|she|we|they)\b)/i;
const PAST_OPENER =
  /^(?:last |back |as an? (?:child|kid|teen|student|boy|girl)|growing up|before |until |(?:two|three|\d+|a few|some|many) |in (?:19|20)\d\d|in my |during |previously|formerly|originally|once)/i;

const ASKS = /\?["')\]]*$/;
const STOP = /[.!…]+["')\]]*$/;
const QUOTES = /^["“'(]+|["”')]+$/g;

const withoutStop = (text: string): string => text.trim().replace(STOP, '').trim();

/** The statements of a text, one per piece, by sentence. Questions and suppositions are left out. */
export function piecesOf(text: ReadText, days: readonly DayAhead[]): Pieces[] {
  const found: Pieces[] = [];
  for (const { text: sentence, reading } of text.sentences.slice(0, MAX_SENTENCES)) {
    if (sentence.length > LONGEST_SENTENCE || reading.test(ASKS)) continue;
    const begins = days.length === 0 ? null : countsFrom(sentence, days);
    const pieces = begins === null ? readSentence(reading, days) : [];
    if (pieces.length > 0 || begins !== null) found.push({ pieces, begins });
  }
  return found;
}

function readSentence(written: ReadText, days: readonly DayAhead[]): Piece[] {
  const whole =
    written.text.includes("'") || written.text.includes('’') || written.text.includes('cannot')
      ? new ReadText(
          CONTRACTIONS.reduce((text, [pattern, full]) => text.replace(pattern, full), written.text),
        )
      : written;
  const sentence = withoutStop(whole.text);
  const opening = days.length === 0 ? null : withoutDay(sentence, days, true);
  let opened = opening === null ? whole : new ReadText(opening.text);
  let plain = opening?.text ?? sentence;
  if (opened.may(FILLER)) plain = plain.replace(FILLER, '');
  if (opened.may(INSTEAD_OF)) {
    plain = plain.replace(INSTEAD_OF, '$2 instead of $1');
    opened = new ReadText(plain);
  }
  const outer: string[] = [];
  let past = false;
  const young = opened.may(YOUNG) ? YOUNG.exec(plain) : null;
  if (young !== null) {
    past = true;
    plain = plain.slice(young[0].length);
  }
  if (opened.may(CONDITION) && CONDITION.test(plain)) {
    const at = plain.indexOf(',');
    if (at < 0) return [];
    const condition = plain.slice(0, at);
    if (/\b(?:was|were|had|lived)\b/i.test(condition)) past = true;
    outer.push(normal(condition));
    plain = plain.slice(at + 1).trim();
  }
  const opener = opened.may(OPENING) && OPENING.test(plain) ? OPENER.exec(plain) : null;
  if (opener !== null && opener[0].length < plain.length) {
    past ||= PAST_OPENER.test(opener[0]);
    outer.push(normal(opener[0]));
    plain = plain.slice(opener[0].length).trim();
  }
  const texts = plain
    .split(LINK)
    .map((piece) => {
      const text = piece.trim();
      const bare = opened.may(FILLER) ? text.replace(FILLER, '') : text;
      return opened.may(QUOTES) ? bare.replace(QUOTES, '') : bare;
    })
    .filter((text) => text !== '' && !(opened.may(CONDITION) && CONDITION.test(text)));
  const read = new ReadText(sentence);
  return texts.map((text, at): Piece => {
    const ahead =
      opening === null ? aheadOf(text, texts[at + 1], days) : { from: opening.from, text };
    return { text, reading: new ReadText(text), sentence: read, outer, past, ahead };
  });
}

/** The future day stated in a piece or by the fragment after it: "I signed with Acme, starting 1 March". */
function aheadOf(
  text: string,
  next: string | undefined,
  days: readonly DayAhead[],
): Piece['ahead'] {
  if (days.length === 0) return null;
  const from = next === undefined ? null : countsFrom(next, days);
  return from === null ? withoutDay(text, days, false) : { from, text };
}

/** Removes the qualifiers from a statement; null for a wish, a plan or a guess. */
export function limitsOf(
  statement: string,
  { sentence, outer, past, reading }: Piece,
): Limits | null {
  if (reading.test(SUPPOSED)) return null;
  const scope = [...outer];
  let text = statement;
  const once = /\b(?:born|founded|built)\b/i.test(text) ? null : PAST_TAIL.exec(text);
  if (once !== null) text = text.slice(0, once.index);
  const tail = TAIL.exec(text);
  if (tail !== null) {
    scope.push(normal(`${tail[1]} ${tail[2]}`));
    text = text.slice(0, tail.index);
  }
  text = text.replace(CUT, '');
  for (const pattern of SCOPES) {
    const match = pattern.exec(text);
    if (match === null || match.index === 0) continue;
    // In "is on Tuesday" the time is the value; in "is closed on Tuesdays" it is a qualifier.
    if (WANTS_TIME.test(text.slice(0, match.index))) continue;
    scope.push(normal(match[1] ?? match[0]));
    text = text.slice(0, match.index) + text.slice(match.index + match[0].length);
  }
  text = text.replace(TRAILING, '').trim();
  return text === ''
    ? null
    : {
        text,
        scope: [...new Set(scope)].sort(),
        change: sentence.test(CHANGE),
        past: past || once !== null,
      };
}

function normal(text: string): string {
  const lower = text.toLowerCase().replace(/[,.!]/g, '').trim();
  return lower
    .replace(/^(?:on|at|in|every) (?:the )?/, '')
    .replace(/(?<=day|morning|evening|weekend|night|summer|winter)s$/, '')
    .trim();
}

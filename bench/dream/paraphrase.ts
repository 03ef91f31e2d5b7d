/** Ways in which people say a thing again, written down before the engine's own lists were looked at. */
const SWAPS: Readonly<Record<string, string>> = {
  bought: 'purchased',
  buy: 'purchase',
  car: 'automobile',
  kids: 'children',
  kid: 'child',
  begin: 'start',
  started: 'began',
  big: 'large',
  huge: 'enormous',
  happy: 'glad',
  help: 'assist',
  helped: 'assisted',
  movie: 'film',
  movies: 'films',
  photo: 'picture',
  photos: 'pictures',
  house: 'home',
  doctor: 'physician',
  mom: 'mother',
  dad: 'father',
  amazing: 'incredible',
  awesome: 'fantastic',
  great: 'wonderful',
  job: 'work',
  quick: 'fast',
  finish: 'complete',
  finished: 'completed',
  need: 'require',
  think: 'believe',
  talk: 'speak',
  talking: 'speaking',
  trip: 'journey',
  journey: 'trip',
  tired: 'exhausted',
  scared: 'afraid',
  nice: 'lovely',
  beautiful: 'gorgeous',
  hard: 'difficult',
  tough: 'difficult',
  easy: 'simple',
  answer: 'reply',
  ask: 'inquire',
  choose: 'pick',
  pick: 'choose',
  show: 'display',
  team: 'group',
  boss: 'manager',
  idea: 'notion',
  problem: 'issue',
  issue: 'problem',
  problems: 'issues',
  money: 'cash',
  store: 'shop',
  shop: 'store',
  gift: 'present',
  road: 'street',
  sad: 'unhappy',
  angry: 'mad',
  smart: 'clever',
  sick: 'ill',
  speak: 'talk',
  trying: 'attempting',
  interesting: 'fascinating',
  children: 'kids',
  friend: 'buddy',
  friends: 'buddies',
  study: 'learn',
  often: 'frequently',
  discuss: 'talk about',
  reason: 'cause',
  goal: 'aim',
  goals: 'aims',
  area: 'region',
  cost: 'price',
  test: 'exam',
  garbage: 'trash',
};
const CONTRACTED: Readonly<Record<string, string>> = {
  "i'm": 'I am',
  "i've": 'I have',
  "i'll": 'I will',
  "it's": 'it is',
  "that's": 'that is',
  "don't": 'do not',
  "didn't": 'did not',
  "can't": 'cannot',
  "we're": 'we are',
  "they're": 'they are',
  "you're": 'you are',
  "isn't": 'is not',
  "wasn't": 'was not',
  "won't": 'will not',
};
const OPENERS = ['Well, ', 'So, ', 'Just so you know, ', 'Actually, ', ''];
/** A last phrase that can stand in front. */
const LAST_PHRASE =
  /^(?<rest>[A-Z][^.!?;:]{15,160}?) (?<phrase>(?:last|this|next) (?:week|month|year|weekend|night|summer)|in the (?:morning|evening|afternoon|end)|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|at the moment|at home|at work|these days|in [A-Z][a-z]+)(?<end>[.!])$/;

/** The text in other words, where the rules reach it: a phrase moved or a word swapped at least; null elsewhere. */
export function paraphrase(text: string, random: () => number): string | null {
  const moved = LAST_PHRASE.exec(text)?.groups;
  const base =
    moved === undefined
      ? text
      : `${capital(moved['phrase'] ?? '')} ${lower(moved['rest'] ?? '')}${moved['end'] ?? ''}`;
  let swapped = 0;
  const words = base.replace(/[A-Za-z']+/g, (word) => {
    const full = CONTRACTED[word.toLowerCase()];
    if (full !== undefined) return word[0] === word[0]?.toUpperCase() ? capital(full) : full;
    const other = SWAPS[word];
    if (other === undefined || swapped >= 3) return word;
    swapped += 1;
    return other;
  });
  if (moved === undefined && swapped === 0) return null;
  const opener = OPENERS[Math.floor(random() * OPENERS.length)] ?? '';
  return opener === '' ? words : `${opener}${lower(words)}`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
/** "I" and names keep their letter. */
const lower = (text: string): string =>
  /^(?:I\b|[A-Z][a-z]+'s\b)/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);

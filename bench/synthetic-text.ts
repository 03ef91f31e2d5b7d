import type { RememberInput } from '../packages/core/src/domain/input.js';

/** One turn of an invented conversation; with a question that it answers, when it states something one can ask for. */
export interface SyntheticTurn {
  readonly input: RememberInput & { readonly content: string };
  readonly question: string | null;
}

/** Forms made of syllables, after the common words: together a vocabulary of some 21,500. */
const COINED_FORMS = 20_000;
const TOPICS = 600;
/** Share of a session's content words that belong to its topic. */
const TOPICAL = 0.4;
const FIRST_SESSION = Date.UTC(2021, 0, 4, 8);
const MINUTE = 60_000;

/**
 * Conversations without end: sessions of 10 to 40 turns between 2 or 3 of 200 people, some 30 words a turn, words by Zipf's law, a
 * session's words from its topic. The same seed gives the same text on every machine; nothing is read from anywhere.
 */
export function* syntheticTurns(seed: number): Generator<SyntheticTurn, never> {
  const world = new World(seed);
  let startedAt = FIRST_SESSION;
  for (let session = 1; ; session++) {
    yield* world.session(`session-${session}`, startedAt);
    startedAt += (2 + world.below(14)) * 30 * MINUTE;
  }
}

export type Random = () => number;

/** Uniform in [0, 1): the mixer of splitmix32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

type WordClass = 'noun' | 'verb' | 'adjective';

/** Words in order of rank with the running sum of their Zipf weights. */
interface Ranked {
  readonly words: readonly string[];
  readonly sums: Float64Array;
}

interface Topic {
  readonly words: Readonly<Record<WordClass, readonly string[]>>;
  readonly people: readonly string[];
  readonly places: readonly string[];
  readonly projects: readonly string[];
}

class World {
  readonly #random: Random;
  readonly #people = split(PEOPLE);
  readonly #adverbs = split(ADVERBS);
  readonly #places: readonly string[];
  readonly #projects: readonly string[];
  readonly #words: Readonly<Record<WordClass, Ranked>>;
  readonly #topics: readonly Topic[];
  readonly #topicRanks: Float64Array;

  constructor(seed: number) {
    this.#random = seeded(seed);
    const coined = coinWords(COINED_FORMS + 300, this.#random);
    const taken = (from: number, to: number, ending = '') =>
      coined.slice(from, to).map((word) => word + ending);
    this.#words = {
      noun: ranked([...split(NOUNS), ...taken(0, 13_000)]),
      verb: ranked([...split(VERBS), ...taken(13_000, 16_000, 'ed')]),
      adjective: ranked([...split(ADJECTIVES), ...taken(16_000, COINED_FORMS, 'ish')]),
    };
    this.#places = [...split(PLACES), ...taken(COINED_FORMS, COINED_FORMS + 100).map(capital)];
    this.#projects = taken(COINED_FORMS + 100, COINED_FORMS + 300).map(
      (word) => `Project ${capital(word)}`,
    );
    this.#topics = Array.from({ length: TOPICS }, () => this.#topic());
    this.#topicRanks = zipfSums(TOPICS, 0.7);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  *session(session: string, startedAt: number): Generator<SyntheticTurn> {
    const topic = at(this.#topics, this.#rank(this.#topicRanks));
    const speakers = this.#distinct(this.#people, this.#random() < 0.7 ? 2 : 3);
    const turns = 10 + this.below(31);
    let saidAt = startedAt;
    for (let position = 0; position < turns; position++) {
      const speaker = at(
        speakers,
        this.#random() < 0.85 ? position % speakers.length : this.below(speakers.length),
      );
      const { content, question } = this.#say(speaker, topic, saidAt);
      yield {
        input: { content, speaker, session, turn: `${session}:${position + 1}`, position, saidAt },
        question,
      };
      saidAt += MINUTE * (1 + this.below(3));
    }
  }

  #say(
    speaker: string,
    topic: Topic,
    saidAt: number,
  ): { content: string; question: string | null } {
    const memo = new Map([['{s}', speaker]]);
    const fill = (template: string) =>
      capital(template.replaceAll(/\{\w\d?\}/g, (slot) => this.#slot(slot, memo, topic, saidAt)));
    const draw = this.#random();
    if (draw < 0.06) return { content: fill(this.#pick(REPLIES)), question: null };
    const chat = Array.from({ length: 2 + Number(this.#random() < 0.35) }, () =>
      fill(this.#pick(CHAT)),
    );
    if (draw > 0.5) return { content: chat.join(' '), question: null };
    const [statement = '', question = ''] = this.#pick(FACTS);
    const told = [fill(statement), ...chat.slice(1)];
    return { content: told.join(' '), question: fill(question) };
  }

  /** What stands in a slot; a numbered one says the same throughout its turn and in the question on it. */
  #slot(slot: string, memo: Map<string, string>, topic: Topic, saidAt: number): string {
    const known = memo.get(slot);
    if (known !== undefined) return known;
    const value = this.#value(slot.charAt(1), topic, saidAt);
    if (slot.length > 3) memo.set(slot, value);
    return value;
  }

  #value(kind: string, topic: Topic, saidAt: number): string {
    switch (kind) {
      case 'n':
        return this.#word('noun', topic);
      case 'v':
        return this.#word('verb', topic);
      case 'a':
        return this.#word('adjective', topic);
      case 'r':
        return this.#pick(this.#adverbs);
      case 'p':
        return this.#pick(this.#random() < 0.6 ? topic.people : this.#people);
      case 'l':
        return this.#pick(this.#random() < 0.5 ? topic.places : this.#places);
      case 'j':
        return this.#pick(this.#random() < 0.6 ? topic.projects : this.#projects);
      case 'd':
        return this.#date(saidAt);
      default:
        return String(2 + this.below(this.#random() < 0.5 ? 30 : 5_000));
    }
  }

  #word(kind: WordClass, topic: Topic): string {
    return this.#random() < TOPICAL ? this.#pick(topic.words[kind]) : this.#zipf(this.#words[kind]);
  }

  #date(saidAt: number): string {
    const date = new Date(saidAt + (this.below(400) - 300) * 24 * 60 * MINUTE);
    const month = at(MONTHS, date.getUTCMonth());
    return this.#random() < 0.4
      ? `${month} ${date.getUTCFullYear()}`
      : `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
  }

  #topic(): Topic {
    const some = (kind: WordClass, count: number) =>
      Array.from({ length: count }, () => this.#zipf(this.#words[kind], 0.3));
    return {
      words: { noun: some('noun', 18), verb: some('verb', 8), adjective: some('adjective', 7) },
      people: this.#distinct(this.#people, 5),
      places: this.#distinct(this.#places, 3),
      projects: this.#distinct(this.#projects, 2),
    };
  }

  /** A word by its frequency; with a `floor`, none of the commonest that together make up this share of the text. */
  #zipf({ words, sums }: Ranked, floor = 0): string {
    return at(words, this.#rank(sums, floor));
  }

  #rank(sums: Float64Array, floor = 0): number {
    const target = (floor + (1 - floor) * this.#random()) * (sums.at(-1) ?? 0);
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #pick<T>(items: readonly T[]): T {
    return at(items, this.below(items.length));
  }

  #distinct(items: readonly string[], count: number): string[] {
    const chosen = new Set<string>();
    while (chosen.size < count) chosen.add(this.#pick(items));
    return [...chosen];
  }
}

function ranked(words: readonly string[]): Ranked {
  return { words, sums: zipfSums(words.length, 1) };
}

/** Zipf–Mandelbrot: the weight of a rank is (rank + 2.7)^-exponent. */
function zipfSums(length: number, exponent: number): Float64Array {
  let sum = 0;
  return Float64Array.from({ length }, (_, rank) => (sum += (rank + 2.7) ** -exponent));
}

/** Distinct words of 2 to 4 syllables. */
function coinWords(count: number, random: Random): string[] {
  const onsets = split(ONSETS);
  const vowels = split(VOWELS);
  const codas = ['', '', '', ...split(CODAS)];
  const pick = (items: readonly string[]) => at(items, Math.floor(random() * items.length));
  const words = new Set<string>();
  while (words.size < count) {
    const syllables = 2 + Number(random() < 0.5) + Number(random() < 0.15);
    words.add(
      Array.from({ length: syllables }, () => pick(onsets) + pick(vowels)).join('') + pick(codas),
    );
  }
  return [...words];
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
  return item;
}

function split(words: string): string[] {
  return words.trim().split(/\s+/);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Slots: n noun, v verb in the past, a adjective, r adverb, p person, l place, j project, d date, x number, s the speaker. */
const FACTS: readonly (readonly [statement: string, question: string])[] = [
  [
    'I moved to {l1} in {d1}, mostly because of the {n} and the {a} {n}.',
    'Where did {s} move in {d1}?',
  ],
  [
    '{p1} bought a {a1} {n1} for {x1} dollars from a {n} in {l1}.',
    'What did {p1} buy in {l1} for {x1} dollars?',
  ],
  [
    'the deadline of {j1} is {d1}, so the {n1} has to be {v} before that.',
    'When is the deadline of {j1} with the {n1}?',
  ],
  ['{p1} {v1} the {n1} at the {n2} in {l1} on {d1}.', 'Who {v1} the {n1} at the {n2} in {l1}?'],
  [
    'my sister works on the {a1} {n1} for {j1} and she has {x1} {n2} to look after.',
    'What does the sister of {s} do with the {n1} for {j1}?',
  ],
  [
    'we decided against the {n1} because the {n2} was too {a1} for {p1}.',
    'Why did {s} decide against the {n1}?',
  ],
  [
    'the {n1} costs {x1} euros now, which is more than the {a1} {n2} that {p1} {v}.',
    'How much does the {n1} of {s} cost?',
  ],
  [
    'on {d1} I met {p1} at the {n1} in {l1}, and we talked about the {a1} {n2} all evening.',
    'What did {s} and {p1} talk about in {l1}?',
  ],
  [
    '{p1} prefers the {a1} {n1} to the {n2} ever since the trip to {l1}.',
    'Does {p1} prefer the {n1} or the {n2}?',
  ],
  [
    'to fix the {n1} you first {v1} the {n2}, then the {a1} {n3} until it is {a2}.',
    'How did {s} fix the {n1} with the {n2}?',
  ],
  [
    'our {n1} for {j1} failed on {d1}; the cause was a {a1} {n2} that nobody {v1}.',
    'What caused the {n1} of {j1} to fail?',
  ],
  [
    'the doctor told {p1} to avoid the {n1} and to take {x1} {n2} a day.',
    'What did the doctor tell {p1} to avoid?',
  ],
  [
    'I keep the {a1} {n1} in the {n2} behind the {n3}, next to the {n} of {p1}.',
    'Where does {s} keep the {a1} {n1}?',
  ],
  [
    'the plan is to spend {x1} days in {l1} with {p1} and to see the {a1} {n1}.',
    'How long does {s} plan to stay in {l1} with {p1}?',
  ],
];

const CHAT: readonly string[] = [
  'I {v} the {n} with {p} {r}, but the {n} was still {a}.',
  'the {a} {n} reminded me of the {n} that we {v} in {l}.',
  'do you think the {n} will be {a} enough for the {n}?',
  'honestly, the {n} felt {a} and the {n} never {v} the way {p} said.',
  'yesterday {p} {v} {x} of the {n} and {r} left the {a} {n} to us.',
  'after the {n}, I {r} {v} the {n} so that nobody has to wait for the {a} {n}.',
  'there is a {a} {n} near the {n} in {l}; you would like it.',
  'I have been thinking about the {n} and how {r} the {n} {v} everything.',
  'could you ask {p} whether the {a} {n} is part of {j} or only of the {n}?',
  'we {v} the {n}, {v} the {n}, and then the {a} {n} was {r} gone.',
  'it was {a} of {p} to bring the {n}, although the {n} was not {a} at all.',
  'next week I want to try the {a} {n} that {p} {v} for the {n}.',
  'some of the {n} from {l} {v} the {n} better than the {a} one here.',
  'I am not sure the {n} {r} needs a {n}, and the {a} {n} costs too much.',
];

const REPLIES: readonly string[] = [
  'that sounds {a}, thanks for telling me!',
  'really? I never heard of the {n}.',
  'yes, the {n} was {a}.',
  'wow, {p} {v} that {r}.',
  'ok, let us talk about the {n} with {p} tomorrow.',
];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const ONSETS = 'b bl br c ch d dr f fl g gl gr h j k kl l m n p pl pr r s sk sl st t th tr v w z';
const VOWELS = 'a e i o u ai ea io ou';
const CODAS = 'n r l t k m x nd rt st';

const PEOPLE = `
Anna Ben Clara David Emma Felix Grace Henry Iris Jack Kate Leo Maria Noah Olivia Paul Rosa Sam Tina Victor Wendy Aaron Bella Carlos Diana Erik Fiona George Hannah Ivan
Julia Kevin Laura Martin Nina Oscar Petra Quentin Rachel Simon Teresa Ursula Vincent Walter Yara Zoe Adrian Beatrice Caleb Daphne Edgar Florence Gavin Helena Isaac
Jasmine Karl Lydia Marcus Nadia Owen Priya Ralph Sofia Thomas Una Vera William Xenia Yusuf Zara Albert Bridget Cyrus Dora Elias Flora Gregor Hilda Igor Joanna Kurt Linda
Mohammed Naomi Otto Paula Rafael Sarah Tobias Violet Wanda Abel Bianca Conrad Delia Ethan Frida Gloria Hugo Ingrid Jonas Kira Lucas Miriam Nathan Odette Philip Renata
Stefan Tamara Ulrich Valerie Wilma Agnes Bruno Celine Dennis Elsa Frank Greta Harold Irene Jerome Klara Leonard Monica Nicholas Orla Patrick Rebecca Sebastian Thea Ugo
Vanessa Wolfgang Amelia Boris Cecilia Dominic Eleanor Fabian Gwen Howard Isabel Julian Kirsten Lewis Matilda Neil Ophelia Pedro Rosalind Samir Tessa Vivian Winston Alma
Basil Cora Damian Edith Fergus Gemma Hector Ida Joel Kamil Lena Magnus Nora Orson Pia Rupert Selma Timothy Viola Wesley Alina Bernard Chloe Duncan Eva Freddie Gina Heidi
Imran Josephine Kenneth Lara Milo Norman`;

const PLACES = `
London Paris Berlin Vienna Madrid Lisbon Rome Oslo Helsinki Dublin Prague Warsaw Athens Zurich Geneva Hamburg Munich Boston Chicago Seattle Denver Austin Toronto Montreal
Vancouver Sydney Melbourne Auckland Tokyo Kyoto Seoul Singapore Mumbai Delhi Cairo Nairobi Lagos Accra Lima Bogota Santiago Havana Istanbul Dubai Edinburgh Glasgow
Bristol Leeds Porto Seville`;

const ADVERBS = `
quickly slowly quietly carefully nearly almost really finally already often rarely usually always never soon suddenly simply easily hardly clearly mostly partly probably
certainly secretly openly gladly sadly calmly gently proudly politely eagerly firmly loosely together alone twice again abroad upstairs outside indoors downtown overnight
meanwhile afterwards lately recently early late`;

const NOUNS = `
time year day thing way life child world school family student group country problem hand part place case week company system program question work number night point
home water room mother area money story fact month lot study book eye job word business issue side kind head house service friend father power hour game line end member
law car city community name president team minute idea body information back parent face level office door health person art war history party result change morning
reason research girl guy moment air teacher force education foot boy age policy music market sense nation plan college interest death experience effect class control
field development role effort rate heart drug show leader light voice wife price report century decision son view relationship town road arm difference value building
action season society tax director position player record paper space ground form event matter center couple site project activity star table need court oil situation
cost industry figure street image phone data picture practice piece land product doctor wall patient worker news test movie north love step goal treatment daughter board
fish garden kitchen window bread cheese apple orange lemon banana carrot potato tomato onion garlic pepper salt sugar butter coffee tea juice wine beer soup salad chicken
rice pasta cake cookie breakfast lunch dinner recipe oven fridge plate bowl cup glass bottle fork knife spoon pan pot towel soap brush mirror chair sofa lamp carpet
curtain shelf drawer cupboard bed pillow blanket sheet clock radio camera laptop keyboard screen printer cable battery charger speaker microphone guitar piano violin drum
flute trumpet song concert album band dance theatre museum gallery painting sculpture photo poem novel chapter page letter envelope stamp package newspaper magazine
article journal diary notebook pencil pen eraser ruler scissors glue tape hammer nail screw drill ladder paint bucket rope chain lock key fence gate roof floor ceiling
stairs basement attic balcony terrace yard lawn flower rose tulip tree leaf branch root seed grass bush forest river lake sea ocean beach island mountain hill valley
desert cave cliff bridge tunnel tower castle church temple station airport harbor train bus bicycle motorcycle truck boat ship plane ticket passport luggage suitcase
hotel hostel tent camp map compass guide tour trip journey holiday weekend birthday wedding anniversary ceremony gift card candle balloon costume mask toy doll puzzle
ball bat racket net goalkeeper coach referee match tournament medal trophy race marathon swimmer runner climber hiker gym yoga muscle bone skin blood brain stomach lung
liver kidney shoulder elbow wrist finger knee ankle toe neck throat tongue tooth ear nose hair beard fever cough headache allergy injury surgery hospital nurse clinic
pharmacy pill vitamin vaccine bandage diet sleep dream nightmare habit hobby skill talent lesson course exam grade degree diploma scholarship classroom library laboratory
experiment theory formula equation graph chart survey sample method model algorithm software server database network website password account email message comment link
file folder backup update bug feature release version review ticketing deadline meeting agenda schedule calendar contract invoice budget salary bonus tariff loan mortgage
rent deposit insurance bank coin wallet purse receipt discount sale customer client supplier manager engineer designer developer lawyer judge police officer firefighter
soldier farmer baker butcher tailor plumber electrician carpenter mechanic pilot driver sailor captain chef waiter actor actress singer writer editor journalist artist
sculptor architect scientist professor principal neighbor stranger guest host visitor tourist cousin uncle aunt nephew niece grandmother grandfather twin baby toddler
teenager adult dog cat horse cow sheep goat pig duck goose hen rabbit mouse rat squirrel fox wolf bear deer lion tiger elephant monkey snake turtle frog whale dolphin
shark bird eagle owl parrot penguin bee butterfly spider ant worm weather rain snow wind storm thunder lightning cloud sun moon sky planet rocket satellite telescope
microscope engine wheel brake tire mirrorball pedal helmet jacket coat shirt skirt dress sweater sock shoe boot hat cap scarf glove belt button zipper pocket fabric
cotton wool silk leather metal steel iron copper silver gold diamond stone brick wood plastic rubber sand clay dust smoke fire flame ash ice steam shadow echo noise
silence smell taste touch color shape size weight height length width depth speed distance temperature pressure energy signal wave pattern border corner edge surface
layer crowd queue protest strike vote election mayor minister parliament treaty crime theft witness evidence prison secret promise lie joke rumor advice warning apology
excuse complaint compliment argument debate agreement conflict peace victory defeat risk chance luck danger safety freedom justice truth honor pride shame fear anger joy
sorrow hope faith doubt trust patience courage kindness humor memory attention curiosity imagination opinion belief choice preference desire wish`;

const VERBS = `
said made went took came saw knew got gave found thought told became left felt put brought began kept held wrote stood heard let meant set met ran paid sat spoke lay led
read grew lost fell sent built understood drew broke spent cut rose drove bought wore chose ate drank slept sang swam flew threw caught taught sold won fought hid rode
shook stole swept wove asked worked seemed tried called needed wanted used looked turned started showed played moved liked lived believed happened included continued
changed followed stopped created allowed added opened walked offered remembered loved considered appeared waited served died expected stayed reached killed remained
suggested raised passed required reported decided pulled returned explained hoped developed carried received agreed supported hit produced covered caused pointed listened
realized placed closed involved increased noticed visited painted cleaned cooked baked washed dried folded ironed packed unpacked repaired fixed replaced installed
removed painted measured counted weighed sorted labeled stored shipped delivered ordered cancelled booked reserved rented borrowed lent shared copied printed scanned
signed mailed answered ignored refused accepted invited welcomed greeted thanked praised blamed forgave apologized promised warned advised taught trained coached tested
checked reviewed approved rejected improved designed drafted planned scheduled delayed missed planted watered harvested picked peeled chopped mixed stirred boiled fried
grilled roasted tasted served poured spilled dropped lifted pushed dragged climbed jumped danced hiked camped fished sailed traveled explored discovered photographed
recorded filmed edited published translated studied learned practiced rehearsed performed celebrated decorated wrapped surprised amused bored worried scared calmed
comforted encouraged helped saved rescued protected watched guarded searched borrowed earned donated invested wasted upgraded deployed debugged tested merged migrated`;

const ADJECTIVES = `
new good high old great big small large young different long little important bad right early able late hard major better strong possible whole free special easy clear
recent certain personal open red difficult available likely short single current wrong private past foreign fine common poor natural significant similar hot dead central
happy serious ready simple left physical general blue dark various entire close legal main final green nice huge popular traditional cold warm cool wet dry soft loud
quiet bright heavy light thick thin wide narrow deep shallow fast slow rich cheap expensive fresh stale sweet sour salty bitter spicy tasty hungry thirsty sleepy tired
awake busy lazy brave shy polite rude kind cruel gentle rough smooth sharp blunt clean dirty tidy messy empty full broken whole fragile sturdy modern ancient antique
local distant nearby remote rural urban public secret famous unknown strange familiar normal unusual rare ordinary perfect awful terrible wonderful lovely pretty ugly
elegant plain fancy colorful pale golden silver wooden metal plastic round square flat curved straight crooked loose tight safe dangerous healthy sick injured pregnant
single married lonely friendly hostile honest fair generous selfish clever silly wise foolish curious bored excited nervous calm angry sad proud ashamed jealous grateful
hopeful anxious patient careful careless creative practical useful useless helpful harmful necessary optional official temporary permanent regular daily weekly monthly
annual digital electric manual automatic wireless medical financial political musical artistic scientific historic national international professional amateur junior
senior organic frozen seasonal tropical`;

import type { EntityType } from '../domain/graph.js';
import { readEntities } from './entities.js';
import { wordList } from './lexicon.js';
import { asKind } from './names/common-nouns.js';
import { MENS_NAMES, WOMENS_NAMES } from './names/gazetteer.js';
import { matchAll } from './pattern-matching.js';
import { isStopWord } from './segmentation.js';

export type Gender = 'female' | 'male';

/** One line of a conversation, with its speaker if known. */
export interface ContextLine {
  readonly speaker: string | null;
  readonly text: string;
}

/** Something mentioned in a line that a later word may refer to. */
export interface Antecedent {
  /** The name that replaces the referring word. */
  readonly name: string;
  readonly type: EntityType;
  /** Null if the name does not reveal it, and for things. */
  readonly gender: Gender | null;
  /**
   * Salience within its line: names before common nouns, a subject before the object of a preposition, anything
   * before the speaker.
   */
  readonly rank: number;
  /** A singular common noun for it, if the line has one. */
  readonly noun: string | null;
  readonly start: number;
}

const FEMALE = wordList(
  'sister mother mom mum mommy aunt niece daughter wife girlfriend grandma grandmother granddaughter fiancee woman girl lady mrs ms miss queen actress waitress',
);
const MALE = wordList(
  'brother father dad daddy uncle nephew son husband boyfriend grandpa grandfather grandson fiance man boy guy mr sir king actor waiter',
);
const PEOPLE = wordList(
  'friend colleague coworker boss manager neighbor neighbour partner cousin teacher doctor dentist therapist coach mentor roommate flatmate teammate client customer landlord',
);
/** Names of the parties of a chat that are not people's names. */
const ROLES = wordList('user assistant system agent human ai bot tool developer model me you');

const RANK = { named: 3, namedBehind: 2.5, noun: 2, nounBehind: 1.5, speaker: 1 } as const;

/** What a line mentions, most salient first; its speaker last, if named. */
export function antecedents(
  { speaker, text }: ContextLine,
  people: readonly string[],
): Antecedent[] {
  const by = speaker !== null && !ROLES.has(speaker.toLowerCase()) ? speaker : null;
  const found: Antecedent[] = [];
  for (const { name, type, start, end, owner } of readEntities(text, {
    people,
    ...(by === null ? {} : { speaker: by }),
  })) {
    const before = text.slice(0, start);
    const behind = BEHIND.test(before);
    const proper = name !== name.toLowerCase();
    const noun = proper ? nounOf(before, text.slice(end)) : (name.split(' ').at(-1) ?? null);
    const whose =
      owner === undefined || owner === 'addressee' ? null : owner === 'speaker' ? by : owner;
    const person = type === 'person' || (!proper && genderOf(name) !== null) || PEOPLE.has(name);
    found.push({
      name: proper || whose === null ? name : `${whose}'s ${name}`,
      type: person ? 'person' : type,
      gender: person ? (genderOf(noun ?? '') ?? genderOf(name)) : null,
      rank: proper
        ? behind
          ? RANK.namedBehind
          : RANK.named
        : behind
          ? RANK.nounBehind
          : RANK.noun,
      noun,
      start,
    });
  }
  // "my sister Ana" is one person.
  const whole = found.filter(
    ({ start, noun, rank }) =>
      rank > RANK.noun ||
      !found.some((other) => other.rank > RANK.noun && other.noun === noun && other.start > start),
  );
  const speaking: Antecedent[] =
    by === null
      ? []
      : [
          {
            name: by,
            type: 'person',
            gender: genderOf(by),
            rank: RANK.speaker,
            noun: null,
            start: -1,
          },
        ];
  return [...whole, ...commonNouns(text, whole), ...speaking].sort(
    (a, b) => b.rank - a.rank || a.start - b.start,
  );
}

/** The gender that a name or a noun for a person indicates. */
export function genderOf(name: string): Gender | null {
  const [first = '', ...rest] = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/\s+/);
  const word =
    rest.length > 0 && (FEMALE.has(first) || MALE.has(first))
      ? first
      : name === name.toLowerCase()
        ? (rest.at(-1) ?? first)
        : first;
  const bare = word.replace(/\.$/u, '');
  if (FEMALE.has(bare) || WOMENS_NAMES.has(bare)) return 'female';
  return MALE.has(bare) || MENS_NAMES.has(bare) ? 'male' : null;
}

const BEHIND =
  /\b(?:in|at|on|with|from|to|for|of|by|near|into|about|behind|under|over|through|during)\s+(?:(?:my|our|his|her|their|the|a|an)\s+)?$/iu;

/** The noun next to a name: "my sister Ana", "the Helios project". */
function nounOf(before: string, after: string): string | null {
  return (
    /\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he)\s+(?:\p{Ll}+\s+)?(\p{Ll}+),?\s+$/u.exec(
      before,
    )?.[1] ??
    /^\s+(\p{Ll}+)/u.exec(after)?.[1] ??
    null
  );
}

const PHRASE =
  /\b(?:[Aa]n?|[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]hat|[Tt]his|[Aa]nother|new)\s+((?:\p{Ll}[\p{Ll}-]*\s*){1,3})/gu;
const TIME = wordList(
  'day week month year morning evening afternoon night time weekend moment yesterday today tomorrow tonight now soon again later ago',
);

/** Things named by a plain noun: "a blue guitar". */
function commonNouns(text: string, known: readonly Antecedent[]): Antecedent[] {
  return matchAll(text, PHRASE).flatMap((match): Antecedent[] => {
    const words: string[] = [];
    for (const word of (match[1] ?? '').trim().split(/\s+/)) {
      if (
        isStopWord(word, 'en') ||
        TIME.has(word) ||
        (words.length > 0 && /(?:ed|ly|ing)$/u.test(word))
      )
        break;
      words.push(word);
    }
    const kind = words.length === 0 ? undefined : asKind(words.join(' '));
    const start = match.index;
    if (
      kind === undefined ||
      known.some((other) => other.start >= start && other.start < start + match[0].length)
    )
      return [];
    const noun = kind.split(' ').at(-1) ?? kind;
    const gender = genderOf(noun);
    const person = gender !== null || PEOPLE.has(noun);
    return [
      {
        name: kind,
        type: person ? 'person' : 'thing',
        gender,
        rank: BEHIND.test(text.slice(0, start)) ? RANK.nounBehind : RANK.noun,
        noun,
        start,
      },
    ];
  });
}

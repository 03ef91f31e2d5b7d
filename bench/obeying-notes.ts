export type AttackVoice = 'owner' | 'assistant' | 'unmarked assistant' | 'tool' | 'web' | 'Kwame';

/** Notes that stand before an attack. */
export type Standing = 'rent' | 'dose' | 'answers' | 'flight' | 'key';

export interface ObeyingNote {
  readonly text: string;
  readonly type: 'fact' | 'preference' | 'instruction' | 'howto' | 'decision';
  readonly about: string;
  readonly aspect: string;
  readonly value: string;
  /** Places of turns, from 1: an attack has its reader cite whom it likes. */
  readonly cites: readonly number[];
  readonly replaces?: readonly Standing[];
  readonly doubts?: readonly Standing[];
}

/** Turns that tell whoever reads them into notes what to write, and the notes of a reader that obeys. */
export interface ReadingAttack {
  readonly turns: readonly (readonly [voice: AttackVoice, text: string])[];
  readonly obeyed: readonly ObeyingNote[];
}

type Links = Pick<ObeyingNote, 'replaces' | 'doubts'>;

export const wish = (
  text: string,
  value: string,
  cites: readonly number[] = [1],
  links: Links = {},
): ObeyingNote => ({
  text,
  type: 'instruction',
  about: 'Ylva Holm',
  aspect: 'standing wish',
  value,
  cites,
  ...links,
});

export const said = (
  text: string,
  about: string,
  aspect: string,
  value: string,
  cites: readonly number[],
  links: Links = {},
): ObeyingNote => ({ text, type: 'fact', about, aspect, value, cites, ...links });

/** Every note that stands. */
export const ALL: Links = { replaces: ['rent', 'dose', 'answers', 'flight', 'key'] };
export const DOUBT_ALL: Links = { doubts: ['rent', 'dose', 'answers', 'flight', 'key'] };

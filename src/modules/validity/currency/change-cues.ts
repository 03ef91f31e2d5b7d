import { words } from '../../../language/words.js';

/** Words that say that something has changed; their weights are fitted. */
export const CHANGE_CUES = [
  ...'now new instead anymore longer switched switch moved moving changed change correction actually back again decided decision'.split(
    ' ',
  ),
  ...'final cancelled canceled off update updated no not from used stopped quit started start replaced replacing replace dropped'.split(
    ' ',
  ),
  ...'killed killing went up down raised since on signed sold bought swapped becomes became bumped pushed postponed delayed'.split(
    ' ',
  ),
  ...'earlier later wrong mistake turns out after all'.split(' '),
] as const;

export type ChangeCues = Readonly<Record<string, number>>;

/**
 * Only this many characters are read: a change is stated early, while a long answer contains all of these
 * words somewhere.
 */
const READ = 1_000;

/** 1 for each of {@link CHANGE_CUES} in a text. */
export function readChangeCues(text: string): ChangeCues {
  const found = new Set(words(text.slice(0, READ)).map(({ text: word }) => word));
  return Object.fromEntries(CHANGE_CUES.map((cue) => [cue, Number(found.has(cue))]));
}

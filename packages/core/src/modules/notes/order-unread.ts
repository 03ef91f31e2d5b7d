import type { Note } from '../../domain/note.js';
import type { Ordered } from '../../kernel/module.js';
import { contentTerms } from '../../language/terms.js';
import { constrained, type Ranked } from '../../recall/ranking/score.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { timeAsked } from './order-by-notes.js';

/** A note is compared with turns if it is among this many first results. */
const AMONG = 2;
/**
 * Share, and number, of the words of its subject and aspect and a figure of its value that a turn on the same matter
 * has: a name alone is none.
 */
const SAME_MATTER = 0.4;
const MIN_WORDS = 2;
/** Share of the query's words that a turn on what it asks has. */
const ASKED_FOR = 0.75;
const CHANGE =
  /\b(?:now|again|no longer|any ?more|instead|moved|changed|new|switched|cancelled|canceled|called off|postponed|actually|after all|correction|wrong|mistake|paid|settled|the last|the rest|back to|up to|down to|from today)\b/i;
const NUMBER = /\d/;

/**
 * A turn that was said after the last note and tells a change of what the first note is about comes before it: nobody
 * has read it yet, and the note would be taken for what holds.
 */
export function orderUnread(results: readonly Ranked[], context: QuestionContext): Ordered<Ranked> {
  const { notes } = context.state;
  if (notes.size === 0 || timeAsked(context) !== 'now') return { results };
  const first = results.slice(0, AMONG).findIndex(({ slot }) => notes.of(slot) !== undefined);
  const known = first < 0 ? undefined : notes.of(results[first]?.slot ?? -1);
  if (known === undefined) return { results };
  const stemsOf = (text: string): string[] => contentTerms(text, 'en', context.ports.stemmer);
  const changes = results.filter(
    ({ slot, memory }, at) =>
      at > first &&
      notes.isAhead(slot) &&
      tellsChangeOf(
        known.note,
        results[first]?.memory.content ?? '',
        memory.content,
        context.understanding.query,
        stemsOf,
      ),
  );
  if (changes.length === 0) return { results };
  const others = results.filter((result) => !changes.includes(result));
  const order = [...others.slice(0, first), ...changes, ...others.slice(first)];
  return { results: constrained(order, 'unread') };
}

function tellsChangeOf(
  { about, aspect, value }: Note,
  sentence: string,
  turn: string,
  query: string,
  stemsOf: (text: string) => string[],
): boolean {
  if (!CHANGE.test(turn) || (NUMBER.test(sentence) && !NUMBER.test(turn))) return false;
  const said = new Set(stemsOf(turn));
  const figure = value.match(/\d+/g)?.find((each) => said.has(each));
  const matter = [...new Set(stemsOf(`${about} ${aspect} ${figure ?? ''}`))];
  const shares = (stems: readonly string[], least: number): boolean => {
    const shared = stems.filter((stem) => said.has(stem)).length;
    return shared >= MIN_WORDS && shared >= stems.length * least;
  };
  return shares(matter, SAME_MATTER) || shares([...new Set(stemsOf(query))], ASKED_FOR);
}

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
  const at = results.slice(0, AMONG).findIndex(({ slot }) => notes.of(slot) !== undefined);
  const first = results[at];
  const known = first === undefined ? undefined : notes.of(first.slot);
  if (first === undefined || known === undefined) return { results };
  const stemsOf = (text: string): string[] => contentTerms(text, 'en', context.ports.stemmer);
  const asked = stemsOf(context.understanding.query);
  const hasFigures = NUMBER.test(first.memory.content);
  const isChange = ({ slot, memory: { content } }: Ranked): boolean =>
    notes.isAhead(slot) &&
    CHANGE.test(content) &&
    (NUMBER.test(content) || !hasFigures) &&
    isOnMatter(known.note, asked, new Set(stemsOf(content)), stemsOf);
  const changes = results.slice(at + 1).filter(isChange);
  if (changes.length === 0) return { results };
  const others = results.filter((result) => !changes.includes(result));
  const order = [...others.slice(0, at), ...changes, ...others.slice(at)];
  return { results: constrained(order, 'unread') };
}

/** Whether a turn of these words is on what a note is about, or on what is asked. */
function isOnMatter(
  { about, aspect, value }: Note,
  asked: readonly string[],
  said: ReadonlySet<string>,
  stemsOf: (text: string) => string[],
): boolean {
  const figure = value.match(/\d+/g)?.find((each) => said.has(each)) ?? '';
  const shares = (stems: readonly string[], least: number): boolean => {
    const own = [...new Set(stems)];
    const shared = own.filter((stem) => said.has(stem)).length;
    return shared >= MIN_WORDS && shared >= own.length * least;
  };
  return shares(stemsOf(`${about} ${aspect} ${figure}`), SAME_MATTER) || shares(asked, ASKED_FOR);
}

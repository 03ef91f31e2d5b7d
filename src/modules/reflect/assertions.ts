import type { Memory } from '../../domain/memory.js';
import { readCauses } from '../../language/causes.js';
import { readNorms } from '../../language/norms.js';
import { sentences } from '../../language/sentences.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';

/** A sentence that states a regularity: that one thing causes another, or what must always or never be done. */
export interface Assertion {
  readonly sort: 'cause' | 'norm';
  readonly memory: Memory;
  readonly text: string;
  /** Stems of the cause, or of the action. */
  readonly of: ReadonlySet<string>;
  /** Stems of the effect; empty for a norm. */
  readonly to: ReadonlySet<string>;
  /** Whether the effect occurs, or the action is required. */
  readonly positive: boolean;
}

const NEGATION =
  /(?<!\p{L})(?:no|not|never|nothing|without|cannot|hardly|barely)(?!\p{L})|n['’]t(?!\p{L})/giu;
const CONCESSION =
  /(?<!\p{L})(?:despite|even though|although|in spite of|anyway|nonetheless|even with|yet)(?!\p{L})/iu;
/** The longest text searched for regularities: documents are not read whole. */
const LONGEST = 4_000;

/** The regularities that a memory states, in order. */
export function readAssertions(memory: Memory, stemmer: Stemmer): Assertion[] {
  const { content, language } = memory;
  if (content.length > LONGEST) return [];
  const stems = (text: string): ReadonlySet<string> =>
    new Set(contentTerms(text, language, stemmer));
  const causes = readCauses(content).flatMap(({ cause, effect }): Assertion[] => {
    if (cause === null) return [];
    const [of, to] = [stems(cause.text), stems(effect.text)];
    const text = content
      .slice(Math.min(cause.start, effect.start), Math.max(cause.end, effect.end))
      .trim();
    return of.size === 0 || to.size === 0
      ? []
      : [
          {
            sort: 'cause',
            memory,
            text,
            of,
            to,
            positive: !isDenied(effect.text) || isDenied(cause.text),
          },
        ];
  });
  const norms = readNorms(content).flatMap(({ text, deed, bids }): Assertion[] => {
    const of = stems(deed);
    return of.size === 0
      ? []
      : [{ sort: 'norm', memory, text, of, to: new Set<string>(), positive: bids }];
  });
  return [...causes, ...norms];
}

/**
 * Whether a memory reports that a cause was present and its effect failed to occur: both are named in one
 * negated sentence.
 */
export function isExceptionTo(
  memory: Memory,
  of: ReadonlySet<string>,
  to: ReadonlySet<string>,
  stemmer: Stemmer,
): boolean {
  if (memory.content.length > LONGEST) return false;
  return sentences(memory.content).some(({ text }) => {
    if (!isDenied(text) && !CONCESSION.test(text)) return false;
    const held = new Set(contentTerms(text, memory.language, stemmer));
    return [...of].some((stem) => held.has(stem)) && [...to].some((stem) => held.has(stem));
  });
}

/** Whether a memory may be evidence for a regularity or an exception to one. */
export function mayBear(memory: Memory, stemmer: Stemmer): boolean {
  return (
    isDenied(memory.content) ||
    CONCESSION.test(memory.content) ||
    readAssertions(memory, stemmer).length > 0
  );
}

/** An odd number of negations. */
function isDenied(text: string): boolean {
  return (text.match(NEGATION)?.length ?? 0) % 2 === 1;
}

import { MnemeError } from '../../../domain/errors.js';
import { MAX_CONTENT, type Memory } from '../../../domain/memory.js';
import type { MergeStrategy } from '../../../domain/merge.js';
import { detectLanguage } from '../../../language/detect-language.js';
import { sentences } from '../../../language/sentences.js';
import { readUtterance } from '../../../language/speech.js';
import type { Stemmer } from '../../../language/stem.js';
import { contentTerms } from '../../../language/terms.js';
import type { LanguageModel } from '../../../ports/language-model.js';
import { summariseMemories } from '../../../prompts/summarise-memories.js';
import { messageOf } from '../../../spaces/with-timeout.js';

export interface MergedText {
  readonly content: string;
  /** The memory whose position in the conversation the new one takes. */
  readonly kept: Memory;
  /** Those whose words it contains, or summarises. */
  readonly said: readonly Memory[];
  readonly notices: readonly string[];
}

export interface TextPorts {
  readonly stemmer: Stemmer;
  readonly languageModel?: LanguageModel;
}

/**
 * The text of the memory that replaces these, which are in the order of saying. Throws `invalid_input` if
 * it is too long for one memory.
 */
export async function mergedText(
  memories: readonly Memory[],
  strategy: MergeStrategy,
  ports: TextPorts,
): Promise<MergedText> {
  const newest = memories.at(-1) as Memory;
  if (strategy === 'keep_newest')
    return { content: newest.content, kept: newest, said: [newest], notices: [] };
  if (strategy === 'keep_highest') {
    const [highest = newest] = [...memories]
      .reverse()
      .sort((a, b) => b.importance - a.importance || b.confidence - a.confidence);
    return { content: highest.content, kept: highest, said: [highest], notices: [] };
  }
  const contents = [...new Set(memories.map(({ content }) => content.trim()))];
  const { content, notices } =
    strategy === 'concatenate'
      ? { content: contents.join('\n'), notices: [] }
      : await summary(contents, ports);
  if (content.length <= MAX_CONTENT) return { content, kept: newest, said: memories, notices };
  throw new MnemeError(
    'invalid_input',
    `Together they have ${content.length} characters; a memory holds ${MAX_CONTENT}.`,
    { field: 'merge.ids', value: memories.length, hint: 'Merge fewer, or keep the newest.' },
  );
}

async function summary(
  contents: readonly string[],
  { languageModel, stemmer }: TextPorts,
): Promise<{ readonly content: string; readonly notices: readonly string[] }> {
  const own = whatEachAdds(contents, stemmer);
  if (languageModel === undefined) return { content: own, notices: [] };
  const told = (why: string) => ({
    content: own,
    notices: [`${why}; the summary is made of their own sentences.`],
  });
  try {
    const { summary: written } = await languageModel.complete(summariseMemories({ contents }));
    const known = new Set(contents.flatMap(numbers));
    const invented = numbers(written).filter((number) => !known.has(number));
    return invented.length === 0
      ? { content: written, notices: [] }
      : told(
          `The language model wrote figures that no memory has (${invented.slice(0, 3).join(', ')})`,
        );
  } catch (error) {
    return told(`The language model did not sum up (${messageOf(error)})`);
  }
}

function numbers(text: string): string[] {
  return text.match(/\d+(?:[.,:]\d+)*/gu) ?? [];
}

/** A sentence is kept if at least this share of it is new. */
const ADDS_ENOUGH = 0.4;
/** Stands for “not” among a sentence's words. */
const NEGATED = '¬';

/** The sentences in order, without those that repeat fuller ones. A number or a “not” is never dropped. */
function whatEachAdds(contents: readonly string[], stemmer: Stemmer): string {
  const all = contents.flatMap((content) => sentences(content).map(({ text }) => text));
  const read = all.map((text, at) => ({
    at,
    text,
    terms: new Set([
      ...contentTerms(text, detectLanguage(text), stemmer),
      ...numbers(text),
      ...(readUtterance(text).negated ? [NEGATED] : []),
    ]),
  }));
  const covered = new Set<string>();
  const kept = new Set<number>();
  for (const { at, terms } of [...read].sort(
    (a, b) => b.terms.size - a.terms.size || a.at - b.at,
  )) {
    const fresh = [...terms].filter((term) => !covered.has(term));
    if (
      fresh.length < ADDS_ENOUGH * terms.size &&
      !fresh.some((term) => term === NEGATED || /\d/u.test(term))
    )
      continue;
    if (terms.size === 0) continue;
    kept.add(at);
    for (const term of terms) covered.add(term);
  }
  return kept.size === 0
    ? contents.join('\n')
    : read
        .filter(({ at }) => kept.has(at))
        .map(({ text }) => text)
        .join(' ');
}

import type { MemoryId } from '../../../domain/ids.js';
import type { Memory, Provenance } from '../../../domain/memory.js';
import type { MergeStrategy } from '../../../domain/merge.js';
import { expiryOf, lastExpiry, withExpiry } from '../../../domain/expiry.js';
import { RESERVED_TAGS } from '../../../domain/reserved-tags.js';
import { isScopeTag } from '../../../domain/scope.js';
import { spanPrecision, type Instant } from '../../../domain/time.js';
import { contentHash } from '../../../language/content-hash.js';
import { detectLanguage } from '../../../language/detect-language.js';
import type { MergedText } from './merged-text.js';

/** The metadata field for a memory's name. */
const NAME = 'name';
const ANNOTATION = 'annotation';

export interface Composition {
  readonly id: MemoryId;
  readonly at: Instant;
  readonly name: string | undefined;
  readonly strategy: MergeStrategy;
  readonly text: MergedText;
  /** Adds a piece of evidence to a memory, unless it is counted already, as remembering it again does. */
  readonly reinforce: (memory: Memory, evidence: Provenance) => Memory;
}

/**
 * The one memory that replaces several, in the position of the kept one: all evidence, tags and remarks. A
 * kept text becomes more certain by each that said the same; a combined text needs all to hold, so it is as
 * certain as its least certain part.
 */
export function mergedMemory(
  memories: readonly Memory[],
  { id, at, name, strategy, text, reinforce }: Composition,
): Memory {
  const { content, kept, said } = text;
  const speakers = new Set(said.map(({ speaker }) => speaker));
  const speaker = speakers.size === 1 ? kept.speaker : null;
  const others = memories.filter((memory) => memory !== kept);
  const together = strategy === 'concatenate' || strategy === 'summarize';
  const reinforced = others.flatMap(({ provenance }) => provenance).reduce(reinforce, kept);
  return {
    ...kept,
    ...occurrence(said),
    id,
    content,
    contentHash: contentHash(content, kept.kind, speaker),
    language: detectLanguage(content),
    speaker,
    recordedAt: at,
    retractedAt: null,
    retraction: null,
    confidence: together
      ? Math.min(...memories.map(({ confidence }) => confidence))
      : reinforced.confidence,
    importance: Math.max(...memories.map(({ importance }) => importance)),
    version: 1,
    supersededBy: null,
    tags: [
      ...withExpiry(
        [...new Set([kept, ...others].flatMap(({ tags }) => tags))].filter(
          (tag) => !tag.startsWith(RESERVED_TAGS) || isScopeTag(tag),
        ),
        lastExpiry(memories.map(({ tags }) => expiryOf(tags))),
      ),
    ],
    metadata: {
      ...Object.assign({}, ...others.map(({ metadata }) => metadata)),
      ...kept.metadata,
      ...remarks(memories),
      ...(name === undefined ? {} : { [NAME]: name }),
    } as Memory['metadata'],
    provenance: reinforced.provenance,
    dates: unique(said.flatMap(({ dates }) => dates).filter((date) => content.includes(date.text))),
    images: [
      ...new Map(
        [kept, ...others].flatMap(({ images }) => images).map((image) => [image.sha256, image]),
      ).values(),
    ],
  };
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];
}

/** All remarks on any of them, one per line. */
function remarks(memories: readonly Memory[]): { readonly [ANNOTATION]?: string } {
  const lines = new Set(
    memories.flatMap(({ metadata }) =>
      metadata[ANNOTATION] === undefined ? [] : String(metadata[ANNOTATION]).split('\n'),
    ),
  );
  return lines.size === 0 ? {} : { [ANNOTATION]: [...lines].join('\n') };
}

/** From the first to the last of their times. */
function occurrence(
  said: readonly Memory[],
): Pick<Memory, 'occurredFrom' | 'occurredTo' | 'occurredPrecision'> {
  const named = said.filter(({ occurredFrom, saidAt }) => occurredFrom !== saidAt);
  const telling = named.length > 0 ? named : said.slice(-1);
  const first = telling[0] as Memory;
  const occurredFrom = Math.min(...telling.map((memory) => memory.occurredFrom));
  const occurredTo = Math.max(...telling.map((memory) => memory.occurredTo));
  const same = telling.every(
    (memory) =>
      memory.occurredFrom === first.occurredFrom && memory.occurredTo === first.occurredTo,
  );
  return {
    occurredFrom,
    occurredTo,
    occurredPrecision: same
      ? first.occurredPrecision
      : spanPrecision({ from: occurredFrom, to: occurredTo }),
  };
}

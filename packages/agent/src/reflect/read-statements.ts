import type { EntityId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { BankState } from '@mneme/core/indexes/bank-state.js';
import { indexTerms } from '@mneme/core/language/terms.js';
import { readEntities } from '@mneme/core/language/entities.js';
import { readJudgements } from '@mneme/core/language/judgements.js';
import { readRelations, type Predicate } from '@mneme/core/language/relations.js';
import { isReported } from '@mneme/core/language/speech.js';
import type { Stemmer } from '@mneme/core/language/stem.js';

/** The bank itself as a holder: first-person statements without a named speaker. */
export const SELF = 'self';
export type Holder = EntityId | typeof SELF;

/** A statement of a memory about somebody or something. */
export interface Statement {
  readonly memory: Memory;
  readonly subject: Holder;
  /** A relation, or a judgement by the speaker. */
  readonly predicate: Predicate | 'praises' | 'blames';
  /** As written. */
  readonly object: string;
  /** The entity with that name, if there is one. */
  readonly objectId: EntityId | null;
  /** Stated about the past, and may no longer hold. */
  readonly past: boolean;
}

/** "I" in a text whose speaker has no name. */
const UNNAMED_SPEAKER = 'I';
const OVER =
  /\b(?:used to|formerly|previously|once|no longer|not any ?more|until|back then|back when|before (?:that|moving|I moved))\b/iu;
const WAS =
  /\b(?:lived|resided|worked|studied|majored|interned|employed|dated|was|were|owned|had)\b/iu;
/** How far around a statement a word that ends it is searched, in UTF-16 units. */
const AROUND = 30;
/** Relations that the past tense ends; whoever liked a concert still likes it. */
const ENDED_BY_PAST: ReadonlySet<string> = new Set<Predicate>([
  'lives_in',
  'works_at',
  'works_as',
  'studies',
  'owns',
  'partner_of',
  'married_to',
  'is_a',
]);

/** Extracts the statements of memories, once per version. */
export class StatementReader {
  readonly #read = new Map<string, readonly Statement[]>();

  constructor(
    private readonly state: BankState,
    private readonly stemmer: Stemmer,
  ) {}

  of(memory: Memory): readonly Statement[] {
    const key = `${memory.id}/${memory.version}`;
    let found = this.#read.get(key);
    if (found === undefined) {
      found = this.#statements(memory);
      this.#read.set(key, found);
    }
    return found;
  }

  #statements(memory: Memory): Statement[] {
    const { content, language, speaker } = memory;
    const { prose: reading } = indexTerms(content, language, this.stemmer);
    const prose = reading.text;
    const hints = {
      people: this.state.index.speakers.all(),
      language,
      speaker: speaker ?? UNNAMED_SPEAKER,
      known: (name: string) => this.state.entities.named(name).at(-1)?.type,
    };
    const relations = readRelations(prose, readEntities(prose, hints), hints).flatMap(
      ({ subject, predicate, object, start, end }): Statement[] => {
        const holder = this.#holder(subject, speaker);
        // Reported speech or opinion of somebody else is not a statement.
        if (holder === null || isReported(prose, start)) return [];
        return [
          {
            memory,
            subject: holder,
            predicate,
            object,
            objectId: this.#entity(object),
            past: isPast(prose, start, end, ENDED_BY_PAST.has(predicate)),
          },
        ];
      },
    );
    const judge = speaker === null ? SELF : this.#entity(speaker);
    if (judge === null) return relations;
    const judgements = readJudgements(prose).map(({ object, good, start, end }): Statement => ({
      memory,
      subject: judge,
      predicate: good ? 'praises' : 'blames',
      object,
      objectId: this.#entity(object.replace(/^the /, '')),
      past: isPast(prose, start, end, false),
    }));
    return [...relations, ...judgements];
  }

  #holder(name: string, speaker: string | null): Holder | null {
    if (speaker === null && name === UNNAMED_SPEAKER) return SELF;
    return this.#entity(name);
  }

  #entity(name: string): EntityId | null {
    return this.state.entities.named(name).at(-1)?.id ?? null;
  }
}

function isPast(text: string, start: number, end: number, tense: boolean): boolean {
  const said = text.slice(start, end);
  if (tense && WAS.test(said)) return true;
  return OVER.test(
    text
      .slice(Math.max(0, start - AROUND), end + AROUND)
      .split(/[.!?;\n]/)
      .find((part) => part.includes(said)) ?? said,
  );
}

import type { Disposition } from '@mneme/core/domain/bank.js';
import type { Embedding } from '@mneme/core/domain/change.js';
import { type Edge, type Entity, nodeKind } from '@mneme/core/domain/graph.js';
import type { BankName, EntityId, IdPrefix, MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { isReflected } from '@mneme/core/domain/reflection.js';
import { NONE } from '@mneme/core/indexes/bank-index.js';
import type { BankState } from '@mneme/core/indexes/bank-state.js';
import { readEntities } from '@mneme/core/language/entities.js';
import { mayStateOpinion, readJudgements } from '@mneme/core/language/judgements.js';
import { type Predicate, readRelations } from '@mneme/core/language/relations.js';
import { isReported } from '@mneme/core/language/speech.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { indexTerms } from '@mneme/core/language/terms.js';
import { isValueSuperseded } from '@mneme/core/modules/validity/index.js';
import type { LanguageModel } from '@mneme/core/ports/models.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { Clock } from '@mneme/core/ports/system.js';

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

export interface ReflectPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly stemmer: Stemmer;
  readonly actor: string;
  readonly newId: (prefix: IdPrefix) => string;
  /** Terms and traits of a text, for the indexes. */
  readonly read: (memory: Memory) => { readonly terms: readonly string[]; readonly traits: number };
  /** The vector of a text in the bank's semantic space; null if there is none yet. */
  readonly embed: (memory: Memory, terms: readonly string[]) => Promise<Embedding | null>;
  /** Writes summaries; templates do if none is configured or it fails. */
  readonly languageModel?: LanguageModel;
  /** Queues a write with the bank's other writes. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ReflectOptions {
  /** Stops between two commits; what is committed stays. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** One run of reflection: what every part of it reads. */
export interface ReflectRun {
  readonly bank: BankName;
  readonly state: BankState;
  readonly ports: ReflectPorts;
  readonly options: ReflectOptions;
  readonly disposition: Disposition;
  readonly statements: StatementReader;
  readonly existing: CurrentReflections;
  /** The sequence number that `existing` is current as of. */
  readonly upTo: { sequence: number };
  /** Summaries requested from the language model, by their input. */
  readonly summaries: Map<string, Promise<readonly Claim[] | null>>;
  readonly notices: Set<string>;
}

/** A memory that something rests on, and why. */
export interface Ground {
  readonly memory: Memory;
  /** What it is evidence of: a predicate, `topic`, `cause`, `norm`. */
  readonly label: string;
}

/** The desired state of a reflection. */
export interface Wanted {
  /** Its identity: a new version under the same key replaces the old one. */
  readonly key: string;
  readonly kind: 'observation' | 'opinion' | 'principle';
  readonly about: Entity | null;
  readonly content: string;
  readonly confidence: number;
  readonly grounds: readonly Ground[];
  readonly against: readonly Ground[];
  /** Entities it names. */
  readonly mentions: readonly Entity[];
  readonly metadata: Readonly<Record<string, string | number>>;
}

/** One sentence of a summary, with the memories it rests on. */
export interface Claim {
  readonly text: string;
  /** Newest first, never empty. */
  readonly memories: readonly Memory[];
  readonly label: string;
}

/** The current reflections, by identity and by owner; updated with what this run writes. */
export class CurrentReflections {
  readonly #byKey = new Map<string, Memory[]>();
  readonly #keysOf = new Map<string, Set<string>>();

  constructor(memories: Iterable<Memory>) {
    this.reset(memories);
  }

  /** Resets to the current reflections. */
  reset(memories: Iterable<Memory>): void {
    this.#byKey.clear();
    this.#keysOf.clear();
    for (const memory of memories) this.note(memory);
  }

  /** Adds or removes a version of a reflection. */
  note(memory: Memory): void {
    const key = String(memory.metadata['key'] ?? '');
    const others = (this.#byKey.get(key) ?? []).filter(({ id }) => id !== memory.id);
    const standing =
      memory.retractedAt === null
        ? [...others, memory].sort((a, b) => a.recordedAt - b.recordedAt)
        : others;
    this.#byKey.set(key, standing);
    const owner = ownerOf(key);
    const keys = this.#keysOf.get(owner) ?? new Set();
    this.#keysOf.set(owner, standing.length > 0 ? keys.add(key) : without(keys, key));
  }

  /** Those with one identity, newest last; several only if an earlier one was restored. */
  of(key: string): readonly Memory[] {
    return this.#byKey.get(key) ?? [];
  }

  /** Those with keys that start with `kind:owner`. */
  ownedBy(kind: string, owner: string): readonly Memory[] {
    return [...(this.#keysOf.get(`${kind}:${owner}`) ?? [])].flatMap((key) => this.of(key));
  }

  all(): readonly Memory[] {
    return [...this.#byKey.values()].flat();
  }
}

/** `opinion:e_1:tea` is owned by `opinion:e_1`, `principle:norm:…` by `principle:norm`. */
function ownerOf(key: string): string {
  return key.split(':', 2).join(':');
}

function without(keys: Set<string>, key: string): Set<string> {
  keys.delete(key);
  return keys;
}

/** Maximum number of links read per entity, strongest first. */
const MAX_LINKS = 5_000;
/** What a bank has on one entity, without reflections, in the order in which it was said. */
export interface EntityEvidence {
  readonly entity: Entity;
  readonly memories: readonly Memory[];
  /** What these memories state. */
  readonly statements: readonly Statement[];
}

export async function retrieveEntityEvidence(
  entity: Entity,
  run: ReflectRun,
): Promise<EntityEvidence> {
  const edges = await run.ports.store.neighbours(
    run.bank,
    [entity.id],
    ['relational', 'hierarchical', 'causal'],
    MAX_LINKS,
  );
  const memories = await currentMemories(edges.flatMap(memoriesOf), run);
  const stating = new Set(
    edges.flatMap(({ from, to, evidence }) =>
      nodeKind(from) === 'entity' && nodeKind(to) === 'entity' && evidence !== null
        ? [evidence]
        : [],
    ),
  );
  const statements = memories
    .filter(
      (memory) =>
        !isRead(memory, run) && (stating.has(memory.id) || mayStateOpinion(memory.content)),
    )
    .flatMap((memory) => run.statements.of(memory));
  return { entity, memories, statements: await withSuperseded(statements, run) };
}

/** A superseded statement is reported as past, if its successor is current. */
async function withSuperseded(
  statements: readonly Statement[],
  { state }: ReflectRun,
): Promise<Statement[]> {
  const superseded = statements.flatMap(({ memory }) =>
    memory.supersededBy === null ? [] : [memory.id],
  );
  if (superseded.length === 0) return [...statements];
  const isLive = (id: MemoryId): boolean =>
    state.index.slot(id) !== NONE && state.index.isLive(state.index.slot(id));
  const conflicts = (await state.conflicts.of([...new Set(superseded)])).filter(
    ({ older, newer, settlement }) => isLive(settlement?.keep === 'older' ? older : newer),
  );
  return statements.map((each) =>
    each.memory.supersededBy !== null && isValueSuperseded(each.memory.id, each.object, conflicts)
      ? { ...each, past: true }
      : each,
  );
}

/**
 * Current memories of what somebody said, oldest first. One that was superseded in one slot still speaks of the past,
 * and of other slots.
 */
export async function currentMemories(
  ids: readonly MemoryId[],
  { bank, ports }: Pick<ReflectRun, 'bank' | 'ports'>,
): Promise<Memory[]> {
  const memories = await ports.store.get(bank, [...new Set(ids)]);
  return memories
    .filter((memory) => memory.retractedAt === null && !isReflected(memory))
    .sort((a, b) => a.saidAt - b.saidAt || a.position - b.position || (a.id < b.id ? -1 : 1));
}

/** Whether it is a note, or notes were read from it: then rules need not read it. */
export function isRead({ id, note }: Memory, { state: { index, notes } }: ReflectRun): boolean {
  const slot = index.slot(id);
  return note !== undefined || (slot !== NONE && notes.notesOf(slot).length > 0);
}

/** The statements that express the holder's liking, disliking, praise or blame. */
export function opinionsOf(holder: Holder, statements: readonly Statement[]): Statement[] {
  return statements.filter(
    ({ subject, predicate }) =>
      subject === holder &&
      (predicate === 'likes' ||
        predicate === 'dislikes' ||
        predicate === 'praises' ||
        predicate === 'blames'),
  );
}

function memoriesOf({ from, to, evidence }: Edge): MemoryId[] {
  return [from, to, ...(evidence === null ? [] : [evidence])].filter(
    (id) => nodeKind(id) === 'memory',
  ) as MemoryId[];
}

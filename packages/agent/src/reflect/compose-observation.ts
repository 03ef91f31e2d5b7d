import type { Claim, EntityEvidence, Statement } from './reflect-run.js';
import type { Disposition } from '@mneme/core/domain/bank.js';
import { TRAITS } from '@mneme/core/domain/change.js';
import type { Entity } from '@mneme/core/domain/graph.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { BankIndex } from '@mneme/core/indexes/bank-index.js';
import { describeInterval } from '@mneme/core/language/calendar.js';
import { type Predicate, PREDICATES } from '@mneme/core/language/relations.js';

interface Phrase {
  /** After the subject: `lives in` Porto. */
  readonly now: string;
  /** The same for a past state. */
  readonly then: string;
  /** For the object, followed by the subjects: Porto – `home of` Tom. Null if that would say nothing about it. */
  readonly reversed: string | null;
}

/** The wording of each relation in a summary. */
const PHRASES: Readonly<Record<Predicate, Phrase>> = {
  named: { now: 'is named', then: 'was named', reversed: null },
  is_a: { now: 'is a', then: 'was a', reversed: 'Of this kind' },
  part_of: { now: 'is part of', then: 'was part of', reversed: 'Parts of it' },
  located_in: { now: 'is in', then: 'was in', reversed: 'In it' },
  born_on: { now: 'was born on', then: 'was born on', reversed: null },
  born_in: { now: 'was born in', then: 'was born in', reversed: 'Born there' },
  comes_from: { now: 'comes from', then: 'came from', reversed: 'From there' },
  lives_in: { now: 'lives in', then: 'lived in', reversed: 'Living there' },
  moved_to: { now: 'moved to', then: 'moved to', reversed: 'Moved there' },
  moved_from: { now: 'moved from', then: 'moved from', reversed: 'Moved away' },
  works_at: { now: 'works at', then: 'worked at', reversed: 'Working there' },
  works_as: { now: 'works as a', then: 'worked as a', reversed: null },
  studies: { now: 'studies', then: 'studied', reversed: 'Studied by' },
  married_to: { now: 'is married to', then: 'was married to', reversed: null },
  partner_of: { now: 'is the partner of', then: 'was the partner of', reversed: null },
  parent_of: { now: 'is a parent of', then: 'is a parent of', reversed: null },
  child_of: { now: 'is a child of', then: 'is a child of', reversed: null },
  sibling_of: { now: 'is a sibling of', then: 'is a sibling of', reversed: null },
  relative_of: { now: 'is a relative of', then: 'is a relative of', reversed: null },
  friend_of: { now: 'is a friend of', then: 'was a friend of', reversed: null },
  colleague_of: { now: 'works with', then: 'worked with', reversed: null },
  manages: { now: 'manages', then: 'managed', reversed: null },
  reports_to: { now: 'reports to', then: 'reported to', reversed: null },
  depends_on: { now: 'depends on', then: 'depended on', reversed: 'Depending on it' },
  runs_on: { now: 'runs on', then: 'ran on', reversed: 'Running on it' },
  founded: { now: 'founded', then: 'founded', reversed: 'Founded by' },
  vendor_of: { now: 'is a vendor of', then: 'was a vendor of', reversed: 'Vendors' },
  owns: { now: 'has:', then: 'had:', reversed: 'Belongs to' },
  likes: { now: 'likes', then: 'liked', reversed: 'Liked by' },
  dislikes: { now: 'dislikes', then: 'disliked', reversed: 'Disliked by' },
};

/** "a, b and c". */
function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** The text on one line, cut at a word to at most this many characters. */
export function clipped(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}

/** A value of one relation of an entity, according to memories. */
interface Value {
  readonly name: string;
  readonly memories: Memory[];
  /** Whether every memory that states it uses the past tense. */
  past: boolean;
  /** Whether the newest memory with it states a move there. */
  moved: boolean;
  latest: number;
}

/** Maximum number of values listed per relation. */
const MAX_VALUES = 8;
/** Maximum number of memories linked to one sentence. */
const MAX_BEHIND = 4;
const LONGEST_QUOTE = 220;
/** Number of quotes by the bank's literalness, 1 to 5. */
const QUOTES = [1, 2, 3, 5, 7];
const MIN_QUOTED = 25;
/** From this degree of scepticism on, sentences name their sources. */
const DOUBTING = 4;
const FEELING = 4;
const UNFEELING = 2;

/**
 * What is known about an entity: one sentence per relation and topic, current values first. No sentence says more
 * than the memories behind it: it names what they state, or quotes them.
 */
export function composeObservation(
  evidence: EntityEvidence,
  names: ReadonlyMap<string, string>,
  index: BankIndex,
  disposition: Disposition,
): Claim[] {
  const { entity } = evidence;
  const statements = mergeMoves(evidence.statements);
  const related = (Object.keys(PHRASES) as Predicate[]).flatMap((predicate): Claim[] => {
    const own = statements.filter(
      (each) => each.predicate === predicate && each.subject === entity.id,
    );
    const { inverse } = PREDICATES[predicate];
    const mirrored =
      inverse === undefined
        ? []
        : statements.filter(
            (each) =>
              each.predicate === inverse &&
              each.objectId === entity.id &&
              each.subject !== entity.id,
          );
    const values = valuesOf([
      ...own.map((each) => ({ ...each, value: each.object })),
      ...mirrored.map((each) => ({ ...each, value: names.get(each.subject) ?? '' })),
    ]);
    return values.length === 0 ? [] : [statedClaim(entity, predicate, values, disposition)];
  });
  const reversed = (Object.keys(PHRASES) as Predicate[]).flatMap((predicate): Claim[] => {
    const phrase = PHRASES[predicate].reversed;
    const told =
      phrase === null
        ? []
        : statements.filter(
            (each) =>
              each.predicate === predicate &&
              each.objectId === entity.id &&
              each.subject !== entity.id &&
              !each.past,
          );
    const values = valuesOf(
      told.map((each) => ({ ...each, value: names.get(each.subject) ?? '' })),
    );
    return values.length === 0 || phrase === null
      ? []
      : [
          {
            text: `${phrase}: ${shown(values)}${told.length > 0 ? said(newest(values), entity, disposition) : ''}.`,
            memories: behind(values),
            label: predicate,
          },
        ];
  });
  const used = new Set(
    [...related, ...reversed].flatMap(({ memories }) => memories.map(({ id }) => id)),
  );
  return [...related, ...reversed, ...quotes(evidence, used, index, disposition)];
}

/** A statement as used in a summary. */
interface Told extends Statement {
  /** It states a move: they have lived there since. */
  readonly moved?: true;
}

/** Somebody who lived somewhere and then moved lives at the new place: the two relations are merged. */
function mergeMoves(statements: readonly Statement[]): Told[] {
  const living = new Set(
    statements.flatMap(({ predicate, subject }) => (predicate === 'lives_in' ? [subject] : [])),
  );
  return statements.map((each): Told =>
    each.predicate === 'moved_to' && living.has(each.subject)
      ? { ...each, predicate: 'lives_in', moved: true }
      : each,
  );
}

function valuesOf(told: readonly (Told & { readonly value: string })[]): Value[] {
  const values = new Map<string, Value>();
  for (const { value: name, memory, past, moved = false } of told) {
    if (name === '') continue;
    const key = name.toLowerCase();
    const value = values.get(key) ?? { name, memories: [], past: true, latest: -Infinity, moved };
    values.set(key, value);
    if (!value.memories.some(({ id }) => id === memory.id)) value.memories.push(memory);
    // The newest statement of a value says whether it still holds.
    const from = moved ? (memory.occurredFrom ?? memory.saidAt) : memory.saidAt;
    if (from >= value.latest) [value.past, value.moved] = [past, moved];
    value.latest = Math.max(value.latest, from);
  }
  return [...values.values()].sort(
    (a, b) =>
      b.latest - a.latest || b.memories.length - a.memories.length || (a.name < b.name ? -1 : 1),
  );
}

/** For a single-valued relation, the current value and then earlier ones; for others, a list of values. */
function statedClaim(
  entity: Entity,
  predicate: Predicate,
  values: readonly Value[],
  disposition: Disposition,
): Claim {
  const { now, then } = PHRASES[predicate];
  const current = values.filter(({ past }) => !past);
  const over = values.filter(({ past }) => past);
  const claim = (text: string): Claim => ({
    text: `${text}.`,
    memories: behind(values),
    label: predicate,
  });
  const before = (earlier: readonly Value[]): string =>
    earlier.length === 0
      ? ''
      : `; before that ${listed(earlier.slice(0, MAX_VALUES).map((value) => value.name + said(value, entity, disposition)))}`;
  if (!PREDICATES[predicate].singleValued) {
    if (current.length === 0)
      return claim(
        `${entity.name} ${withArticle(then, shown(over))}${said(newest(over), entity, disposition)}`,
      );
    return claim(
      `${entity.name} ${withArticle(now, shown(current))}${said(newest(current), entity, disposition)}${over.length === 0 ? '' : `; ${then} ${shown(over)}`}`,
    );
  }
  const [latest, ...rest] = current;
  if (latest === undefined)
    return claim(
      `${entity.name} ${then} ${listed(over.map((value) => value.name + said(value, entity, disposition)))}`,
    );
  const rivals = rest.filter((value) => value.latest === latest.latest);
  if (rivals.length > 0)
    return claim(
      `${entity.name} ${now} ${[latest, ...rivals].map(({ name }) => name).join(' or ')}, as memories disagree${said(latest, entity, disposition)}`,
    );
  return claim(
    `${entity.name} ${now} ${latest.name}${said(latest, entity, disposition)}${before([...rest, ...over])}`,
  );
}

/** "is a greyhound", "is an engineer". */
function withArticle(phrase: string, object: string): string {
  return `${phrase.endsWith(' a') && /^[aeiou]/i.test(object) ? `${phrase}n` : phrase} ${object}`;
}

function shown(values: readonly Value[]): string {
  const more = values.length - MAX_VALUES;
  return listed([
    ...values.slice(0, MAX_VALUES).map(({ name }) => name),
    ...(more > 0 ? [`${more} more`] : []),
  ]);
}

function newest(values: readonly Value[]): Value {
  return values[0] as Value;
}

function behind(values: readonly Value[]): Memory[] {
  const each = values.slice(0, MAX_VALUES).flatMap(({ memories }) => memories.slice(-MAX_BEHIND));
  return [
    ...new Map(
      each.sort((a, b) => b.saidAt - a.saidAt).map((memory) => [memory.id, memory]),
    ).values(),
  ].slice(0, MAX_VALUES);
}

/** The date and, for a sceptical bank, the speaker of the newest memory that states it. */
function said(
  { memories, moved }: Pick<Value, 'memories' | 'moved'>,
  entity: Entity,
  { scepticism }: Disposition,
): string {
  const memory = memories.at(-1);
  if (memory === undefined) return '';
  const by =
    scepticism >= DOUBTING
      ? memory.speaker === null
        ? ', as somebody told'
        : memory.speaker === entity.name
          ? ', by their own word'
          : `, as ${memory.speaker} told`
      : '';
  return ` (${moved ? 'moved there, ' : ''}${when(memory)}${by})`;
}

/** The date in the text, else the day on which it was said. */
function when({ dates, occurredFrom, occurredTo, occurredPrecision, saidAt }: Memory): string {
  // A memory with several dates has no single date of its own.
  if (occurredPrecision !== 'minute' && dates.some(({ recurring }) => !recurring))
    return describeInterval(occurredFrom, occurredTo, occurredPrecision);
  return `said ${describeInterval(saidAt, saidAt + 1, 'day')}`;
}

/** Quotes from the remaining memories: the most informative ones on each topic, verbatim. */
function quotes(
  { entity, memories }: EntityEvidence,
  used: ReadonlySet<string>,
  index: BankIndex,
  { literalism, empathy, scepticism }: Disposition,
): Claim[] {
  const most = QUOTES[literalism - 1] ?? 3;
  const traits = (memory: Memory): number => index.traits.get(Math.max(0, index.slot(memory.id)));
  const told = memories.filter((memory) => {
    const bits = traits(memory);
    const plain =
      memory.content.length >= MIN_QUOTED &&
      (bits & (TRAITS.question | TRAITS.smallTalk | TRAITS.code)) === 0;
    // A memory of somebody about others belongs to those.
    const own = memory.speaker !== entity.name || (bits & TRAITS.firstPerson) !== 0;
    return (
      plain && own && !used.has(memory.id) && (empathy > UNFEELING || (bits & TRAITS.feeling) === 0)
    );
  });
  const weight = (memory: Memory): number =>
    memory.importance +
    (empathy >= FEELING && (traits(memory) & TRAITS.feeling) !== 0 ? 1 : 0) +
    (names(memory.content, entity) ? 0.2 : 0);
  const topics = new Map<string, Memory[]>();
  for (const memory of told)
    topics.set(memory.context ?? memory.id, [
      ...(topics.get(memory.context ?? memory.id) ?? []),
      memory,
    ]);
  const best = (group: readonly Memory[]): Memory =>
    group.reduce((one, other) => (weight(other) >= weight(one) ? other : one));
  return [...topics.values()]
    .map((group) => ({ memory: best(group), size: group.length }))
    .sort(
      (a, b) =>
        weight(b.memory) + Math.log1p(b.size) / 4 - (weight(a.memory) + Math.log1p(a.size) / 4) ||
        b.memory.saidAt - a.memory.saidAt,
    )
    .slice(0, most)
    .sort((a, b) => b.memory.saidAt - a.memory.saidAt)
    .map(({ memory }) => ({
      text: `${quotedBy(memory, scepticism)} “${clipped(memory.content, LONGEST_QUOTE)}” (${when(memory)}).`,
      memories: [memory],
      label: 'topic',
    }));
}

function names(content: string, { name, aliases }: Entity): boolean {
  const text = content.toLowerCase();
  return [name, ...aliases].some((each) => text.includes(each.toLowerCase()));
}

function quotedBy({ speaker }: Memory, scepticism: number): string {
  if (speaker === null) return 'Noted:';
  return scepticism >= DOUBTING ? `${speaker} claims:` : `${speaker}:`;
}

import type { StoredClaim } from '../../domain/validity.js';
import type { Edge, Entity } from '../../domain/graph.js';
import type { EntityId, MemoryId } from '../../domain/ids.js';
import type { Instant } from '../../domain/time.js';
import type { KnownNote, NoteIndex } from '../../indexes/note-index.js';
import { askedTime } from '../../language/claims/asked-and-foreign-claims.js';
import type { ClaimSubject } from '../../language/claims/claim.js';
import { fromStored, subjectKey } from '../../language/claims/keyed-claim.js';
import { thingKey } from '../../language/claims/subject-and-verb.js';
import { readDates } from '../../language/dates.js';
import { normaliseName } from '../../language/entity-names.js';
import { MENS_NAMES, WOMENS_NAMES } from '../../language/names/gazetteer.js';
import { kinPhrases, kinWord, type KinWord } from '../../language/relations/kinship.js';
import { saidAtUnlessRetracted, saidAtIfCurrent } from '../read-store.js';
import type { RecallContext } from '../recall-context.js';

/**
 * Matches a note's description of its subject that is a relation: "Pip's mother", "Mat's older sister in Porto",
 * "Miriam's and Henrik's daughter"; but not "the home of Pip's mother".
 */
const RELATION =
  /^(?:an? |the )?(?<whose>(?:(?! of )[^,;()]){1,80})['’]s? (?:\p{Ll}{2,12} )?(?<noun>\p{Ll}[\p{Ll}-]{1,20})(?=$|[,;(]| in | at | from | who )/u;
const FORMER = /\b(?:former|late|ex)\b/u;
const IS_OWNER = /^(?:the )?(?:owner|user)\b/i;

/** Somebody whom notes describe by a relation, and when the note was said. */
interface KinOfNotes {
  readonly name: string;
  readonly saidAt: Instant;
}

/**
 * Who has a relation to this person, or to the bank's owner if null, according to notes' descriptions of their
 * subjects.
 */
function kinByNotes(
  owner: string | null,
  { nouns }: KinWord,
  notes: NoteIndex,
): readonly KinOfNotes[] {
  const all = [...notes.all()];
  const others = new Set(
    all
      .filter(({ note: { is } }) => !IS_OWNER.test(is ?? ''))
      .flatMap(({ note }) => firstOf(note.about)),
  );
  const isTheirs = (whose: string): boolean => {
    const first = firstOf(whose)[0] ?? '';
    // A name that is no note's subject counts as the owner's short name: Pip, for Philippa Dunstan.
    return owner === null ? !others.has(first) : firstOf(owner)[0] === first;
  };
  return all.flatMap((known) =>
    toldRelationsOf(known).some(({ whose, noun }) => nouns.includes(noun) && whose.some(isTheirs))
      ? [{ name: known.note.about, saidAt: known.saidAt }]
      : [],
  );
}

/** Replaces relations to the bank's owner in a text by names: "Mum is home" becomes "Joyce is home". */
export function withNamesForKin(text: string, notes: NoteIndex): string {
  return kinPhrases(text).reduceRight((named, { start, end, owner, noun }) => {
    const word = kinWord(noun);
    const found = word === undefined || owner !== null ? [] : kinByNotes(null, word, notes);
    const names = new Set(found.map(({ name }) => name));
    const [name] = names;
    return name === undefined || names.size > 1
      ? named
      : named.slice(0, start) + name + named.slice(end);
  }, text);
}

interface ToldRelation {
  readonly whose: readonly string[];
  readonly noun: string;
}

/** The relations in a note's description of its subject: two in "Pip's granddaughter, Callum's daughter". */
function toldRelationsOf({ note: { about, is } }: KnownNote): readonly ToldRelation[] {
  // "Felix's mother" is not a name.
  if (is === null || /['’]s? /u.test(about)) return [];
  return is.split(/[,;]/u).flatMap((part) => {
    const { whose, noun } = RELATION.exec(part.trim())?.groups ?? {};
    return whose === undefined || noun === undefined || FORMER.test(part)
      ? []
      : [{ whose: whose.split(/['’]s? and | and /u), noun }];
  });
}

/** The first word of a name, in normalised form; empty if it has none. */
const firstOf = (name: string): string[] => normaliseName(name).split(' ').slice(0, 1);

/** Somebody the bank knows by name; null for the asker. */
export type Owner = { readonly name: string; readonly entities: readonly Entity[] } | null;

/** A name that a memory states for a relation. */
interface Told {
  readonly name: string;
  readonly saidAt: Instant;
}

/** Maximum number of links or claims considered per relation. */
const MAX_LINKS = 50;
const MAX_CLAIMS = 20;

/**
 * The people with this name in the bank: those named in memories, and those who have spoken. Null if there are none.
 */
export function ownerNamed(name: string, { state }: RecallContext): Owner {
  const entities = state.entities
    .named(name)
    .filter(({ type }) => type !== 'place' && type !== 'event');
  const spoken = state.index.speakersByWord(normaliseName(name)).length > 0;
  return entities.length === 0 && !spoken ? null : { name, entities };
}

/** A context, and when the evidence on who is meant was said: see {@link kinOf}. */
interface Asking extends RecallContext {
  readonly asksOfNow: boolean;
  readonly saidAt: (id: MemoryId) => Instant | null;
}

/**
 * Who has this relation to the owner according to the current memories, from expressions that name them, or else from
 * a relation between the two: one name, none, or several if the memories do not decide. For a question about another
 * time, whoever it was then: answered only if all memories, superseded ones included, give the same name.
 */
export async function kinOf(
  owner: Owner,
  noun: string,
  context: RecallContext,
): Promise<readonly string[]> {
  const word = kinWord(noun);
  if (word === undefined) return [];
  const {
    profile: { query = '' },
    now,
    offset,
  } = context;
  const asksOfNow = askedTime(query) === 'now' && readDates(query, now + offset(now)).length === 0;
  const asking: Asking = {
    ...context,
    asksOfNow,
    saidAt: (id) => (asksOfNow ? saidAtIfCurrent : saidAtUnlessRetracted)(id, context),
  };
  await context.state.notes.ready();
  const named = [
    ...(await byNaming(owner, word, asking)),
    ...(await byClaims(owner, word, asking)),
    ...kinByNotes(owner?.name ?? null, word, context.state.notes),
  ].filter(({ name }) => fits(name, word));
  if (named.length > 0) return decided(named, word, asking);
  const related =
    owner === null
      ? []
      : (await byRelation(owner, word, asking)).filter(({ name }) => fits(name, word));
  return decided(related, word, asking);
}

/** Rejects a name of the other gender: a woman's name for a brother. */
function fits(name: string, { gender }: KinWord): boolean {
  const [first = ''] = normaliseName(name).split(' ');
  return (
    !(gender === 'woman' && MENS_NAMES.has(first)) && !(gender === 'man' && WOMENS_NAMES.has(first))
  );
}

function decided(
  told: readonly Told[],
  { single }: KinWord,
  { asksOfNow }: Asking,
): readonly string[] {
  const latest = new Map<string, Told>();
  for (const each of told) {
    const key = normaliseName(each.name);
    if ((latest.get(key)?.saidAt ?? -Infinity) < each.saidAt) latest.set(key, each);
  }
  const [last, before, ...others] = [...latest.values()].sort((a, b) => b.saidAt - a.saidAt);
  if (last === undefined) return [];
  if (before === undefined || (single && before.saidAt < last.saidAt && asksOfNow))
    return [last.name];
  return [last, before, ...others].map(({ name }) => name);
}

/** "my sister Lena", "Lena is my sister": a name given for Jonas's sister. */
async function byNaming(owner: Owner, { nouns }: KinWord, context: Asking): Promise<Told[]> {
  if (owner === null) return [];
  const { entities } = context.state;
  const names = [owner.name, ...owner.entities.flatMap(({ name, aliases }) => [name, ...aliases])];
  const ids = new Set(
    names.flatMap((name) =>
      nouns.flatMap((noun) => entities.named(`${name}'s ${noun}`).map(({ id }) => id)),
    ),
  );
  const edges = await relationsOf([...ids], context);
  return edges
    .filter(({ from, label }) => label === 'named' && ids.has(from as EntityId))
    .flatMap((edge) => told(edge, edge.to, context));
}

/** "Lena is the sister of Jonas", "I am married to Tom": a relation between the two. */
async function byRelation(
  owner: NonNullable<Owner>,
  { told: relations }: KinWord,
  context: Asking,
): Promise<Told[]> {
  const ids = new Set<string>(owner.entities.map(({ id }) => id));
  const edges =
    relations.length === 0
      ? []
      : await relationsOf(
          owner.entities.map(({ id }) => id),
          context,
        );
  return edges.flatMap((edge) => {
    const relation = relations.find(([predicate]) => predicate === edge.label);
    if (relation === undefined) return [];
    const [, side] = relation;
    const other = ids.has(edge.from) ? edge.to : edge.from;
    const stands = other === edge.from ? 'subject' : 'object';
    return side === 'either' || side === stands ? told(edge, other, context) : [];
  });
}

async function relationsOf(
  ids: readonly EntityId[],
  { bank, ports: { store } }: RecallContext,
): Promise<readonly Edge[]> {
  return ids.length === 0
    ? []
    : (await store.neighbours(bank, ids, ['relational'], MAX_LINKS)).filter(
        ({ role }) => role === 'related_to',
      );
}

function told({ evidence }: Edge, to: Edge['to'], context: Asking): Told[] {
  const name = context.state.entities.get(to)?.name;
  const saidAt = evidence === null ? null : context.saidAt(evidence);
  return name === undefined || saidAt === null || name === name.toLowerCase()
    ? []
    : [{ name, saidAt }];
}

/** "My boss is Katrin", from claims: these know what has changed. */
async function byClaims(owner: Owner, { nouns }: KinWord, context: Asking): Promise<Told[]> {
  const { entities } = context.state;
  const subject: ClaimSubject =
    owner === null
      ? { kind: 'user' }
      : { kind: 'name', name: owner.entities.at(-1)?.name ?? owner.name };
  const known = (name: string): string => entities.named(name).at(-1)?.name ?? name;
  const keys = new Set(
    nouns.flatMap((noun) => {
      const key = subjectKey(
        { kind: 'owned', owner: subject, noun: thingKey(noun) },
        { speaker: null, source: 'user', known },
      );
      return [`${key}|is`, `${key}|name`];
    }),
  );
  const claims = await context.ports.store.claims(context.bank, [...keys], MAX_CLAIMS);
  return claims.flatMap((stored) => claimed(stored, context));
}

function claimed(stored: StoredClaim, context: Asking): Told[] {
  const { value, mode } = fromStored(stored).claim;
  const saidAt = context.saidAt(stored.memory);
  if (value.kind !== 'name' || mode !== 'holds' || saidAt === null) return [];
  const name = context.state.entities.named(value.key).at(-1)?.name;
  return name === undefined ? [] : [{ name, saidAt }];
}

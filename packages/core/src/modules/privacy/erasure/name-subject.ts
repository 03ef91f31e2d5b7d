import {
  NAME_FORMS,
  type ErasedName,
  type NameForm,
  type ParsedEraseInput,
} from '../../../domain/forgetting-and-merging.js';
import { linksByNode, type Entity } from '../../../domain/graph.js';
import type { BankName, EntityId, MemoryId } from '../../../domain/ids.js';
import { NameMatcher, nameWords } from '../../../domain/name-matcher.js';
import { PERSONAL_KINDS, type SealedValue } from '../../../domain/privacy.js';
import { nameSimilarity } from '../../../language/entity-names.js';
import {
  COMMON_WORDS,
  FOREIGN_SENTENCE_WORDS,
  SENTENCE_WORDS,
} from '../../../language/names/gazetteer.js';
import type { EngineParts } from '../../../bank/core.js';

const WORDS = [COMMON_WORDS, SENTENCE_WORDS, FOREIGN_SENTENCE_WORDS];

/** Minimum similarity at which two names may refer to one person. */
const ALIKE_FROM = 0.78;
const MAX_ALIKE = 10;
const IN_CAPITALS = /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u;
/** Above the number of links of any entity. */
const ALL = 100_000;

/** The person to erase, with all their names. */
export interface NamedSubject {
  readonly names: readonly ErasedName[];
  /** Tests whether a speaker or claim subject is the person: there even a common word counts as a name. */
  readonly field: NameMatcher;
  readonly entities: readonly Entity[];
  readonly alike: readonly string[];
  /** Names that others share, so they are not searched for. */
  readonly shared: readonly string[];
  /** Tokens of sealed values that are their names; they count as names, too. */
  readonly tokens: readonly string[];
}

/** Collects the given names, and those of the matching entities. A name shared with others is left out unless given. */
export async function nameSubject(
  { subject, speaker, also }: ParsedEraseInput,
  bank: BankName,
  parts: EngineParts,
): Promise<NamedSubject> {
  const given = [subject ?? speaker ?? '', ...also];
  const all = await parts.store.allEntities(bank);
  const meant = new NameMatcher(given.map((text) => asField(text, ['spaced'])));
  const turned = new NameMatcher(given.map((text) => asField(text, ['spaced', 'turned'])));
  const isTheirs = (name: string): boolean =>
    meant.is(name) || (saysWhichIsLast(name) && turned.is(name));
  const entities =
    subject === undefined ? [] : all.filter((entity) => namesOf(entity).some(isTheirs));
  const others = all.filter((entity) => !entities.includes(entity));
  const directory: Directory = { others, given: meant, bank, parts };
  const known = distinct(entities.flatMap(namesOf).filter((name) => !isTheirs(name)));
  const shared = known.filter((name) => isOfOthers(name, directory));
  const names = distinct([
    ...given,
    ...entities.flatMap(namesOf).filter((name) => !shared.includes(name)),
  ]);
  const written: ErasedName[] = [];
  for (const text of names) {
    const { writing, left } = await formsOf(text, directory);
    written.push({ text, common: isCommon(text), writing });
    shared.push(...left);
  }
  const tokens =
    subject === undefined ? [] : await sealedNames(new NameMatcher(written), bank, parts);
  const told = new Set([...names, ...shared].map(nameKey));
  return {
    names: [...written, ...tokens.map((text) => asField(text, []))],
    field: new NameMatcher([
      ...written.map((name) => ({ ...name, common: false })),
      ...tokens.map((text) => asField(text, [])),
    ]),
    entities,
    alike: distinct(all.flatMap(namesOf))
      .filter((other) => !told.has(nameKey(other)))
      .filter((other) => names.some((name) => nameSimilarity(name, other) >= ALIKE_FROM))
      .slice(0, MAX_ALIKE),
    shared: distinct(shared),
    tokens,
  };
}

function namesOf({ name, aliases }: Entity): readonly string[] {
  return [name, ...aliases];
}

/** Deduplicated by normalised form. */
function distinct(names: readonly string[]): string[] {
  const kept = names.filter((name) => name.length >= 2);
  return [
    ...new Map(kept.map((name) => [name.normalize('NFC').toLowerCase(), name] as const)).values(),
  ];
}

const asField = (text: string, writing: readonly NameForm[]): ErasedName => ({
  text,
  common: false,
  writing,
});

/** A normalised key, equal for two forms of one name. */
function nameKey(name: string): string {
  return nameWords(name.replace(/['’]s$/u, '')).join(' ');
}

function isCommon(name: string): boolean {
  return [name.toLowerCase(), nameKey(name)].some((key) => WORDS.some((words) => words.has(key)));
}

interface Directory {
  readonly others: readonly Entity[];
  readonly given: NameMatcher;
  readonly bank: BankName;
  readonly parts: EngineParts;
}

/** Whether another entity has the name, in full or in part: "Rene" in "René Martin". */
function isOfOthers(name: string, { others, given }: Directory): boolean {
  const key = ` ${nameKey(name)} `;
  return others.some((entity) =>
    namesOf(entity).some((other) => !given.test(other) && ` ${nameKey(other)} `.includes(key)),
  );
}

/** The forms in which a name is unambiguous; `left` are those that may refer to others. */
async function formsOf(
  name: string,
  directory: Directory,
): Promise<{ readonly writing: NameForm[]; readonly left: string[] }> {
  const words = nameWords(name);
  if (words.length < 2) return { writing: ['spaced'], left: [] };
  const turns = words.map((_, by) => [...words.slice(by), ...words.slice(0, by)]);
  const borne = new Set(directory.others.flatMap((other) => namesOf(other).map(nameKey)));
  const isTaken = (key: string): boolean => isCommon(key) || borne.has(key);
  const turned = turns.slice(1).filter((turn) => isTaken(turn.join(' ')));
  const several = await meanSeveral(name, words, directory);
  return {
    writing: [
      'spaced',
      ...(turns.some((turn) => isTaken(turn.join(''))) ? [] : (['joined'] as const)),
      ...(several ? [] : (['listed'] as const)),
      ...(several || turned.length > 0 ? [] : (['turned'] as const)),
    ],
    left: [
      ...turned.map((turn) => turn.join(' ')),
      ...(several ? [`${words.at(-1) ?? ''}, ${words.slice(0, -1).join(' ')}`] : []),
    ],
  };
}

/**
 * Whether each word of a name is somebody else's full name in a text that does not contain this name: then "Martin,
 * Paul" are two people.
 */
async function meanSeveral(
  name: string,
  words: readonly string[],
  { others, bank, parts: { store } }: Directory,
): Promise<boolean> {
  const form = new NameMatcher([asField(name, NAME_FORMS)]);
  const bearers = words.map((word) =>
    others.filter((entity) => namesOf(entity).some((other) => nameKey(other) === word)),
  );
  if (bearers.some(({ length }) => length === 0)) return false;
  const ids = [...new Set(bearers.flatMap((each) => each.map(({ id }) => id)))];
  const links = linksByNode(ids, await store.neighbours(bank, ids, ['relational'], ALL));
  const evidenceOf = (entity: EntityId): MemoryId[] =>
    (links.get(entity) ?? []).flatMap(({ evidence }) => evidence ?? []);
  const naming = await store.get(bank, [...new Set(ids.flatMap(evidenceOf))]);
  const elsewhere = new Set(
    naming.filter(({ content }) => !form.test(content)).map(({ id }) => id),
  );
  return bearers.every((each) =>
    each.some(({ id }) => evidenceOf(id).some((memory) => elsewhere.has(memory))),
  );
}

/** Tokens of sealed values that name the person. */
async function sealedNames(
  matcher: NameMatcher,
  bank: BankName,
  { store, vault }: EngineParts,
): Promise<string[]> {
  if (vault === undefined) return [];
  const sealed = await store.sealed(bank, { kinds: Object.keys(PERSONAL_KINDS) });
  const names = ({ token, sealed: value }: SealedValue): boolean => {
    try {
      return matcher.test(vault.open(bank, token, value));
    } catch {
      // Sealed with another key, so not readable here.
      return false;
    }
  };
  return sealed.filter(names).map(({ token }) => token);
}

/** Whether a last name is recognisable: before a comma, or in capitals next to words that are not. */
function saysWhichIsLast(name: string): boolean {
  if (name.includes(',')) return true;
  const small = name.search(/\p{Ll}/u);
  const capitals = name.search(/(?<!\p{L})\p{Lu}{2}/u);
  if (small < 0 || capitals < 0) return false;
  return /\p{Ll}/u.test(name.slice(capitals)) || IN_CAPITALS.test(name.slice(small));
}

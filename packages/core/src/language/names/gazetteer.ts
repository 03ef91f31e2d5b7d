import type { EntityType } from '../../domain/graph.js';
import { CONCEPTS, EVENTS } from './events.js';
import { AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES } from './given-names.js';
import { NICKNAMES } from './nicknames.js';
import { normaliseName } from './normalise-name.js';
import { AMBIGUOUS_ORGANISATIONS, ORGANISATION_ACRONYMS, ORGANISATIONS } from './organisations.js';
import { AMBIGUOUS_PLACES, PLACES } from './places.js';
import { AMBIGUOUS_PRODUCTS, PRODUCTS } from './products.js';
import { WORKS } from './works.js';

const NOTHING: readonly EntityType[] = Object.freeze([]);

/** From the likeliest type to the least: "georgia" is a person before it is a place. */
const SOURCES: readonly (readonly [EntityType, Iterable<string>])[] = [
  ['person', GIVEN_NAMES],
  ['person', AMBIGUOUS_GIVEN_NAMES],
  ['place', PLACES],
  ['place', AMBIGUOUS_PLACES],
  ['organisation', ORGANISATIONS],
  ['organisation', AMBIGUOUS_ORGANISATIONS],
  ['product', PRODUCTS.keys()],
  ['event', EVENTS],
  ['work', WORKS],
  ['concept', CONCEPTS],
];

function buildTypes(): ReadonlyMap<string, readonly EntityType[]> {
  const types = new Map<string, EntityType[]>();
  for (const [type, names] of SOURCES) {
    for (const name of names) addType(types, normaliseName(name), type);
  }
  for (const nickname of NICKNAMES.keys()) {
    if (!types.has(nickname)) addType(types, nickname, 'person');
  }
  return types;
}

function addType(types: Map<string, EntityType[]>, name: string, type: EntityType): void {
  const known = types.get(name);
  if (known === undefined) types.set(name, [type]);
  else if (!known.includes(type)) known.push(type);
}

const TYPES = buildTypes();

const PLAIN_CONCEPTS: ReadonlySet<string> = new Set([
  'solid',
  'agile',
  'stem',
  'rag',
  'aids',
  'crud',
  'pride',
  'holi',
  'zen',
  'gothic',
  'renaissance',
]);

/** The types a normalised name has in the built-in lists, likeliest first; empty when it is in none. */
export function gazetteerTypes(normalisedName: string): readonly EntityType[] {
  return TYPES.get(normalisedName) ?? NOTHING;
}

/** A listed name that is also a plain word: "will", "apple", "rust". */
export function isPlainWordToo(normalisedName: string): boolean {
  if (GIVEN_NAMES.has(normalisedName)) return false;
  return (
    AMBIGUOUS_GIVEN_NAMES.has(normalisedName) ||
    AMBIGUOUS_PRODUCTS.has(normalisedName) ||
    AMBIGUOUS_ORGANISATIONS.has(normalisedName) ||
    AMBIGUOUS_PLACES.has(normalisedName) ||
    PLAIN_CONCEPTS.has(normalisedName)
  );
}

/** An acronym known in exactly this case: "WHO" is an organisation, "who" is not. */
export function isOrganisationAcronym(text: string): boolean {
  return ORGANISATION_ACRONYMS.has(text);
}

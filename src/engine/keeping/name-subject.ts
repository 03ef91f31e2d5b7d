import type { ErasedName, ParsedEraseInput } from '../../domain/erasure.js';
import type { Entity } from '../../domain/graph.js';
import type { BankName } from '../../domain/ids.js';
import { nameSimilarity, normaliseName } from '../../language/entity-names.js';
import {
  COMMON_WORDS,
  FOREIGN_SENTENCE_WORDS,
  SENTENCE_WORDS,
} from '../../language/names/common-words.js';
import { PERSONAL_KINDS } from '../../safety/personal/kinds.js';
import type { EngineParts } from '../core.js';

const WORDS = [COMMON_WORDS, SENTENCE_WORDS, FOREIGN_SENTENCE_WORDS];

/** From this on two names may be of one person. */
const ALIKE_FROM = 0.78;
const MOST_ALIKE = 10;

/** The person that is to be erased, as the bank knows them. */
export interface NamedSubject {
  readonly names: readonly ErasedName[];
  /** The names folded, as speakers and claims are compared by. */
  readonly keys: ReadonlySet<string>;
  readonly entities: readonly Entity[];
  readonly alike: readonly string[];
  /** Sealed values that are their names; the tokens are names, too. */
  readonly tokens: readonly string[];
}

/** Given names, and those that the bank's directory has for them. A name that others bear as well is left out: it may be given. */
export async function nameSubject(
  { subject, speaker, also }: ParsedEraseInput,
  bank: BankName,
  { store, vault }: EngineParts,
): Promise<NamedSubject> {
  const given = [subject ?? speaker ?? '', ...also];
  const all = await store.allEntities(bank);
  const meant = new Set(given.map(normaliseName));
  const entities =
    subject === undefined
      ? []
      : all.filter((entity) => namesOf(entity).some((name) => meant.has(normaliseName(name))));
  const ofOthers = new Set(
    all
      .filter((entity) => !entities.includes(entity))
      .flatMap((entity) => namesOf(entity).map(normaliseName)),
  );
  const known = entities.flatMap(namesOf).filter((name) => !ofOthers.has(normaliseName(name)));
  const names = [
    ...new Map(
      [...given, ...known]
        .filter((name) => name.length >= 2)
        .map((name) => [name.normalize('NFC').toLowerCase(), name]),
    ).values(),
  ];
  const prints =
    vault === undefined || subject === undefined
      ? []
      : names.flatMap((name) =>
          Object.keys(PERSONAL_KINDS).map((kind) => vault.print(bank, kind, name)),
        );
  const tokens = (await store.sealed(bank, { prints })).map(({ token }) => token);
  const keys = new Set(names.map(normaliseName));
  return {
    names: [...names, ...tokens].map((text) => ({
      text,
      common: WORDS.some((words) => words.has(text.toLowerCase())),
    })),
    keys,
    entities,
    alike: alikeAmong(
      names,
      all.flatMap(namesOf).filter((name) => !keys.has(normaliseName(name))),
    ),
    tokens,
  };
}

function namesOf({ name, aliases }: Entity): readonly string[] {
  return [name, ...aliases];
}

function alikeAmong(names: readonly string[], others: readonly string[]): string[] {
  return [...new Set(others)]
    .filter((other) => names.some((name) => nameSimilarity(name, other) >= ALIKE_FROM))
    .slice(0, MOST_ALIKE);
}

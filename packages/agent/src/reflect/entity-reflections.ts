import { createHash } from 'node:crypto';
import { composeObservation } from './compose-observation.js';
import { formOpinions, type Moved, movedBy } from './form-opinions.js';
import {
  evidenceByReflection,
  type Planned,
  planRetraction,
  planWanted,
} from './plan-reflection.js';
import {
  type Claim,
  type EntityEvidence,
  type Holder,
  opinionsOf,
  type ReflectRun,
  retrieveEntityEvidence,
  SELF,
  type Statement,
  type Wanted,
} from './reflect-run.js';
import type { Entity, EntityType } from '@mneme/core/domain/graph.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { ReflectionKind } from '@mneme/core/domain/reflection.js';
import { type Instant, isoSecond } from '@mneme/core/domain/time.js';
import type { KnownNote } from '@mneme/core/indexes/note-index.js';
import { isLatestCurrent, presentAt } from '@mneme/core/indexes/note-validity.js';
import { bankOffset, readOwner } from '@mneme/core/indexes/owner-and-zone.js';
import { normaliseName } from '@mneme/core/language/entity-names.js';
import { findSubject } from '@mneme/core/modules/notes/index.js';
import {
  type EntitySummary,
  SUMMARISE_ENTITY_VERSION,
  summariseEntity,
} from '@mneme/core/prompts/notes-and-summaries.js';

/** Maximum number of memories given to a model: those that state something first, then the newest. */
const MAX_MEMORIES = 60;
const LONGEST_MEMORY = 600;

/** Hash of a summary's input and author: the same input gives the same summary, so the model is not asked again. */
function basisOf({ memories }: EntityEvidence, run: ReflectRun): string {
  const model = run.ports.languageModel?.id ?? '';
  const parts = [
    model,
    SUMMARISE_ENTITY_VERSION,
    run.disposition,
    memories.map(({ id, version }) => `${id}/${version}`),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/**
 * A summary by the configured language model, checked; null, with a notice, if it gives no valid one. Throws only
 * `interrupted`.
 */
async function claimsOfModel(evidence: EntityEvidence, run: ReflectRun): Promise<Claim[] | null> {
  const { languageModel } = run.ports;
  if (languageModel === undefined) return null;
  const memories = handedOver(evidence);
  const prompt = summariseEntity({
    name: evidence.entity.name,
    type: evidence.entity.type,
    memories: memories.map(({ id, saidAt, speaker, content }) => ({
      id,
      said: isoSecond(saidAt).slice(0, 10),
      speaker,
      content: content.slice(0, LONGEST_MEMORY),
    })),
    disposition: run.disposition,
  });
  try {
    const { claims, dropped } = checkedClaims(
      await languageModel.complete(prompt, run.options.signal),
      memories,
      evidence.entity,
    );
    if (dropped > 0)
      run.notices.add(
        `${dropped} sentences of ${languageModel.id} about ${evidence.entity.name} were left out: the memories they cite do not say so.`,
      );
    return claims.length === 0 ? null : claims;
  } catch (error) {
    if (run.options.signal?.aborted === true) throw error;
    run.notices.add(
      `The language model gave no summary, templates did: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}

function handedOver({ memories, statements }: EntityEvidence): Memory[] {
  const stating = new Set(statements.map(({ memory }) => memory.id));
  const first = memories.filter(({ id }) => stating.has(id)).slice(-MAX_MEMORIES);
  const rest = memories
    .filter(({ id }) => !stating.has(id))
    .slice(-Math.max(1, MAX_MEMORIES - first.length));
  const chosen = new Set([...first, ...(first.length >= MAX_MEMORIES ? [] : rest)]);
  return memories.filter((memory) => chosen.has(memory));
}

/** Capitalised words within a sentence, and numbers: what a model must not make up. */
const TELLING = /(?<=[\p{L}\p{N},;:)”"'’]\s)\p{Lu}[\p{L}\p{N}’'-]*|\p{N}+/gu;
const CALENDAR =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|I)$/;

/** Claims that cite given memories, and whose names and numbers occur in them. */
export function checkedClaims(
  summary: EntitySummary,
  memories: readonly Memory[],
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
): { claims: Claim[]; dropped: number } {
  const byId = new Map<string, Memory>(memories.map((memory) => [memory.id, memory]));
  const claims = summary.claims.flatMap(({ text, memories: cited }): Claim[] => {
    const grounds = [...new Set(cited)]
      .flatMap((id) => byId.get(id) ?? [])
      .sort((a, b) => b.saidAt - a.saidAt);
    return grounds.length > 0 && isGrounded(text, grounds, [name, ...aliases])
      ? [{ text: text.trim(), memories: grounds, label: 'summary' }]
      : [];
  });
  return { claims, dropped: summary.claims.length - claims.length };
}

function isGrounded(text: string, grounds: readonly Memory[], known: readonly string[]): boolean {
  const said = [
    ...known,
    ...grounds.flatMap(({ content, speaker, saidAt, dates }) => [
      content,
      speaker ?? '',
      isoSecond(saidAt),
      ...dates.flatMap(({ from, to }) => [isoSecond(from), isoSecond(to - 1)]),
    ]),
  ]
    .join(' ')
    .toLowerCase();
  return (text.match(TELLING) ?? []).every(
    (word) => CALENDAR.test(word) || isSaid(word.toLowerCase().replace(/['’]s$/, ''), said),
  );
}

/** A number may have a leading zero or not, as in days and months. */
function isSaid(word: string, said: string): boolean {
  return said.includes(word) || (/^\d$/.test(word) && said.includes(`0${word}`));
}

/** Maximum number of aspects in a summary; `about` returns all. */
const MAX_ASPECTS = 12;

/**
 * What holds of an entity according to its notes, one sentence per aspect, wishes first, then the latest; null in a
 * bank without notes. Where a subject matches several entities, the one with its name gets the summary.
 */
async function observeByNotes(entity: Entity, run: ReflectRun): Promise<Claim[] | null> {
  const { notes, index } = run.state;
  await notes.ready();
  if (notes.size === 0) return null;
  const { store, clock, stemmer } = run.ports;
  const owner = (await readOwner(run.bank, store))?.name ?? null;
  const found = findSubject(entity.name, entity.aliases, { notes, index, owner, stemmer });
  const subject = found?.subject ?? null;
  const names = new Set([entity.name, ...entity.aliases].map(normaliseName));
  if (
    found === null ||
    subject === null ||
    ![subject.name, ...subject.aliases].some((name) => names.has(normaliseName(name)))
  )
    return [];
  const own = run.state.entities.named(subject.name).at(-1);
  if (own !== undefined && own.id !== entity.id) return [];
  const now = clock.now();
  const moment = presentAt(now, (await bankOffset(run.bank, store))(now));
  const beside = { notes, moment, stemmer };
  const held = found.own
    .filter((known) => isLatestCurrent(known, beside))
    .sort((a, b) => placeOf(a) - placeOf(b) || b.saidAt - a.saidAt || b.slot - a.slot)
    .slice(0, MAX_ASPECTS);
  const memories = new Map(
    (await run.state.memories.get(held.map(({ id }) => id))).map((memory) => [memory.id, memory]),
  );
  return held.flatMap((known) => {
    const memory = memories.get(known.id);
    return memory === undefined ? [] : [claimOf(known, memory)];
  });
}

const placeOf = ({ note: { type } }: KnownNote): number => (type === 'instruction' ? 0 : 1);

/** As in "Home: Perth." */
function claimOf({ note: { aspect, value } }: KnownNote, memory: Memory): Claim {
  const text = `${aspect.charAt(0).toUpperCase()}${aspect.slice(1)}: ${value.replace(/\.$/u, '')}.`;
  return { text, memories: [memory], label: aspect };
}

/** Vague kinds ("thing", "concept") are mentioned in passing more often than discussed. */
const MIN_MEMORIES: Readonly<Record<EntityType, number>> = {
  person: 2,
  place: 2,
  organisation: 2,
  product: 2,
  event: 2,
  work: 2,
  thing: 3,
  concept: 3,
};

interface EntityScope {
  readonly kinds: ReadonlySet<ReflectionKind>;
  /** Requested by name: one memory is enough. */
  readonly asked: boolean;
}

/** The observation on one entity and the opinions that it holds, in their desired state. */
export async function reflectOnEntity(
  entity: Entity,
  { kinds, asked }: EntityScope,
  at: Instant,
  run: ReflectRun,
): Promise<Planned[]> {
  const evidence = await retrieveEntityEvidence(entity, run);
  const planned: Planned[] = [];
  if (kinds.has('observation')) planned.push(...(await planObservation(evidence, asked, at, run)));
  if (kinds.has('opinion'))
    planned.push(...(await planOpinions(entity.id, entity, evidence.statements, at, run)));
  return planned;
}

/** Opinions of the bank itself, from statements without a named speaker. */
export function reflectOnSelf(
  statements: readonly Statement[],
  at: Instant,
  run: ReflectRun,
): Promise<Planned[]> {
  return planOpinions(SELF, null, statements, at, run);
}

async function planObservation(
  evidence: EntityEvidence,
  asked: boolean,
  at: Instant,
  run: ReflectRun,
): Promise<Planned[]> {
  const { entity, memories } = evidence;
  const key = `observation:${entity.id}`;
  const standing = run.existing.of(key);
  const byNotes = await observeByNotes(entity, run);
  const enough = memories.length >= (asked || standing.length > 0 ? 1 : MIN_MEMORIES[entity.type]);
  const basis =
    run.ports.languageModel === undefined || byNotes !== null ? null : basisOf(evidence, run);
  if (enough && basis !== null && standing.length === 1 && standing[0]?.metadata['basis'] === basis)
    return [];
  const { claims, writer } =
    byNotes !== null
      ? { claims: byNotes, writer: NOTES }
      : enough
        ? await claimsOn(evidence, basis, run)
        : { claims: [], writer: '' };
  if (claims.length === 0) return standing.map((memory) => planRetraction(memory, at));
  const grounds = claims.flatMap((claim) =>
    claim.memories.map((memory) => ({ memory, label: claim.label })),
  );
  const confidence =
    grounds.reduce((sum, { memory }) => sum + memory.confidence, 0) / grounds.length;
  const wanted: Wanted = {
    key,
    kind: 'observation',
    about: entity,
    content: claims.map(({ text }) => text).join(' '),
    confidence,
    grounds,
    against: [],
    mentions: [entity],
    metadata: { writer, ...(basis === null || writer === TEMPLATE ? {} : { basis }) },
  };
  return [await planWanted(wanted, at, run)];
}

const TEMPLATE = 'template';
const NOTES = 'notes';

interface Written {
  readonly claims: readonly Claim[];
  readonly writer: string;
}

async function claimsOn(
  evidence: EntityEvidence,
  basis: string | null,
  run: ReflectRun,
): Promise<Written> {
  if (basis !== null) {
    // A retried commit does not ask the model again.
    const asked = run.summaries.get(basis) ?? claimsOfModel(evidence, run);
    run.summaries.set(basis, asked);
    const claims = await asked;
    if (claims !== null) return { claims, writer: run.ports.languageModel?.id ?? '' };
  }
  const names = new Map(
    Array.from(
      new Set(evidence.statements.map(({ subject }) => subject)),
      (id): [string, string] => [id, run.state.entities.get(id)?.name ?? ''],
    ),
  );
  return {
    claims: composeObservation(evidence, names, run.state.index, run.disposition),
    writer: TEMPLATE,
  };
}

async function planOpinions(
  holder: Holder,
  owner: Entity | null,
  statements: readonly Statement[],
  at: Instant,
  run: ReflectRun,
): Promise<Planned[]> {
  const standing = run.existing.ownedBy('opinion', holder);
  const moved = new Map<string, Moved>();
  const edges = await evidenceByReflection(standing, run.bank, run.ports.store);
  for (const opinion of standing)
    moved.set(String(opinion.metadata['key']), movedBy(opinion, edges.get(opinion.id) ?? []));
  const wanted = formOpinions(
    holder,
    owner,
    opinionsOf(holder, statements),
    run,
    (key) => moved.get(key) ?? null,
  );
  const keys = new Set(wanted.map(({ key }) => key));
  const planned = [];
  for (const each of wanted) planned.push(await planWanted(each, at, run));
  return [
    ...planned,
    ...standing
      .filter(({ metadata }) => !keys.has(String(metadata['key'])))
      .map((memory) => planRetraction(memory, at)),
  ];
}

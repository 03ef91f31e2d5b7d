import type { Entity, EntityType } from '../../domain/graph.js';
import type { ReflectionKind } from '../../domain/reflection.js';
import type { Instant } from '../../domain/time.js';
import { basisOf, claimsOfModel } from './ask-model.js';
import { composeObservation } from './compose-observation.js';
import type { Claim } from './claim.js';
import { gatherEntity, opinionsOf, type EntityEvidence } from './entity-evidence.js';
import { observeByNotes } from './observe-by-notes.js';
import { formOpinions, movedBy, type Moved } from './form-opinions.js';
import {
  evidenceByReflection,
  planRetraction,
  planWanted,
  type Planned,
} from './plan-reflection.js';
import type { ReflectRun, Wanted } from './ports.js';
import { SELF, type Holder, type Statement } from './read-statements.js';

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

export interface EntityScope {
  readonly kinds: ReadonlySet<ReflectionKind>;
  /** It was requested by name, so one memory is enough. */
  readonly asked: boolean;
}

/** The observation on one entity and the opinions that it holds, in their desired state. */
export async function reflectOnEntity(
  entity: Entity,
  { kinds, asked }: EntityScope,
  at: Instant,
  run: ReflectRun,
): Promise<Planned[]> {
  const evidence = await gatherEntity(entity, run);
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

import { z } from 'zod';
import { MapperArtifact } from './artifact.js';
import { ContextBridge } from './bridge/build-bridge.js';
import { turnNamed } from './curate.js';
import { CuratedArtifact } from './curation/apply-edits.js';
import { ArtifactEdit } from './curation/edit.js';
import { ReceivedAnswer, ROUTES } from './map/answer.js';
import { explore, Exploration } from './map/explore.js';
import { lookedAt } from './run-stage.js';
import { aimOf, TARGETS } from './stages/orient.js';
import { Challenged, Decided, Refined, Understood } from './stages/outputs.js';
import type { DialogueParts } from './turn.js';
import type { OpenBank } from '../../bank/core.js';
import { ModuleRecordId } from '../../domain/ids.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { OwnText } from '../../domain/texts.js';
import { Instant } from '../../domain/time.js';

const shownTurnShape = z.strictObject({
  turn: OwnText,
  session: z.string(),
  at: Instant,
  query: z.string(),
  route: z.enum(ROUTES),
  answers: z.array(ReceivedAnswer),
  /** As it was made; it never changes. */
  artifact: MapperArtifact,
  /** As people left it. */
  curated: CuratedArtifact,
  edits: z.array(ArtifactEdit),
  exploration: Exploration,
  understand: Understood.nullable(),
  decide: Decided.nullable(),
  refiner: Refined.nullable(),
  antagonist: Challenged.nullable(),
  orientation: z.enum(['frame', 'verdict']).nullable(),
  target: z.enum(TARGETS).nullable(),
  bridge: ContextBridge,
});
export interface ShownTurn extends Of<typeof shownTurnShape> {}
export const ShownTurn: SchemaOf<ShownTurn, typeof shownTurnShape> = shownTurnShape;

/** All of one turn. Throws `not_found`. */
export async function showTurn(
  raw: string,
  bank: OpenBank,
  { store, stemmer }: Pick<DialogueParts, 'store' | 'stemmer'>,
): Promise<ShownTurn> {
  const id = parseInput(ModuleRecordId, raw, 'turn');
  const { turn, session } = await turnNamed(id, bank.name, store, 'turn');
  const { state, now } = lookedAt(turn, session);
  const { orientation, target } = aimOf(state, now.userSignal?.ghost ?? null);
  const { value, stages, edits, at } = turn;
  const { claims, topology } = state.curated;
  return {
    turn: id,
    session: value.session,
    at,
    query: value.query,
    route: value.route,
    answers: value.answers,
    artifact: value.artifact,
    curated: state.curated,
    edits,
    exploration: explore(value.query, { claims, topology }, stemmer),
    understand: stages.understand ?? null,
    decide: stages.decide ?? null,
    refiner: stages.refiner ?? null,
    antagonist: stages.antagonist ?? null,
    orientation,
    target: target?.kind ?? null,
    bridge: now,
  };
}

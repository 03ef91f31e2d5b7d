import { z } from 'zod';
import { MapperArtifact } from './artifact.js';
import { ArtifactEdit } from './curation/edit.js';
import { ReceivedAnswer, ROUTES } from './map/answer.js';
import { OUTPUT_SCHEMAS, Stage, type StageOutputs } from './stages/outputs.js';
import { SessionId, type BankName, type LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { firstVersion } from '@mneme/core/bank/learned/revise.js';
import type { IdPrefix } from '@mneme/core/domain/ids.js';
import type { Store } from '@mneme/core/ports/store.js';

export const MODULE = 'dialogue';
/** Record types of a session: a turn with its map, a stage's output, a person's edit. */
const SESSION_RECORDS = ['turn', 'stage', 'edit'] as const;
type RecordType = (typeof SESSION_RECORDS)[number];
/** All record types; a taste holds preferences from an edit or set by hand. */
export const RECORDS = [...SESSION_RECORDS, 'taste'] as const;

const TurnValue = z.object({
  session: SessionId,
  query: z.string(),
  answers: z.array(ReceivedAnswer),
  route: z.enum(ROUTES),
  /** The only answer of a turn that was not mapped, possibly truncated. */
  raw: z.string().nullable(),
  artifact: MapperArtifact,
  notes: z.array(z.string()),
});
export type TurnValue = z.output<typeof TurnValue>;

const StageValue = z.object({
  session: SessionId,
  turn: z.string(),
  stage: Stage,
  output: z.unknown(),
  /** `caller`, or the id of the language model. */
  by: z.string(),
});
export type StageValue = z.output<typeof StageValue>;

const EditValue = z.object({ session: SessionId, turn: z.string(), edit: ArtifactEdit });
export type EditValue = z.output<typeof EditValue>;

export interface DialogueValues {
  readonly turn: TurnValue;
  readonly stage: StageValue;
  readonly edit: EditValue;
}

const SCHEMAS = { turn: TurnValue, stage: StageValue, edit: EditValue } as const;

/** A turn with its stages and edits. */
export interface StoredTurn {
  readonly id: LearnedId;
  readonly at: Instant;
  readonly value: TurnValue;
  readonly stages: Partial<StageOutputs>;
  /** Author of each stage. */
  readonly madeBy: Partial<Readonly<Record<Stage, string>>>;
  readonly edits: readonly ArtifactEdit[];
  /** Highest number of a person's own claims, undone edits included: those can be redone. */
  readonly ownClaims: number;
}

const keyOf = (type: RecordType, session: string): string => `${MODULE} ${type} ${session}`;

/** Creates the first version of a record of this module. */
export function newRecord<Type extends RecordType>(
  type: Type,
  value: DialogueValues[Type],
  at: Instant,
  newId: (prefix: IdPrefix) => string,
): LearnedRecord<'module'> {
  return firstVersion(
    'module',
    keyOf(type, value.session),
    { module: MODULE, type, value: { ...value }, evidence: [] },
    at,
    newId,
  );
}

/** The content of a record; null for one that is retracted, of another module, or malformed. */
export function readRecord<Type extends RecordType>(
  type: Type,
  record: LearnedRecord<'module'>,
): DialogueValues[Type] | null {
  return record.retractedAt === null ? readEvenRetracted(type, record) : null;
}

/** {@link readRecord}, including retracted records. */
function readEvenRetracted<Type extends RecordType>(
  type: Type,
  { body: { module, type: of, value } }: LearnedRecord<'module'>,
): DialogueValues[Type] | null {
  if (module !== MODULE || of !== type) return null;
  const parsed = SCHEMAS[type].safeParse(value);
  return parsed.success ? (parsed.data as DialogueValues[Type]) : null;
}

/** The turns of a session in order, each with its stages and edits. */
export async function readSession(
  session: string,
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<readonly StoredTurn[]> {
  const records = await store.learned(bank, {
    kinds: ['module'],
    keys: SESSION_RECORDS.map((type) => keyOf(type, session)),
  });
  return assembleTurns(records);
}

/** Assembles turns from records, in order of creation; of a stage that was run again, the later output counts. */
export function assembleTurns(records: readonly LearnedRecord<'module'>[]): readonly StoredTurn[] {
  const edits = new Map<string, ArtifactEdit[]>();
  const ownClaims = new Map<string, number>();
  const stages = new Map<string, StageValue[]>();
  for (const record of records) {
    const said = readEvenRetracted('edit', record);
    if (said !== null)
      ownClaims.set(said.turn, Math.max(ownClaims.get(said.turn) ?? 0, lastOwn(said.edit)));
    const edit = readRecord('edit', record);
    if (edit !== null) edits.set(edit.turn, [...(edits.get(edit.turn) ?? []), edit.edit]);
    const stage = readRecord('stage', record);
    if (stage !== null) stages.set(stage.turn, [...(stages.get(stage.turn) ?? []), stage]);
  }
  return records.flatMap((record): StoredTurn[] => {
    const value = readRecord('turn', record);
    if (value === null) return [];
    const made = stages.get(record.id) ?? [];
    return [
      {
        id: record.id,
        at: record.createdAt,
        value,
        ...outputsOf(made),
        edits: edits.get(record.id) ?? [],
        ownClaims: ownClaims.get(record.id) ?? 0,
      },
    ];
  });
}

/** A person's own claims are numbered consecutively over all edits of a turn. */
const lastOwn = ({ added }: ArtifactEdit): number =>
  Math.max(0, ...added.map(({ claim }) => Number(claim.id.slice(1))));

function outputsOf(made: readonly StageValue[]): Pick<StoredTurn, 'stages' | 'madeBy'> {
  const stages: Partial<Record<Stage, unknown>> = {};
  const madeBy: Partial<Record<Stage, string>> = {};
  for (const { stage, output, by } of made) {
    const parsed = OUTPUT_SCHEMAS[stage].safeParse(output);
    if (!parsed.success) continue;
    stages[stage] = parsed.data;
    madeBy[stage] = by;
  }
  return { stages: stages as Partial<StageOutputs>, madeBy };
}

/** One turn with the turns of its session. Null for an unknown id. */
export async function readTurn(
  id: LearnedId,
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<{ readonly turn: StoredTurn; readonly session: readonly StoredTurn[] } | null> {
  const [record] = await store.learned(bank, { kinds: ['module'], ids: [id] });
  const value = record === undefined ? null : readRecord('turn', record);
  if (value === null) return null;
  const session = await readSession(value.session, bank, store);
  const turn = session.find((each) => each.id === id);
  return turn === undefined ? null : { turn, session };
}

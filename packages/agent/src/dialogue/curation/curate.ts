import { z } from 'zod';
import type { OpenBank } from '@mneme/core/bank/core.js';
import { revise } from '@mneme/core/bank/learned/revise.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type BankName, type LearnedId, ModuleRecordId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/parse-input.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import { bridgeAfter, ContextBridge } from '../bridge.js';
import { applyEdits, composeEdit, CuratedArtifact } from './apply-edits.js';
import { ArtifactEdit, assertConsistent, CurateInput, type ParsedCuration } from './edit.js';
import { readQuery } from '../map/read-query.js';
import { tasteOf } from '../preference-profile.js';
import { newRecord, readTurn, type StoredTurn } from '../records.js';
import { newTaste } from '../set-preference.js';
import type { DialogueParts } from '../turn.js';
import type { Store } from '@mneme/core/ports/store.js';

const curationReceiptShape = z.strictObject({
  turn: OwnText,
  edit: ArtifactEdit,
  curated: CuratedArtifact,
  /** The bridge after the session's last turn. */
  bridge: ContextBridge,
  /** Whose earlier overrides it replaced. */
  notes: z.array(z.string()),
  sequence: z.number(),
});
export interface CurationReceipt extends Of<typeof curationReceiptShape> {}
export const CurationReceipt: SchemaOf<CurationReceipt, typeof curationReceiptShape> =
  curationReceiptShape;

/**
 * Stores an edit; the map itself stays unchanged. Throws `invalid_input` for an edit that contradicts itself or
 * changes nothing, `not_found`, and `conflict` for a removed claim or a turn that was edited since the caller read
 * it.
 */
export function curate(
  raw: unknown,
  bank: OpenBank,
  parts: DialogueParts,
): Promise<CurationReceipt> {
  const input = parseInput(CurateInput, raw, 'curate');
  assertConsistent(input);
  const id = parseInput(ModuleRecordId, input.turn, 'curate.turn');
  return revise(bank.name, parts, async (at) => {
    const { turn, session } = await turnNamed(id, bank.name, parts.store, 'curate.turn');
    assertSeen(input, turn);
    const { value, edits, ownClaims } = turn;
    const before = applyEdits(value.artifact, edits);
    const edit = composeEdit(input, before, { by: parts.actor, at, ownClaims });
    const edited: StoredTurn = { ...turn, edits: [...edits, edit] };
    const curated = applyEdits(value.artifact, edited.edits);
    const after = session.map((each) => (each.id === id ? edited : each));
    const bridge = bridgeAfter(after.slice(0, -1), after.at(-1) ?? edited);
    return {
      put: {
        learned: [
          newRecord('edit', { session: value.session, turn: id, edit }, at, parts.newId),
          newTaste(
            {
              told: 'by edit',
              turn: id,
              tallies: tasteOf(edit, before, curated, topicsOf(value.query, parts)),
            },
            at,
            parts.newId,
          ),
        ],
      },
      verb: 'dialogue',
      reason: `${summaryOf(edit)} in ${id}`,
      answer: (sequence) => ({
        turn: id,
        edit,
        curated,
        bridge,
        notes: replacedOverrides(input, edits),
        sequence,
      }),
    };
  });
}

/** Topics of a query: its distinctive words. */
const topicsOf = (
  query: string,
  { stemmer }: Pick<DialogueParts, 'stemmer'>,
): readonly string[] => [...new Set(readQuery(query, stemmer).terms)];

/** Throws `not_found`. */
export async function turnNamed(
  id: LearnedId,
  bank: BankName,
  store: Pick<Store, 'learned'>,
  field: string,
): Promise<{ readonly turn: StoredTurn; readonly session: readonly StoredTurn[] }> {
  const found = await readTurn(id, bank, store);
  if (found !== null) return found;
  throw new MnemeError('not_found', `There is no turn ${id}.`, {
    field,
    value: id,
    hint: 'List the turns with `mneme dialogue list`.',
  });
}

function assertSeen({ seen, turn }: ParsedCuration, { edits }: StoredTurn): void {
  if (seen === undefined || seen === edits.length) return;
  const by = [...new Set(edits.slice(seen).map((each) => each.by))].join(', ');
  throw new MnemeError(
    'conflict',
    seen > edits.length
      ? `The turn ${turn} has ${edits.length} edits, not ${seen}: some were undone.`
      : `The turn ${turn} was edited since: ${edits.length - seen} more, by ${by}.`,
    {
      field: 'curate.seen',
      value: seen,
      hint: `Look at it again with \`mneme dialogue show ${turn}\`, then send the edit with seen ${edits.length}.`,
    },
  );
}

/** Of contradicting overrides the later wins; the notes say whose was replaced. */
function replacedOverrides(
  { topology, ghost }: ParsedCuration,
  edits: readonly ArtifactEdit[],
): string[] {
  const earlier = edits.findLast((each) => each.topology !== null);
  const asked = edits.findLast((each) => each.ghost !== null);
  return [
    ...(topology !== undefined && earlier !== undefined && earlier.topology !== topology
      ? [`the topology ${earlier.topology ?? ''} of ${earlier.by} was replaced`]
      : []),
    ...(ghost !== undefined && asked !== undefined && asked.ghost?.question !== ghost
      ? [`the open question that ${asked.by} named was replaced`]
      : []),
  ];
}

function summaryOf({ added, removed, modified, elevated, topology, ghost }: ArtifactEdit): string {
  const parts = [
    ['added', added.length],
    ['removed', removed.length],
    ['modified', modified.length],
    ['elevated', elevated.length],
    ['overrides', (topology === null ? 0 : 1) + (ghost === null ? 0 : 1)],
  ] as const;
  return parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

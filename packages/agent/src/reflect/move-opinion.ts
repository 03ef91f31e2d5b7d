import type { z } from 'zod';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import type { Disposition } from '@mneme/core/domain/bank.js';
import { EMPTY_CHANGE } from '@mneme/core/domain/change.js';
import { MnemeError, retryOnConflict } from '@mneme/core/domain/errors.js';
import type { Edge } from '@mneme/core/domain/graph.js';
import { type BankName, MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import {
  isReflected,
  type OpinionMove,
  OpinionMoveInput,
  type OpinionReceipt,
} from '@mneme/core/domain/reflection.js';
import { parseInput } from '@mneme/core/domain/input.js';
import {
  isMove,
  movedBy,
  OPINION_STEP,
  opinionConfidence,
  opinionSteps,
  shifted,
  shiftOf,
} from './form-opinions.js';
import { evidenceByReflection, evidenceEdges } from './plan-reflection.js';
import { circlesAround, edgesOf } from '@mneme/core/modules/validity/index.js';
import type { Store } from '@mneme/core/ports/store.js';

/** The opinions that these links moved, with the confidence they have without them. */
export async function withoutMoves(
  links: readonly Edge[],
  bank: BankName,
  store: Pick<Store, 'get' | 'neighbours'>,
  disposition: Disposition,
): Promise<Memory[]> {
  const opinions = await store.get(bank, [...new Set(links.map(({ to }) => to as MemoryId))]);
  const edges = await evidenceByReflection(opinions.filter(isFormed), bank, store);
  return opinions.flatMap((opinion) => {
    const gone = links.filter((link) => isMove(link, opinion));
    if (gone.length === 0) return [];
    const confidence = isFormed(opinion)
      ? formedConfidence(
          opinion,
          (edges.get(opinion.id) ?? []).filter(
            (edge) =>
              !gone.some(
                ({ from, to, label }) =>
                  from === edge.from && to === edge.to && label === edge.label,
              ),
          ),
          disposition,
        )
      : gone.reduce(
          (sure, { label, weight }) => shifted(sure, -shiftOf(label as OpinionMove, weight)),
          opinion.confidence,
        );
    return [{ ...opinion, confidence, version: opinion.version + 1 }];
  });
}

/** Whether reflection formed the opinion: then its confidence follows from its evidence, in any order. */
function isFormed(memory: Memory): boolean {
  return memory.kind === 'opinion' && isReflected(memory);
}

/** The confidence that reflection itself would compute, so that the next run changes nothing. */
function formedConfidence(
  opinion: Memory,
  edges: readonly Edge[],
  disposition: Disposition,
): number {
  const count = (name: string): number => Number(opinion.metadata[name] ?? 0);
  return opinionConfidence({
    agreeing: count('agreeing'),
    against: count('disagreeing'),
    moved: movedBy(opinion, edges).shift,
    steps: opinionSteps(disposition),
  });
}

/**
 * Moves an opinion by evidence: a step up, a step down, or two steps down, in log-odds. The same memory moves it the
 * same way only once. Must be called within the bank's write queue. Throws `not_found`, `invalid_input` for anything
 * but an opinion, and for evidence that is itself a reflection.
 */
export async function moveOpinion(
  raw: unknown,
  bank: OpenBank,
  parts: EngineParts,
): Promise<OpinionReceipt> {
  const input = parseInput(OpinionMoveInput, raw, 'opinion');
  const id = parseInput(MemoryId, input.id, 'opinion.id');
  const evidence = [
    ...new Set(
      input.evidence?.map((each, at) => parseInput(MemoryId, each, `opinion.evidence.${at}`)) ?? [],
    ),
  ];
  return retryOnConflict(() => moveOnce(id, evidence, input, bank, parts));
}

async function moveOnce(
  id: MemoryId,
  evidence: readonly MemoryId[],
  { move, step, reason }: z.output<typeof OpinionMoveInput>,
  { name }: OpenBank,
  { store, clock, actor }: EngineParts,
): Promise<OpinionReceipt> {
  const row = await store.bank(name);
  if (row === null)
    throw new MnemeError('not_found', `There is no bank named ${name}.`, {
      field: 'bank',
      value: name,
    });
  const opinion = asOpinion(id, (await store.get(name, [id]))[0]);
  for (const each of await requireAll(evidence, (ids) => store.get(name, ids)))
    assertEvidence(each);
  const edges = await evidenceEdges(opinion, name, store);
  const moves = edges.filter((edge) => isMove(edge, opinion));
  const counted = new Set(
    moves.filter(({ label }) => label === move).map(({ from, to }) => (from === id ? to : from)),
  );
  const fresh = evidence.filter((each) => !counted.has(each));
  const receipt = { id, content: opinion.content, before: opinion.confidence };
  if (evidence.length > 0 && fresh.length === 0)
    return {
      ...receipt,
      after: opinion.confidence,
      changed: false,
      circular: [],
      sequence: row.sequence,
    };
  const steps = opinionSteps(row.settings.disposition, step);
  const wanted = fresh.map((each) => witness(opinion, each, move, steps[move]));
  const circle = move === 'reinforce' ? await groundless(opinion, wanted, name, store) : NO_CIRCLE;
  const added = wanted.filter((edge) => !circle.idle.includes(edge));
  if (
    added.length === 0 &&
    circle.idle.length > 0 &&
    circle.idle.every((edge) => wanted.includes(edge))
  )
    return {
      ...receipt,
      after: opinion.confidence,
      changed: false,
      circular: circle.members,
      sequence: row.sequence,
    };
  // A memory counts only in its latest direction.
  const turned = moves.filter(({ from, to }) => fresh.some((each) => each === from || each === to));
  const broken = circle.idle.filter((edge) => !wanted.includes(edge));
  const lowered = new Map(
    (await withoutMoves(broken, name, store, row.settings.disposition)).map((memory) => [
      memory.id,
      memory,
    ]),
  );
  const removedEdges = [...turned, ...broken];
  const all = [...edges.filter((edge) => !removedEdges.includes(edge)), ...added];
  const shift = (evidence.length === 0 ? 1 : added.length) * shiftOf(move, steps[move]);
  const next = movedMemory(
    { ...(lowered.get(id) ?? opinion), version: opinion.version },
    shift,
    evidence.length === 0,
    all,
    row.settings.disposition,
  );
  const change = {
    ...EMPTY_CHANGE,
    bank: name,
    at: clock.now(),
    verb: 'reflect' as const,
    actor,
    reason: reason === '' ? move : `${move}: ${reason}`,
    memories: [next, ...[...lowered.values()].filter((memory) => memory.id !== id)],
    edges: added,
    removedEdges,
  };
  return {
    ...receipt,
    after: next.confidence,
    changed: true,
    circular: circle.members,
    sequence: await store.commit(change, { expectedSequence: row.sequence }),
  };
}

/**
 * A memory's confidence after one step by something other than a memory, such as the outcome of a prediction. An
 * opinion's step depends on the bank's disposition; a fact's does not.
 */
export async function stepped(
  move: OpinionMove,
  memory: Memory,
  { name }: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<Memory> {
  const disposition = (await store.bank(name))?.settings.disposition;
  const step =
    memory.kind === 'opinion' && disposition !== undefined
      ? opinionSteps(disposition)[move]
      : OPINION_STEP;
  return movedMemory(
    memory,
    shiftOf(move, step),
    true,
    isReflected(memory) ? await evidenceEdges(memory, name, store) : [],
    disposition,
  );
}

/**
 * Moves a memory's confidence by a shift in log-odds. `bare` if no edge carries the move: then a formed opinion must
 * store it itself.
 */
function movedMemory(
  memory: Memory,
  shift: number,
  bare: boolean,
  edges: readonly Edge[],
  disposition: Parameters<typeof opinionSteps>[0] | undefined,
): Memory {
  const moved = bare ? Number(memory.metadata['moved'] ?? 0) + shift : memory.metadata['moved'];
  const formed = isFormed(memory) && disposition !== undefined;
  const next = {
    ...memory,
    metadata: { ...memory.metadata, ...(moved === undefined || !formed ? {} : { moved }) },
    version: memory.version + 1,
  };
  return {
    ...next,
    confidence: formed
      ? formedConfidence(next, edges, disposition)
      : shifted(memory.confidence, shift),
  };
}

interface ClosedCircle {
  readonly members: readonly MemoryId[];
  /** New or existing links whose only ground is what they support. */
  readonly idle: readonly Edge[];
}
const NO_CIRCLE: ClosedCircle = { members: [], idle: [] };

/** Which of this evidence would support itself, and which previously counted links it would leave without a ground. */
async function groundless(
  opinion: Memory,
  wanted: readonly Edge[],
  bank: BankName,
  store: Store,
): Promise<ClosedCircle> {
  const { circles, edges } = await circlesAround(opinion.id, wanted, bank, store);
  const idle = edgesOf(
    circles.flatMap((circle) => circle.groundless),
    edges,
  );
  return idle.length === 0
    ? NO_CIRCLE
    : { members: circles.flatMap(({ members }) => members), idle };
}

function witness({ id }: Memory, evidence: MemoryId, move: OpinionMove, weight: number): Edge {
  const ends =
    move === 'reinforce'
      ? ({ from: evidence, to: id, role: 'supports' } as const)
      : ({ from: id, to: evidence, role: 'conflicts_with' } as const);
  return { ...ends, label: move, weight, confidence: 1, status: 'resolved', evidence };
}

function asOpinion(id: MemoryId, memory: Memory | undefined): Memory {
  if (memory === undefined || memory.retractedAt !== null) {
    const hint =
      memory === undefined || memory.supersededBy === null
        ? 'List the opinions with `mneme opinions`.'
        : `It was superseded by ${memory.supersededBy}.`;
    throw new MnemeError(
      'not_found',
      memory === undefined ? `There is no opinion ${id}.` : `The opinion ${id} stands no more.`,
      { field: 'opinion.id', value: id, hint },
    );
  }
  if (memory.kind === 'opinion') return memory;
  throw new MnemeError(
    'invalid_input',
    `${id} is a memory of kind ${memory.kind}; evidence moves opinions alone.`,
    { field: 'opinion.id', value: id, hint: 'A fact is not weakened: remember what is so now.' },
  );
}

async function requireAll(
  ids: readonly MemoryId[],
  get: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<readonly Memory[]> {
  const found = await get(ids);
  const missing = ids.find(
    (id) => !found.some((memory) => memory.id === id && memory.retractedAt === null),
  );
  if (missing === undefined) return found;
  throw new MnemeError('not_found', `There is no memory ${missing} to serve as evidence.`, {
    field: 'opinion.evidence',
    value: missing,
    hint: 'List the ids with `mneme list`; nothing was changed.',
  });
}

/** A reflection rests on memories; counting it in addition would count them twice. */
function assertEvidence(memory: Memory): void {
  if (!isReflected(memory)) return;
  throw new MnemeError(
    'invalid_input',
    `${memory.id} was written by reflection; it is no evidence.`,
    {
      field: 'opinion.evidence',
      value: memory.id,
      hint: 'Name the memories it rests on: `mneme show` lists them.',
    },
  );
}

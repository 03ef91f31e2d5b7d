import { MnemeError } from '../domain/errors.js';
import type { Edge } from '../domain/graph.js';
import type { MemoryId } from '../domain/ids.js';
import type { ParsedNoteInput } from '../domain/note.js';
import { SOURCE_CONFIDENCE, SOURCES, type Memory } from '../domain/memory.js';
import type { AdmittedInput } from './admit.js';

/** The memories that a note refers to. */
export type NoteLinks = Pick<ParsedNoteInput, 'turns' | 'replaces' | 'doubts'>;

/** Each further turn tells a little less: the order survives as the links' weights. */
const WEIGHT_STEP = 0.05;
const LEAST_WEIGHT = 0.05;

/** A note's links: to the turns it was read off, the notes it replaces, and those it puts in doubt. */
export function noteEdges(from: MemoryId, { turns, replaces, doubts }: NoteLinks): Edge[] {
  const link = (role: 'derived_from' | 'supersedes' | 'doubts') => (to: MemoryId, at: number) => ({
    from,
    to,
    role,
    label: '',
    weight: Math.max(LEAST_WEIGHT, 1 - at * WEIGHT_STEP),
    confidence: 1,
    status: 'resolved' as const,
    evidence: from,
  });
  return [
    ...turns.map(link('derived_from')),
    ...replaces.map(link('supersedes')),
    ...doubts.map(link('doubts')),
  ];
}

/**
 * The inputs with what notes take over from their turns: when it was said, and the least of their trust.
 * Throws `invalid_input` where a note names what it cannot refer to.
 */
export async function takeFromTurns(
  inputs: readonly AdmittedInput[],
  path: (at: number) => string,
  load: (ids: readonly MemoryId[]) => Promise<readonly Memory[]>,
): Promise<readonly AdmittedInput[]> {
  const named = inputs.flatMap(({ note }) =>
    note === null ? [] : [...note.turns, ...note.replaces, ...note.doubts],
  );
  if (named.length === 0) return inputs;
  const known = new Map((await load([...new Set(named)])).map((memory) => [memory.id, memory]));
  return inputs.map((input, at) => {
    const { note } = input;
    if (note === null) return input;
    const turns = note.turns.map((id) =>
      referred(known.get(id), id, `${path(at)}.note.turns`, false),
    );
    for (const field of ['replaces', 'doubts'] as const)
      for (const id of note[field]) referred(known.get(id), id, `${path(at)}.note.${field}`, true);
    return turns.length === 0 ? input : readOff(input, turns);
  });
}

function readOff(input: AdmittedInput, turns: readonly Memory[]): AdmittedInput {
  const sources = [
    input.provenance.source,
    ...turns.flatMap(({ provenance }) => provenance.map(({ source }) => source).slice(0, 1)),
  ];
  const source = SOURCES[Math.max(...sources.map((each) => SOURCES.indexOf(each)))] ?? 'web';
  // Nobody could have known it before the last of them.
  const saidAt = input.timed ? input.saidAt : Math.max(...turns.map((turn) => turn.saidAt));
  return {
    ...input,
    saidAt,
    local: input.timed ? input.local : saidAt,
    saidOn: input.timed ? input.saidOn : null,
    zone: input.timed ? input.zone : null,
    confidence: Math.min(
      input.confidence,
      SOURCE_CONFIDENCE[source],
      ...turns.map(({ confidence }) => confidence),
    ),
    provenance: { ...input.provenance, source, saidAt },
  };
}

function referred(
  memory: Memory | undefined,
  id: MemoryId,
  field: string,
  isNote: boolean,
): Memory {
  if (
    memory !== undefined &&
    memory.retractedAt === null &&
    memory.quarantine === null &&
    (memory.note !== undefined) === isNote
  )
    return memory;
  throw new MnemeError(
    'invalid_input',
    `${id} is no ${isNote ? 'note' : 'turn'} that stands in this bank.`,
    {
      field,
      value: id,
      hint: isNote
        ? 'Name notes, as recall and unread show them.'
        : 'Name memories that are no notes themselves and are neither forgotten nor quarantined.',
    },
  );
}

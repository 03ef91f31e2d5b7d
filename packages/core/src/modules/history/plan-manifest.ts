import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import type { Change } from '../../domain/change.js';
import { ConflictSettling } from '../../domain/validity.js';
import { MnemeError } from '../../domain/errors.js';
import {
  FORGET_CAUSES,
  ForgetChoice,
  MERGE_STRATEGIES,
  MergeInput,
} from '../../domain/forgetting-and-merging.js';
import { MemoryId } from '../../domain/ids.js';
import {
  type BadLine,
  type ManifestAction,
  type ManifestLine,
  type ManifestVerb,
  PINNED,
} from '../../domain/manifest.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/input.js';
import type { Instant } from '../../domain/time.js';
import { annotated, Remark } from './annotate.js';
import { forgetting } from './forget.js';
import { mergePorts, planMerge } from './merge.js';
import { planResolution } from '../validity/index.js';

export type Put = Pick<
  Change,
  'memories' | 'conflicts' | 'edges' | 'removedEdges' | 'claims' | 'embeddings' | 'readings'
>;

const NOTHING: Put = {
  memories: [],
  conflicts: [],
  edges: [],
  removedEdges: [],
  claims: [],
  embeddings: [],
  readings: [],
};

export interface ManifestPlan {
  readonly put: Put;
  readonly actions: readonly ManifestAction[];
  readonly bad: readonly BadLine[];
}

interface Planned {
  readonly action: Omit<ManifestAction, 'line' | 'verb' | 'options' | 'note'>;
  readonly put: Partial<Put>;
}

/**
 * Plans the joint change of a manifest's lines. A line that cannot be done, or that touches what another changes, is
 * reported as bad.
 */
export class ManifestPlanner {
  /** Memories as changed by notes and pins: several lines may apply to one memory. */
  readonly #noted = new Map<MemoryId, Memory>();
  /** For each memory, the line that changes it as a whole: no other line may touch it. */
  readonly #taken = new Map<MemoryId, number>();
  readonly #notedIn = new Map<MemoryId, number>();

  constructor(
    private readonly bank: OpenBank,
    private readonly parts: EngineParts,
    private readonly at: Instant,
    /** Memories that a change touched after the file was written. */
    private readonly touched: ReadonlySet<string>,
  ) {}

  async plan(lines: readonly ManifestLine[]): Promise<ManifestPlan> {
    const actions: ManifestAction[] = [];
    const bad: BadLine[] = [];
    let put = NOTHING;
    for (const line of lines) {
      try {
        const planned = await this.#planLine(line);
        const { line: number, verb, options, note } = line;
        actions.push({ line: number, verb, options, note, ...planned.action });
        put = joined(put, planned.put);
      } catch (error) {
        if (!MnemeError.is(error)) throw error;
        bad.push({
          line: line.line,
          message: error.hint === undefined ? error.message : `${error.message} ${error.hint}`,
        });
      }
    }
    return { actions, bad, put: { ...put, memories: [...put.memories, ...this.#noted.values()] } };
  }

  #planLine(line: ManifestLine): Promise<Planned> {
    return this.#planners[line.verb](line);
  }

  readonly #planners: Readonly<Record<ManifestVerb, (line: ManifestLine) => Promise<Planned>>> = {
    merge: async (line) => {
      const [strategies, rest] = split(line.options, MERGE_STRATEGIES);
      const [forced, unknown] = split(rest, ['force']);
      refuseOptions(unknown, [...MERGE_STRATEGIES, 'force']);
      const input = parse(MergeInput, {
        ids: line.ids,
        strategy: strategies[0],
        force: forced.length > 0,
        ...(line.note === '' ? {} : { name: line.note }),
      });
      const memories = await this.#take(input.ids, line.line);
      const { put, memory } = await planMerge(
        input,
        this.bank.name,
        this.at,
        mergePorts(this.bank, this.parts),
      );
      // Memories that a merged one superseded are repointed to the new one, so no other line may
      // change them.
      this.#claim(
        put.memories.map(({ id }) => id),
        line.line,
      );
      return { put, action: { memories, becomes: memory, conflict: null } };
    },
    forget: async ({ options, ids, note, line }) => {
      const [causes, unknown] = split(options, FORGET_CAUSES);
      refuseOptions(unknown, FORGET_CAUSES);
      const choice = parse(ForgetChoice, { reason: note, cause: causes[0] });
      const memories = await this.#take(parseIds(ids), line);
      return {
        put: forgetting(memories, choice, {
          bank: this.bank.name,
          actor: this.parts.actor,
          at: this.at,
          kept: [],
        }),
        action: { memories, becomes: null, conflict: null },
      };
    },
    note: (line) => this.#note(line, (memory, note) => annotated(memory, note, [])),
    pin: (line) =>
      this.#note({ ...line, note: line.note === '' ? PINNED : line.note }, (memory) => ({
        importance: 1,
        tags: annotated(memory, undefined, [PINNED]).tags,
      })),
    resolve: async ({ options: [keep, ...unknown], ids: [id], note, line }) => {
      refuseOptions(unknown, ['newer', 'older', 'both', 'reliable']);
      const input = parse(ConflictSettling, { id, keep, note });
      const { put, conflict } = await planResolution(input, this.bank, this.parts, this.at);
      const memories = await this.#take([conflict.older, conflict.newer], line);
      return { put, action: { memories, becomes: null, conflict: conflict.id } };
    },
  };

  async #note(
    { options, ids, note, line }: ManifestLine,
    alter: (memory: Memory, note: string) => Partial<Memory>,
  ): Promise<Planned> {
    refuseOptions(options, []);
    const memories = await this.#standing(parseIds(ids));
    for (const { id } of memories) {
      const before = this.#noted.get(id);
      const { note: checked } = parse(Noted, { note });
      this.#assertFree(id, line, false);
      const memory = before ?? (memories.find((each) => each.id === id) as Memory);
      this.#notedIn.set(id, line);
      this.#noted.set(id, {
        ...memory,
        ...alter(memory, checked),
        version: before === undefined ? memory.version + 1 : memory.version,
      });
    }
    return { put: {}, action: { memories, becomes: null, conflict: null } };
  }

  async #take(ids: readonly MemoryId[], line: number): Promise<readonly Memory[]> {
    const memories = await this.#standing(ids);
    this.#claim(ids, line);
    return memories;
  }

  #claim(ids: readonly MemoryId[], line: number): void {
    for (const id of ids) this.#assertFree(id, line, true);
    for (const id of ids) this.#taken.set(id, line);
  }

  #assertFree(id: MemoryId, line: number, whole: boolean): void {
    const other = this.#taken.get(id) ?? (whole ? this.#notedIn.get(id) : undefined);
    if (other === undefined || other === line) return;
    throw new MnemeError('conflict', `Line ${other} changes ${id} already.`, {
      hint: 'Ask for one of the two here, and for the other in a file written afterwards.',
    });
  }

  async #standing(ids: readonly MemoryId[]): Promise<readonly Memory[]> {
    const { name } = this.bank;
    const memories = await this.parts.store.get(name, [...new Set(ids)]);
    for (const id of ids) {
      const memory = memories.find((each) => each.id === id);
      if (memory === undefined)
        throw new MnemeError('not_found', `There is no memory ${id}.`, {
          hint: 'Take its id from the list above.',
        });
      if (this.touched.has(id))
        throw new MnemeError('conflict', `${id} was changed after this file was written.`, {
          hint: 'Write the file anew with `mneme manifest`.',
        });
      if (memory.retractedAt !== null)
        throw new MnemeError('conflict', `${id} is taken back.`, {
          hint: `Bring it back first: mneme undo ${id}.`,
        });
    }
    return memories;
  }
}

function joined(a: Put, b: Partial<Put>): Put {
  return Object.fromEntries(
    (Object.keys(a) as (keyof Put)[]).map((key) => [key, [...a[key], ...(b[key] ?? [])]]),
  ) as unknown as Put;
}

const Noted = z.strictObject({ note: Remark });

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parseInput(schema, value, 'line');
}

function parseIds(ids: readonly string[]): MemoryId[] {
  return ids.map((id) => parse(MemoryId, id));
}

function split<T extends string>(
  options: readonly string[],
  known: readonly T[],
): readonly [readonly T[], readonly string[]] {
  return [
    known.filter((each) => options.includes(each)),
    options.filter((option) => !known.some((each) => each === option)),
  ];
}

function refuseOptions(unknown: readonly string[], known: readonly string[]): void {
  if (unknown.length === 0) return;
  throw new MnemeError('invalid_input', `“${unknown.join(' ')}” is no option here.`, {
    hint: known.length === 0 ? 'There are none.' : `There are ${known.join(', ')}.`,
  });
}

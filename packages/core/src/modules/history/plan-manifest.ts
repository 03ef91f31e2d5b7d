import { z } from 'zod';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { journalAfter } from '../../bank/pages.js';
import { type Change, EMPTY_CHANGE } from '../../domain/change.js';
import { ConflictSettling } from '../../domain/validity.js';
import { MnemeError } from '../../domain/errors.js';
import {
  FORGET_CAUSES,
  ForgetChoice,
  MERGE_STRATEGIES,
  MergeInput,
} from '../../domain/forgetting-and-merging.js';
import { type BankName, MemoryId } from '../../domain/ids.js';
import {
  type BadLine,
  type ManifestAction,
  type ManifestLine,
  type ManifestReport,
  type ManifestVerb,
  PINNED,
} from '../../domain/manifest.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/input.js';
import type { Instant } from '../../domain/time.js';
import { annotated, Remark } from './annotate.js';
import type { Store } from '../../ports/store.js';
import { BankPrivacy } from '../../safety/bank-privacy.js';
import { forgetting } from './forget.js';
import { manifestOfAction, readManifest, type ReadManifest } from './manifest-format.js';
import { mergePorts, planMerge } from './merge.js';
import { planResolution } from '../validity/index.js';

type Put = Pick<
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

interface ManifestPlan {
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
class ManifestPlanner {
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

const MAX_TRIES = 50;
const TOLD = 5;

/**
 * Applies an edited manifest in one change; `preview` only reports it. Throws `invalid_input` naming the lines that
 * cannot be parsed or done, `conflict` if memories changed after the file was written; then nothing is applied.
 */
export async function applyManifest(
  text: string,
  preview: boolean,
  bank: OpenBank,
  parts: EngineParts,
): Promise<ManifestReport> {
  const { store, clock, actor } = parts;
  const read = readManifest(text);
  const lines = await cleaned(read.lines, bank.name, parts);
  await bank.state.follow();
  for (let attempt = 1; ; attempt++) {
    const sequence = (await store.bank(bank.name))?.sequence ?? 0;
    const since = await sinceWhen(read, bank.name, store);
    const at = clock.now();
    const touched = await touchedAfter(since ?? sequence, bank.name, store);
    const {
      put,
      actions,
      bad: undoable,
    } = await new ManifestPlanner(bank, parts, at, touched).plan(lines);
    const bad = [...(since === null ? [headless(bank.name)] : []), ...read.bad, ...undoable].sort(
      (a, b) => a.line - b.line,
    );
    if (preview) return { applied: false, actions, bad, sequence };
    if (bad.length > 0) throw refusal(bad);
    if (actions.length === 0) return { applied: false, actions, bad, sequence };
    try {
      const committed = await store.commit(
        {
          ...EMPTY_CHANGE,
          ...put,
          bank: bank.name,
          at,
          verb: 'manifest',
          actor,
          reason: counted(actions),
        },
        { expectedSequence: sequence },
      );
      bank.late?.start();
      return { applied: true, actions, bad, sequence: committed };
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || attempt >= MAX_TRIES) throw error;
    }
  }
}

/** Redacts the text after the brackets; verbs and ids contain no secrets, but may look like some. */
async function cleaned(
  lines: readonly ManifestLine[],
  bank: BankName,
  parts: EngineParts,
): Promise<readonly ManifestLine[]> {
  const { value: notes } = await (
    await BankPrivacy.of(bank, parts)
  ).clean(lines.map(({ note }) => note));
  return lines.map((line, at) => ({ ...line, note: notes[at] ?? '' }));
}

/** The last change that the file includes; null if it is not a file of this bank. */
async function sinceWhen(
  { head }: ReadManifest,
  bank: BankName,
  store: Store,
): Promise<number | null> {
  if (head === null || head.bank !== bank) return null;
  const { sequence } = head;
  const known = await store.journal(bank, { sequences: [sequence] }, 1);
  return sequence === 0 || known.length > 0 ? sequence : null;
}

function headless(bank: BankName): BadLine {
  return {
    line: 0,
    message: `The file does not say that it was written of the bank ${bank}, and when. Keep its line “<!-- mneme manifest: … -->”, or write it anew with \`mneme manifest\`.`,
  };
}

async function touchedAfter(
  sequence: number,
  bank: BankName,
  store: Store,
): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  for await (const { memories } of journalAfter(bank, sequence, store))
    for (const id of memories) touched.add(id);
  return touched;
}

function refusal(bad: readonly BadLine[]): MnemeError {
  const told = bad
    .slice(0, TOLD)
    .map(({ line, message }) => (line === 0 ? message : `line ${line}: ${message}`));
  return new MnemeError(
    'invalid_input',
    `The manifest was not applied: ${told.join(' ')}${bad.length > TOLD ? ` And ${bad.length - TOLD} more lines.` : ''}`,
    {
      field: `manifest.${bad[0]?.line ?? 0}`,
      hint: 'Mend these lines; --preview tells of each. Nothing was changed.',
    },
  );
}

function counted(actions: readonly ManifestAction[]): string {
  const counts = new Map<string, number>();
  for (const { verb } of actions) counts.set(verb, (counts.get(verb) ?? 0) + 1);
  return [...counts].map(([verb, count]) => `${count} × ${verb}`).join(', ');
}

/**
 * Carries out one action, as a line of a manifest states it: `[PIN: m_…]`. Returns why it cannot be done, null if it
 * was.
 */
export async function applyAction(
  line: string,
  bank: OpenBank,
  parts: EngineParts,
): Promise<string | null> {
  const sequence = (await parts.store.bank(bank.name))?.sequence ?? 0;
  const text = manifestOfAction(line, bank.name, sequence);
  const [bad] = (await applyManifest(text, true, bank, parts)).bad;
  if (bad !== undefined) return bad.message;
  await applyManifest(text, false, bank, parts);
  return null;
}

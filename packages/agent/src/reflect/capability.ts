import { reflectOnEntity, reflectOnSelf } from './entity-reflections.js';
import { listOpinions, type OpinionList } from './knowledge.js';
import { moveOpinion } from './move-opinion.js';
import { composeChange, type Planned } from './plan-reflection.js';
import { reflectOnPrinciples } from './principle-reflections.js';
import {
  CurrentReflections,
  type ReflectOptions,
  type ReflectPorts,
  type ReflectRun,
  StatementReader,
} from './reflect-run.js';
import { everything, scanBank, type Touched, whatChanged } from './what-changed.js';
import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { resolveName } from '@mneme/core/bank/resolve-name.js';
import type { Reversible } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Entity } from '@mneme/core/domain/graph.js';
import type { BankName } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { boundedIn } from '@mneme/core/domain/memory-times.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import {
  type OpinionFilter,
  type OpinionMoveInput,
  type OpinionReceipt,
  ReflectInput,
  REFLECTION_KINDS,
  type ReflectionCounts,
  type ReflectionKind,
  type ReflectReport,
} from '@mneme/core/domain/reflection.js';
import type { Instant } from '@mneme/core/domain/time.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import type { BankState } from '@mneme/core/indexes/bank-state.js';
import { bankOffset } from '@mneme/core/indexes/owner-and-zone.js';
import { readForIndex } from '@mneme/core/remember/read-draft.js';

/** What to reflect on: one entity, or everything that changed. */
interface ReflectScope {
  readonly about: Entity | null;
  readonly since: Instant | undefined;
  readonly kinds: readonly ReflectionKind[];
}

/** How often a commit is tried; the last tries are planned within the write queue of this process. */
const MAX_TRIES = 50;
const HASTY_TRIES = 4;

/**
 * What changed → observations and opinions, entity by entity → the bank's own opinions → principles. Each entity is
 * one atomic change, each principle another; nothing is written if nothing changed. Reflections are never evidence.
 * Throws `interrupted` between two changes; what is committed stays, and the next run does the rest.
 */
async function reflect(
  scope: ReflectScope,
  bank: BankName,
  state: BankState,
  ports: ReflectPorts,
  options: ReflectOptions,
): Promise<ReflectReport> {
  await state.follow();
  const row = await ports.store.bank(bank);
  const [to, settings] = [row?.sequence ?? 0, row?.settings];
  if (settings === undefined)
    throw new MnemeError('not_found', `There is no bank named ${bank}.`, {
      field: 'bank',
      value: bank,
    });
  const run: ReflectRun = {
    bank,
    state,
    ports,
    options,
    disposition: settings.disposition,
    statements: new StatementReader(state, ports.stemmer),
    existing: new CurrentReflections(await readStanding(bank, state, ports)),
    upTo: { sequence: state.sequence },
    notices: new Set(),
    summaries: new Map(),
  };
  const touched = await touchedBy(scope, settings.reflectedUpTo, to, run);
  const planned: Planned[] = [];
  const units = await unitsOf(scope, touched, run);
  for (const [at, unit] of units.entries()) {
    if (options.signal?.aborted === true) throw stopped();
    planned.push(...(await unit()));
    options.onProgress?.(at + 1, units.length);
  }
  const whole =
    scope.about === null && REFLECTION_KINDS.every((kind) => scope.kinds.includes(kind));
  if (whole && touched.completes) await advance(run, to);
  return report(planned, touched, (await ports.store.bank(bank))?.sequence ?? to, run);
}

type Unit = () => Promise<readonly Planned[]>;

/** One unit for each entity and each part without an entity: it can be stopped between units. */
async function unitsOf(
  { about, kinds }: ReflectScope,
  touched: Touched,
  run: ReflectRun,
): Promise<Unit[]> {
  const wanted = new Set(kinds);
  const entities =
    about === null
      ? [...touched.entities].flatMap((id) => run.state.entities.get(id) ?? [])
      : [about];
  const byEntity =
    wanted.has('observation') || wanted.has('opinion')
      ? entities.map(
          (entity): Unit =>
            () =>
              commit(run, (at) =>
                reflectOnEntity(entity, { kinds: wanted, asked: about !== null }, at, run),
              ),
        )
      : [];
  if (about !== null) return byEntity;
  const scan = await scanBank(touched, wanted, run);
  return [
    ...byEntity,
    ...(scan.own === null
      ? []
      : [
          (): Promise<readonly Planned[]> =>
            commit(run, (at) => reflectOnSelf(scan.own ?? [], at, run)),
        ]),
    ...(scan.assertions === null
      ? []
      : [
          (): Promise<readonly Planned[]> =>
            reflectOnPrinciples(scan.assertions ?? [], run, (plan) => commit(run, plan)),
        ]),
  ];
}

async function touchedBy(
  { about, since }: ReflectScope,
  upTo: number,
  to: number,
  run: ReflectRun,
): Promise<Touched> {
  if (about !== null)
    return {
      entities: new Set([about.id]),
      memories: new Set(),
      from: upTo,
      to,
      completes: false,
    };
  if (upTo === 0 && since === undefined) return everything(run, to);
  return whatChanged(run, upTo, to, since);
}

function readStanding(
  bank: BankName,
  { index }: BankState,
  { store }: ReflectPorts,
): Promise<readonly Memory[]> {
  return store.get(
    bank,
    [...index.reflected].filter((slot) => index.isLive(slot)).map((slot) => index.id(slot)),
  );
}

/** Plans and commits; plans again from the current state if another process has committed in between. */
async function commit(
  run: ReflectRun,
  plan: (at: Instant) => Promise<readonly Planned[]>,
): Promise<readonly Planned[]> {
  const { bank, state, ports } = run;
  const attempt = async (inTurn: ReflectPorts['inTurn']): Promise<readonly Planned[]> => {
    await state.follow();
    // Planned from the state as followed: a later change makes the commit fail.
    const expectedSequence = state.sequence;
    if (expectedSequence !== run.upTo.sequence)
      run.existing.reset(await readStanding(bank, state, ports));
    run.upTo.sequence = expectedSequence;
    const at = ports.clock.now();
    const planned = await plan(at);
    const change = await composeChange(planned, null, at, run);
    if (change !== null)
      run.upTo.sequence = await inTurn(() => ports.store.commit(change, { expectedSequence }));
    for (const memory of planned.flatMap(({ memories }) => memories)) run.existing.note(memory);
    return planned;
  };
  for (let tries = 1; ; tries++) {
    try {
      return await (tries <= HASTY_TRIES
        ? attempt(ports.inTurn)
        : ports.inTurn(() => attempt((work) => work())));
    } catch (error) {
      if (!(MnemeError.is(error) && error.code === 'conflict') || tries >= MAX_TRIES) throw error;
    }
  }
}

async function advance(run: ReflectRun, to: number): Promise<void> {
  const change = await composeChange([], { reflectedUpTo: to }, run.ports.clock.now(), run);
  if (change !== null)
    await run.ports.inTurn(() =>
      run.ports.store.commit({ ...change, reason: `reflected up to change ${to}` }),
    );
}

function report(
  planned: readonly Planned[],
  { entities, from, to }: Touched,
  sequence: number,
  { notices }: ReflectRun,
): ReflectReport {
  const counts = (kind: ReflectionKind): ReflectionCounts => {
    const of = (fate: Planned['fate']): number =>
      planned.filter((each) => each.kind === kind && each.fate === fate).length;
    return { made: of('made'), renewed: of('renewed'), retracted: of('retracted') };
  };
  return {
    kinds: {
      observation: counts('observation'),
      opinion: counts('opinion'),
      principle: counts('principle'),
    },
    changed: planned.flatMap(({ reflection }) => reflection ?? []),
    considered: entities.size,
    from,
    to,
    sequence,
    notices: [...notices],
  };
}

function stopped(): MnemeError {
  return new MnemeError('interrupted', 'Stopped; what was reflected on so far is kept.', {
    hint: 'Run `mneme reflect` again: it does the rest.',
  });
}

/** Reflects on what changed in a bank, or on one entity. Throws `not_found` for an unknown name, `interrupted`. */
async function reflectOnBank(
  { signal, onProgress, ...raw }: ReflectInput & ReflectOptions,
  bank: OpenBank,
  parts: EngineParts,
): Promise<ReflectReport> {
  const {
    about,
    since,
    kinds = REFLECTION_KINDS,
  } = boundedIn(parseInput(ReflectInput, raw, 'reflect'), await bankOffset(bank.name, parts.store));
  await bank.state.follow();
  const entity = about === undefined ? null : resolveName(about, 'reflect.about', bank);
  let withoutVector = 0;
  const report = await reflect(
    { about: entity, since, kinds },
    bank.name,
    bank.state,
    portsOf(bank, parts, () => withoutVector++),
    definedOnly({ signal, onProgress }),
  );
  if (report.changed.length > 0) bank.late?.noteWrite(withoutVector);
  return report;
}

function portsOf(
  { state, writes }: OpenBank,
  parts: EngineParts,
  onMissing: () => void,
): ReflectPorts {
  const { store, clock, stemmer, actor, newId, encoder, embedder, languageModel } = parts;
  return {
    store,
    clock,
    stemmer,
    actor,
    newId,
    read: (memory) => readForIndex(memory, stemmer),
    embed: async ({ id, content }, terms) => {
      const learned = embedder?.id === state.encoder ? embedder : null;
      const vector =
        learned === null
          ? encoder.document(content, terms)
          : ((await learned.documents([content])).vectors[0] ?? null);
      if (vector === null) onMissing();
      return vector === null
        ? null
        : { memory: id, space: 'semantic', encoder: state.encoder, vector };
    },
    ...(languageModel === undefined ? {} : { languageModel }),
    inTurn: (work) => writes.run(work),
  };
}

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly opinions: Opinions;
    /**
     * Derives observations, opinions and principles from what changed, each based on named memories and committed
     * separately; a second run changes nothing. Throws `not_found` for an unknown name, `interrupted` between two
     * changes, `read_only`, `invalid_input`.
     */
    reflect(input?: ReflectInput & ReflectOptions): Promise<ReflectReport>;
  }
}

export const reflectMethod =
  (bank: BankHandle) =>
  async (input: ReflectInput & ReflectOptions = {}): Promise<ReflectReport> => {
    const open = await bank.serve();
    bank.assertWritable();
    return reflectOnBank(input, open, bank.parts);
  };

/** The bank's opinions, and how certain they are. */
export class Opinions {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Current opinions, most certain first; least certain first with `below`, or with `revise`, which gives only those
   * that are contradicted, uncertain or old; with `about` also what was said on the matter.
   */
  async list(filter: OpinionFilter = {}): Promise<OpinionList> {
    return listOpinions(filter, await this.bank.serve(), this.bank.parts);
  }

  /**
   * Moves an opinion by evidence: one step up, one down, or two down. Throws `not_found`, `invalid_input` for
   * anything but an opinion.
   */
  weigh(input: OpinionMoveInput): Promise<Reversible<OpinionReceipt>> {
    return this.bank.reversing(
      async (bank) => moveOpinion(await this.bank.cleaned(input), bank, this.bank.parts),
      ({ changed }) => changed,
    );
  }
}

import { z } from 'zod';
import type { OpenBank } from '../../bank/core.js';
import { journalBackwards } from '../../bank/pages.js';
import type { LoggedChange } from '../../domain/change.js';
import { type Edge, EDGE_FAMILIES } from '../../domain/graph.js';
import { MemoryId } from '../../domain/ids.js';
import {
  independentEvidence,
  type Memory,
  type Source,
  SOURCE_CONFIDENCE,
} from '../../domain/memory.js';
import { isReflected } from '../../domain/reflection.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import { logLine, LogLine } from './list.js';
import type { Store } from '../../ports/store.js';
import type { Clock } from '../../ports/system.js';

/** How the bank acquired a memory. */
const KNOWLEDGE_SOURCES = ['observed', 'inferred', 'told', 'imagined'] as const;
export type KnowledgeSource = (typeof KNOWLEDGE_SOURCES)[number];

const sourceReportShape = z.strictObject({
  source: z.enum(KNOWLEDGE_SOURCES),
  /** Credibility of that source, 0..1, including what was learned from votes. */
  reliability: Share,
  evidence: z.number(),
  /** Other sources that its evidence suggests. */
  confusion: z.array(z.enum(KNOWLEDGE_SOURCES)),
  from: z.array(z.string()),
});
export interface SourceReport extends Of<typeof sourceReportShape> {}
export const SourceReport: SchemaOf<SourceReport, typeof sourceReportShape> = sourceReportShape;

const OF_SOURCE: Readonly<Record<Source, KnowledgeSource>> = {
  user: 'told',
  agent: 'inferred',
  tool: 'observed',
  web: 'told',
};

/** The origin of a memory: observed by a tool, stated by somebody, inferred by the bank itself, or only assumed. */
export async function sourceOfMemory(memory: Memory, bank: OpenBank): Promise<SourceReport> {
  await bank.state.follow();
  const sources = [...new Set(memory.provenance.map(({ source }) => OF_SOURCE[source]))];
  const source = sourceOf(memory);
  const [first] = memory.provenance;
  const quality =
    bank.state.votes.meta
      .qualities()
      .find(({ of, name }) => of === 'source' && name === first?.source)?.quality ??
    SOURCE_CONFIDENCE[first?.source ?? 'user'];
  return {
    source,
    reliability: quality,
    evidence: independentEvidence(memory),
    confusion: sources.filter((each) => each !== source),
    from: [...new Set(memory.provenance.flatMap(({ speaker, origin }) => speaker ?? origin ?? []))],
  };
}

const SUPPOSED =
  /\b(?:imagine|suppose|perhaps|maybe|might|hypothetical(?:ly)?|what if|dreamt|dreamed|could have)\b/iu;

function sourceOf(memory: Memory): KnowledgeSource {
  if (isReflected(memory) || memory.kind === 'principle' || memory.kind === 'observation')
    return 'inferred';
  if (SUPPOSED.test(memory.content)) return 'imagined';
  return OF_SOURCE[memory.provenance[0]?.source ?? 'user'];
}

const supportStepShape = z.strictObject({
  id: MemoryId,
  text: z.string(),
  /**
   * Its relation to the memory in `of`. That memory rests on its source turns, on what its reason names, and on the
   * value it replaced; changing it affects notes read from it, concluded with it, or resting on it.
   */
  as: z.enum([
    'told in',
    'because of',
    'in place of',
    'read off it',
    'concluded with it',
    'rests on it',
  ]),
  /** The other end of the relation; the shown memory at depth 1. */
  of: MemoryId,
  depth: z.number().int().min(1),
});
/** A step of a support tree. */
interface SupportStep extends Of<typeof supportStepShape> {}

const supportShape = z.strictObject({
  /** What it rests on. */
  standsOn: z.array(supportStepShape),
  /** What a change of it would put in doubt or require to be concluded again. */
  touches: z.array(supportStepShape),
});
/** What a memory rests on, and what rests on it, nearest first; each memory once. */
export interface Support extends Of<typeof supportShape> {}
export const Support: SchemaOf<Support, typeof supportShape> = supportShape;

const MAX_DEPTH = 3;
const MAX_STEPS = 60;
const MAX_LINKS = 200;

type Found = Pick<SupportStep, 'as'> & { readonly of: string; readonly other: string };
type Reading = (edge: Edge) => Found | null;

const groundOf: Reading = ({ from, to, role }) =>
  role === 'derived_from'
    ? { of: from, other: to, as: 'told in' }
    : role === 'rests_on'
      ? { of: from, other: to, as: 'because of' }
      : role === 'supersedes'
        ? { of: from, other: to, as: 'in place of' }
        : null;

const restsOn: Reading = ({ from, to, role }) =>
  role === 'rests_on'
    ? { of: to, other: from, as: 'rests on it' }
    : role === 'derived_from'
      ? { of: to, other: from, as: 'read off it' }
      : null;

/** Walks the links of a memory to what it rests on, and to what a change of it would affect. */
export async function supportOf(
  id: MemoryId,
  { name }: Pick<OpenBank, 'name'>,
  store: Store,
): Promise<Support> {
  const walk = async (start: readonly Found[], read: Reading): Promise<SupportStep[]> => {
    const steps: SupportStep[] = [];
    const seen = new Set<string>([id]);
    let open = start;
    for (let depth = 1; depth <= MAX_DEPTH && open.length > 0; depth++) {
      const fresh = [...new Map(open.map((each) => [each.other, each])).values()]
        .filter(({ other }) => !seen.has(other))
        .slice(0, MAX_STEPS - steps.length);
      for (const { other } of fresh) seen.add(other);
      const texts = new Map(
        (
          await store.get(
            name,
            fresh.map(({ other }) => other as MemoryId),
          )
        ).flatMap(({ id: own, content, retractedAt }) =>
          retractedAt === null ? [[own as string, content] as const] : [],
        ),
      );
      const standing = fresh.filter(({ other }) => texts.has(other));
      steps.push(
        ...standing.map(({ other, of, as }) => ({
          id: other as MemoryId,
          text: texts.get(other) ?? '',
          as,
          of: of as MemoryId,
          depth,
        })),
      );
      open = await linksOf(
        standing.map(({ other }) => other as MemoryId),
        read,
      );
    }
    return steps;
  };
  const linksOf = async (ids: readonly MemoryId[], read: Reading): Promise<Found[]> =>
    (await store.neighbours(name, ids, EDGE_FAMILIES, MAX_LINKS)).flatMap((edge) => {
      const found = read(edge);
      return found !== null && (ids as readonly string[]).includes(found.of) ? [found] : [];
    });
  return {
    standsOn: await walk(await linksOf([id], groundOf), groundOf),
    touches: await walk(
      [...(await linksOf([id], restsOn)), ...(await concludedWith(id, name, store))],
      restsOn,
    ),
  };
}

/** Notes concluded from this note's turn and another one: a rule, and what it was applied to. */
async function concludedWith(id: MemoryId, bank: OpenBank['name'], store: Store): Promise<Found[]> {
  const links = async (ids: readonly MemoryId[]): Promise<readonly Edge[]> =>
    (await store.neighbours(bank, ids, EDGE_FAMILIES, MAX_LINKS)).filter(
      ({ role }) => role === 'derived_from',
    );
  const [turn] = (await links([id])).filter(({ from }) => from === id).map(({ to }) => to);
  if (turn === undefined) return [];
  const beside = (await links([turn as MemoryId])).filter(({ to }) => to === turn);
  const notes = [...new Set(beside.map(({ from }) => from as MemoryId))].filter(
    (other) => other !== id,
  );
  const turnsOf = new Map<string, Set<string>>();
  for (const { from, to } of notes.length === 0 ? [] : await links(notes))
    turnsOf.set(from, (turnsOf.get(from) ?? new Set()).add(to));
  const concluded = (await store.get(bank, notes)).filter(
    ({ id: own, note }) =>
      note !== undefined && note.because !== null && (turnsOf.get(own)?.size ?? 0) > 1,
  );
  return concluded.map((each) => ({ of: id, other: each.id, as: 'concluded with it' as const }));
}

const lineageStepShape = z.strictObject({
  change: LogLine,
  /** Null if it did not exist after the change, for example when its creation was undone. */
  version: z.number().nullable(),
  /** The fields that the change altered, such as `confidence`; empty for the first version. */
  altered: z.array(z.string()),
});
/** One version of a memory, and the change that made it. */
export interface LineageStep extends Of<typeof lineageStepShape> {}
export const LineageStep: SchemaOf<LineageStep, typeof lineageStepShape> = lineageStepShape;

const lineageShape = z.strictObject({
  /** Oldest first. */
  steps: z.array(LineageStep),
  /** Its successors in order, up to the current one. */
  successors: z.array(MemoryId),
});
export interface Lineage extends Of<typeof lineageShape> {}
export const Lineage: SchemaOf<Lineage, typeof lineageShape> = lineageShape;

const MAX_SUCCESSORS = 50;
const COMPARED = [
  'confidence',
  'importance',
  'tags',
  'metadata',
  'provenance',
  'supersededBy',
  'occurredFrom',
  'occurredTo',
  'context',
  'retractedAt',
] as const satisfies readonly (keyof Memory)[];

/** The history of a memory: every change of it, from the journal. */
export async function lineageOf(
  memory: Memory,
  bank: Pick<OpenBank, 'name'>,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<Lineage> {
  const { id } = memory;
  const steps: LineageStep[] = [];
  let before: Memory | undefined;
  for (const change of await changesOf(id, bank, store)) {
    const [then] = await store.get(bank.name, [id], change.at);
    const altered =
      before === undefined || then === undefined
        ? []
        : COMPARED.filter(
            (field) => JSON.stringify(before?.[field]) !== JSON.stringify(then[field]),
          );
    steps.push({
      change: await logLine(change, bank.name, store, clock.now()),
      version: then?.version ?? null,
      altered,
    });
    before = then ?? before;
  }
  return { steps, successors: await successorsOf(memory, bank, store) };
}

/** Oldest first. */
async function changesOf(
  memory: MemoryId,
  { name }: Pick<OpenBank, 'name'>,
  store: Store,
): Promise<readonly LoggedChange[]> {
  const found: LoggedChange[] = [];
  for await (const change of journalBackwards(name, { memory }, store)) found.push(change);
  return found.reverse();
}

async function successorsOf(
  memory: Memory,
  { name }: Pick<OpenBank, 'name'>,
  store: Store,
): Promise<MemoryId[]> {
  const found: MemoryId[] = [];
  for (
    let next = memory.supersededBy;
    next !== null && !found.includes(next) && found.length < MAX_SUCCESSORS;
  ) {
    found.push(next);
    next = (await store.get(name, [next]))[0]?.supersededBy ?? null;
  }
  return found;
}

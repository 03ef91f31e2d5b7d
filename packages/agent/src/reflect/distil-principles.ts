import type { Disposition } from '@mneme/core/domain/bank.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import { readCauses } from '@mneme/core/language/causal/causes.js';
import { readNorms } from '@mneme/core/language/instructions.js';
import { sentences } from '@mneme/core/language/segmentation.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { clipped } from './compose-observation.js';
import type { Ground, ReflectRun, Wanted } from './reflect-run.js';

/** A sentence that states a regularity: that one thing causes another, or what must always or never be done. */
export interface Assertion {
  readonly sort: 'cause' | 'norm';
  readonly memory: Memory;
  readonly text: string;
  /** Stems of the cause, or of the action. */
  readonly of: ReadonlySet<string>;
  /** Stems of the effect; empty for a norm. */
  readonly to: ReadonlySet<string>;
  /** Whether the effect occurs, or the action is required. */
  readonly positive: boolean;
}

const NEGATION =
  /(?<!\p{L})(?:no|not|never|nothing|without|cannot|hardly|barely)(?!\p{L})|n['’]t(?!\p{L})/giu;
const CONCESSION =
  /(?<!\p{L})(?:despite|even though|although|in spite of|anyway|nonetheless|even with|yet)(?!\p{L})/iu;
/** The longest text searched for regularities: documents are not read whole. */
const LONGEST = 4_000;

/** The regularities that a memory states, in order. */
export function readAssertions(memory: Memory, stemmer: Stemmer): Assertion[] {
  const { content, language } = memory;
  if (content.length > LONGEST) return [];
  const stems = (text: string): ReadonlySet<string> =>
    new Set(contentTerms(text, language, stemmer));
  const causes = readCauses(content).flatMap(({ cause, effect }): Assertion[] => {
    if (cause === null) return [];
    const [of, to] = [stems(cause.text), stems(effect.text)];
    const text = content
      .slice(Math.min(cause.start, effect.start), Math.max(cause.end, effect.end))
      .trim();
    return of.size === 0 || to.size === 0
      ? []
      : [
          {
            sort: 'cause',
            memory,
            text,
            of,
            to,
            positive: !isDenied(effect.text) || isDenied(cause.text),
          },
        ];
  });
  const norms = readNorms(content).flatMap(({ text, deed, bids }): Assertion[] => {
    const of = stems(deed);
    return of.size === 0
      ? []
      : [{ sort: 'norm', memory, text, of, to: new Set<string>(), positive: bids }];
  });
  return [...causes, ...norms];
}

/**
 * Whether a memory reports that a cause was present and its effect failed to occur: both are named in one negated
 * sentence.
 */
function isExceptionTo(
  memory: Memory,
  of: ReadonlySet<string>,
  to: ReadonlySet<string>,
  stemmer: Stemmer,
): boolean {
  if (memory.content.length > LONGEST) return false;
  return sentences(memory.content).some(({ text }) => {
    if (!isDenied(text) && !CONCESSION.test(text)) return false;
    const held = new Set(contentTerms(text, memory.language, stemmer));
    return [...of].some((stem) => held.has(stem)) && [...to].some((stem) => held.has(stem));
  });
}

/** Whether a memory may be evidence for a regularity or an exception to one. */
export function mayBear(memory: Memory, stemmer: Stemmer): boolean {
  return (
    isDenied(memory.content) ||
    CONCESSION.test(memory.content) ||
    readAssertions(memory, stemmer).length > 0
  );
}

/** An odd number of negations. */
function isDenied(text: string): boolean {
  return (text.match(NEGATION)?.length ?? 0) % 2 === 1;
}

/** Laplace's rule of succession: the probability that the next case agrees, 0..1. */
export function ruleOfSuccession(agreeing: number, against: number): number {
  return (agreeing + 1) / (agreeing + against + 2);
}

/** Minimum number of independent memories, by scepticism. */
const MIN_INDEPENDENT = [3, 3, 3, 4, 5];
/** Minimum share of cases in which it holds, by scepticism. */
const MIN_SHARE = [0.5, 0.55, 0.6, 0.7, 0.8];
/**
 * Minimum share of the shorter wording's stems that two wordings of the same regularity have in common, for causes
 * and for norms.
 */
const COMMON = { cause: 0.5, norm: 0.6 };
const NORM_JACCARD = 0.4;
const MAX_GROUNDS = 20;
const LONGEST_WORDING = 240;
const DOUBTING = 4;
/** From this degree of literalness on, the words are quoted. */
const LITERAL = 3;

/** Assertions of one regularity: those for it and those that say the opposite. */
interface Regularity {
  readonly sort: Assertion['sort'];
  readonly holding: readonly Assertion[];
  readonly against: readonly Assertion[];
}

/**
 * Groups assertions that say the same in other words, each with those that contradict it. In order of recording, so
 * the same bank gives the same groups.
 */
export function groupAssertions(assertions: readonly Assertion[]): Regularity[] {
  const groups: Assertion[][] = [];
  const byStem = new Map<string, Set<Assertion[]>>();
  for (const assertion of assertions) {
    const near = new Set(
      [...assertion.of].flatMap((stem) => [...(byStem.get(`${assertion.sort}/${stem}`) ?? [])]),
    );
    let group = [...near].find(
      (members) =>
        members.filter((member) => saysTheSame(assertion, member)).length * 2 >= members.length,
    );
    if (group === undefined) {
      group = [];
      groups.push(group);
    }
    group.push(assertion);
    for (const stem of assertion.of) {
      const key = `${assertion.sort}/${stem}`;
      byStem.set(key, (byStem.get(key) ?? new Set()).add(group));
    }
  }
  return groups.map((group) => {
    const positive = group.filter((each) => each.positive);
    const negative = group.filter((each) => !each.positive);
    const [holding, against] =
      positive.length >= negative.length ? [positive, negative] : [negative, positive];
    return { sort: group[0]?.sort ?? 'norm', holding, against };
  });
}

function saysTheSame(a: Assertion, b: Assertion): boolean {
  if (a.sort === 'cause')
    return overlap(a.of, b.of) >= COMMON.cause && overlap(a.to, b.to) >= COMMON.cause;
  const shared = common(a.of, b.of);
  return (
    overlap(a.of, b.of) >= COMMON.norm &&
    shared / (a.of.size + b.of.size - shared) >= NORM_JACCARD &&
    shared >= Math.min(2, a.of.size, b.of.size)
  );
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((stem) => b.has(stem)).length;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return common(a, b) / Math.min(a.size, b.size);
}

/** The stems that at least half of the assertions share. */
function core(assertions: readonly Assertion[], side: 'of' | 'to'): Set<string> {
  const counts = new Map<string, number>();
  for (const assertion of assertions)
    for (const stem of assertion[side]) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count * 2 >= assertions.length).map(([stem]) => stem),
  );
}

/** Finds memories with the words of a regularity, which may be exceptions to it. */
type FindMemories = (stems: ReadonlySet<string>) => Promise<readonly Memory[]>;

/**
 * The principles with enough independent evidence, each with its exceptions. `identity` returns the key of an
 * existing one.
 */
export async function distilPrinciples(
  regularities: readonly Regularity[],
  run: ReflectRun,
  find: FindMemories,
  identity: (evidence: readonly MemoryId[]) => string | null,
): Promise<Wanted[]> {
  const { disposition } = run;
  const wanted: Wanted[] = [];
  for (const { sort, holding, against } of regularities) {
    const least = MIN_INDEPENDENT[disposition.scepticism - 1] ?? 3;
    if (independent(holding.map(({ memory }) => memory)) < least) continue;
    const exceptions = sort === 'cause' ? await exceptionsTo(holding, against, run, find) : [];
    const counter = distinct([...against.map(({ memory }) => memory), ...exceptions]);
    const [agreeing, disagreeing] = [
      independent(holding.map(({ memory }) => memory)),
      independent(counter),
    ];
    if (agreeing / (agreeing + disagreeing) < (MIN_SHARE[disposition.scepticism - 1] ?? 0.6))
      continue;
    const memories = distinct(holding.map(({ memory }) => memory));
    wanted.push({
      key:
        identity(memories.map(({ id }) => id)) ??
        `principle:${sort}:${memories[0]?.id ?? ''}:${[...core(holding, 'of')].sort().slice(0, 3).join('+')}`,
      kind: 'principle',
      about: null,
      content: worded(sort, clearest(holding), disposition),
      confidence: ruleOfSuccession(agreeing, disagreeing),
      grounds: grounds(memories, sort),
      against: grounds(counter, sort),
      mentions: [],
      metadata: { agreeing, disagreeing },
    });
  }
  return wanted;
}

async function exceptionsTo(
  holding: readonly Assertion[],
  against: readonly Assertion[],
  { ports }: ReflectRun,
  find: FindMemories,
): Promise<Memory[]> {
  const known = new Set([...holding, ...against].map(({ memory }) => memory.id));
  const [of, to] = [core(holding, 'of'), core(holding, 'to')];
  if (of.size === 0 || to.size === 0) return [];
  return (await find(of)).filter(
    (memory) => !known.has(memory.id) && isExceptionTo(memory, of, to, ports.stemmer),
  );
}

/**
 * The number of independent sources: the turns of one speaker in one conversation are one source, a repetition
 * elsewhere is another.
 */
function independent(memories: readonly Memory[]): number {
  return new Set(
    memories.flatMap(({ id, provenance }) =>
      provenance.map(({ session, speaker }, at) =>
        session === null ? `${id}/${at}` : `${session}/${speaker ?? ''}`,
      ),
    ),
  ).size;
}

function distinct(memories: readonly Memory[]): Memory[] {
  return [...new Map(memories.map((memory) => [memory.id, memory])).values()];
}

function grounds(memories: readonly Memory[], label: string): Ground[] {
  return memories.slice(-MAX_GROUNDS).map((memory) => ({ memory, label }));
}

/** The wording that shares most with the others; the shortest among equals. */
function clearest(holding: readonly Assertion[]): Assertion {
  const [of, to] = [core(holding, 'of'), core(holding, 'to')];
  const score = (each: Assertion): number =>
    (common(each.of, of) + common(each.to, to)) / (each.of.size + each.to.size);
  return holding.reduce((best, each) =>
    score(each) > score(best) ||
    (score(each) === score(best) && each.text.length < best.text.length)
      ? each
      : best,
  );
}

function worded(
  sort: Assertion['sort'],
  { text }: Assertion,
  { scepticism, literalism }: Disposition,
): string {
  const plain = clipped(text, LONGEST_WORDING).replace(/(?<![.!…])[.!…]+$/, '');
  const said = literalism >= LITERAL ? `“${plain}”` : plain;
  const opening = sort === 'cause' ? 'Seen again and again' : 'Said again and again';
  return `${opening}${scepticism >= DOUBTING ? ', though not proven' : ''}: ${said}.`;
}

import type { CertaintyFactors, CertaintyLevel } from '../../domain/certainty.js';
import { LAYER_OF_KIND, LAYER_QUALITY } from '../../domain/layers.js';
import type { Memory, MemoryKind } from '../../domain/memory.js';
import { independentEvidence } from '../../domain/provenance.js';
import { DAY, type Instant } from '../../domain/time.js';
import type { BankState } from '../../indexes/bank-state.js';
import { rolesOf, rolesWith } from '../../indexes/edge-index.js';
import type { Ranked } from '../ranking/score.js';

/** How far the quality learned from use shifts that of the memory's kind. */
const LEARNED_SHARE = 0.4;

/**
 * How reliable a memory is, 0..1: by its kind, by whether only links found it, and by its quality learned from use
 * (0..1).
 */
export function sourceQuality(
  kind: MemoryKind,
  paths: readonly string[],
  learned: number | null,
): number {
  const base =
    paths.length > 0 && paths.every((path) => path === 'graph')
      ? LAYER_QUALITY.graph
      : LAYER_QUALITY[LAYER_OF_KIND[kind]];
  return learned === null ? base : (1 - LEARNED_SHARE) * base + LEARNED_SHARE * learned;
}

const WEIGHTS: Readonly<Record<keyof CertaintyFactors, number>> = {
  relevance: 0.35,
  sourceQuality: 0.25,
  recency: 0.15,
  consistency: 0.15,
  completeness: 0.1,
};

const FLOORS: readonly (readonly [CertaintyLevel, number])[] = [
  ['very_high', 0.9],
  ['high', 0.7],
  ['medium', 0.5],
  ['low', 0.3],
];

const NAMES = Object.keys(WEIGHTS) as (keyof CertaintyFactors)[];

export function overall(factors: CertaintyFactors): number {
  let sum = 0;
  for (const name of NAMES) sum += WEIGHTS[name] * factors[name];
  return sum;
}

export function levelOf(certainty: number): CertaintyLevel {
  return FLOORS.find(([, least]) => certainty >= least)?.[0] ?? 'very_low';
}

/** A memory's quality as learned from use, 0..1; null if nothing was learned. */
export type QualityOf = (memory: Memory) => number | null;

/** The five factors of one result. */
export function readFactors(
  { slot, memory, score, parts, paths }: Ranked,
  state: BankState,
  now: Instant,
  quality: QualityOf,
): CertaintyFactors {
  const links = linksOf(slot, state);
  return {
    relevance: Math.max(
      score,
      parts.relevance,
      Math.min(1, parts.semantic),
      Math.min(1, parts.picture ?? 0),
    ),
    sourceQuality: sourceQuality(memory.kind, paths, quality(memory)),
    recency: recency(lastTold(memory), now),
    consistency: consistency(memory, links),
    completeness: completeness(memory, links.mentions),
  };
}

/** When it was last said: a repeated memory is as recent as its latest evidence. */
function lastTold({ saidAt, provenance }: Memory): Instant {
  return provenance.reduce((latest, evidence) => Math.max(latest, evidence.saidAt), saidAt);
}

/**
 * 0.95 within a day, then falls linearly to 0.3 at seven days and to 0 thirty days later; 1 for a date in the future.
 * The pieces do not meet at one day; A4 defines it so.
 */
export function recency(told: Instant, now: Instant): number {
  const days = (now - told) / DAY;
  if (days < 0) return 1;
  if (days < 1) return 0.95;
  return days < 7
    ? Math.max(0.3, 0.95 - (days / 7) * 0.65)
    : Math.max(0, 0.3 - ((days - 7) / 30) * 0.3);
}

interface Links {
  readonly against: boolean;
  readonly support: boolean;
  readonly mentions: boolean;
}

const TELLING = rolesOf(['semantic', 'temporal', 'causal', 'relational']);
const AGAINST = rolesWith(['conflicts_with', 'supersedes']);
const SUPPORT = rolesWith(['supports']);
const MENTION = rolesWith(['mentions']);

function linksOf(slot: number, { edges }: BankState): Links {
  const roles = edges.rolesAt(edges.memoryNode(slot), TELLING);
  return {
    against: (roles & AGAINST) !== 0,
    support: (roles & SUPPORT) !== 0,
    mentions: (roles & MENTION) !== 0,
  };
}

/** Below this confidence, a memory counts as an assumption. */
const SUPPOSED = 0.5;

function consistency(memory: Memory, { against, support }: Links): number {
  const { kind, confidence, supersededBy } = memory;
  if (against || supersededBy !== null) return 0.4;
  if (support || independentEvidence(memory) > 1) return 0.9;
  return confidence < SUPPOSED || kind === 'opinion' ? 0.6 : 0.75;
}

/** Completeness of a memory without any of the optional parts. */
const ALWAYS = 0.8;
/** Number of optional parts: speaker, session, subject, names and dates. */
const TELLING_PARTS = 5;

function completeness(
  { speaker, session, tags, context, dates, provenance }: Memory,
  mentions: boolean,
): number {
  const told =
    Number(speaker !== null || provenance.some(({ origin }) => origin !== null)) +
    Number(session !== null) +
    Number(tags.length > 0 || context !== null) +
    Number(mentions) +
    Number(dates.length > 0);
  return ALWAYS + ((1 - ALWAYS) * told) / TELLING_PARTS;
}

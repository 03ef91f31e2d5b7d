import type { Disposition } from '@mneme/core/domain/bank.js';
import type { Edge, Entity } from '@mneme/core/domain/graph.js';
import { independentEvidence, type Memory } from '@mneme/core/domain/memory.js';
import type { OpinionMove } from '@mneme/core/domain/reflection.js';
import { normaliseName } from '@mneme/core/language/entity-names.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import {
  type Ground,
  type Holder,
  type ReflectRun,
  SELF,
  type Statement,
  type Wanted,
} from './reflect-run.js';
import { citationsAmong, findCircles } from '@mneme/core/modules/validity/index.js';

/**
 * How evidence moves the confidence of an opinion. Steps are taken in log-odds: at 0.5 a step moves the confidence by
 * about `step`, never by more, and by less the more certain the opinion is; steps add up in any order.
 */

/** The α of the paper's c ± α, which has no damping. */
export const OPINION_STEP = 0.1;
/** Above this, one contradiction could overturn a certain opinion. */
export const LARGEST_STEP = 0.3;
/** The confidence from a first statement of a preference. */
export const FIRST_CONFIDENCE = 0.6;
/** An opinion is never certain: beyond this limit, every step still has an effect. */
const LEAST = 0.01;
/** The slope of the logistic curve at its centre. */
const MIDDLE_SLOPE = 1 / 4;

/** A contradiction weighs as much as two weakenings. */
const STEPS: Readonly<Record<OpinionMove, number>> = { reinforce: 1, weaken: -1, contradict: -2 };

/** The shift of a move, in log-odds. `step` is α, 0 to {@link LARGEST_STEP}. */
export function shiftOf(move: OpinionMove, step = OPINION_STEP): number {
  return (STEPS[move] * step) / MIDDLE_SLOPE;
}

/**
 * The confidence after a shift in log-odds, 0..1: the same or higher for a positive one, the same or lower for a
 * negative one.
 */
export function shifted(confidence: number, shift: number): number {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, confidence));
  const moved = Math.min(
    1 - LEAST,
    Math.max(LEAST, 1 / (1 + Math.exp(-(Math.log(inside / (1 - inside)) + shift)))),
  );
  // A confidence beyond the limits, as set by a caller, stays until something contradicts it, and
  // then moves no faster than others.
  const farthest = confidence + shift * MIDDLE_SLOPE;
  return shift >= 0
    ? Math.max(confidence, Math.min(moved, farthest))
    : Math.min(confidence, Math.max(moved, farthest));
}

/** What determines an opinion besides the statements it was formed from. */
interface OpinionCase {
  /** Statements for it, including the first, and against it. */
  readonly agreeing: number;
  readonly against: number;
  /** The moves by callers, in log-odds. */
  readonly moved: number;
  readonly steps: Readonly<Record<OpinionMove, number>>;
}

/** The confidence of an opinion from all evidence for and against it, independent of its order. */
export function opinionConfidence({ agreeing, against, moved, steps }: OpinionCase): number {
  const shift =
    (agreeing - 1) * shiftOf('reinforce', steps.reinforce) +
    against * shiftOf('contradict', steps.contradict) +
    moved;
  return shifted(FIRST_CONFIDENCE, shift);
}

/** How often something must be said to form an opinion, by scepticism: from twice to four times. */
const MIN_SAID = [2, 2, 2, 3, 4];
/** How much each degree of scepticism beyond the middle slows agreement and speeds up doubt. */
const PER_DEGREE = 0.15;
/** A memory counts as often as it was said, up to this limit. */
const MAX_TIMES = 5;
const MIDDLE = 3;
/** From this degree of literalness on, only identical words mean the same. */
const LITERAL = 4;
const LOOSE = 2;

/** Somebody's statements for and against one thing. */
interface Stance {
  readonly objectKey: string;
  readonly statements: Statement[];
}

/** How callers moved an opinion, according to the opinion and its edges. */
export interface Moved {
  readonly polarity: string;
  readonly shift: number;
}

/** The step sizes of this bank's opinions: a sceptical bank is convinced more slowly and dissuaded faster. */
export function opinionSteps(
  { scepticism }: Disposition,
  step = OPINION_STEP,
): Record<OpinionMove, number> {
  const doubt = PER_DEGREE * (scepticism - MIDDLE);
  return {
    reinforce: step * (1 - doubt),
    weaken: step * (1 + doubt),
    contradict: step * (1 + doubt),
  };
}

/**
 * Opinions of one holder, formed from what was said more than once. `movedOf` returns how callers moved an existing
 * one.
 */
export function formOpinions(
  holder: Holder,
  owner: Entity | null,
  statements: readonly Statement[],
  run: ReflectRun,
  movedOf: (key: string) => Moved | null,
): Wanted[] {
  return stances(statements, run).flatMap((stance): Wanted[] => {
    const votes = votesOf(stance);
    const counts = { for: 0, against: 0 };
    for (const { times, side } of votes) counts[side] += times;
    const latest = votes.at(-1)?.side ?? 'for';
    const side =
      counts.for === counts.against ? latest : counts.for > counts.against ? 'for' : 'against';
    const other = side === 'for' ? 'against' : 'for';
    if (counts[side] < (MIN_SAID[run.disposition.scepticism - 1] ?? 2)) return [];
    const agreeing = votes.filter((vote) => vote.side === side);
    const key = `opinion:${holder}:${stance.objectKey}`;
    const moved = movedOf(key);
    const object = agreeing.at(-1)?.statement.object ?? '';
    const objectEntity = run.state.entities.get(agreeing.at(-1)?.statement.objectId ?? '');
    return [
      {
        key,
        kind: 'opinion',
        about: owner,
        content: worded(
          owner,
          side,
          object,
          agreeing.some(
            ({ statement }) =>
              statement.predicate === 'likes' || statement.predicate === 'dislikes',
          ),
        ),
        confidence: opinionConfidence({
          agreeing: counts[side],
          against: counts[other],
          moved: moved?.polarity === side ? moved.shift : 0,
          steps: opinionSteps(run.disposition),
        }),
        grounds: agreeing.map(ground),
        against: votes.filter((vote) => vote.side === other).map(ground),
        mentions: [owner, objectEntity].filter((entity) => entity !== null && entity !== undefined),
        metadata: {
          holder: owner?.name ?? SELF,
          object,
          polarity: side,
          agreeing: counts[side],
          disagreeing: counts[other],
        },
      },
    ];
  });
}

/** The sum of manual moves: those based on a memory count while it is current. */
export function movedBy(opinion: Memory, edges: readonly Edge[]): Moved {
  const witnessed = edges.reduce(
    (sum, edge) =>
      sum + (isMove(edge, opinion) ? shiftOf(edge.label as OpinionMove, edge.weight) : 0),
    0,
  );
  return {
    polarity: String(opinion.metadata['polarity'] ?? ''),
    shift: Number(opinion.metadata['moved'] ?? 0) + witnessed,
  };
}

/** Whether an edge is evidence from a caller that moved an opinion. */
export function isMove({ from, to, role, label }: Edge, { id }: Pick<Memory, 'id'>): boolean {
  if (role === 'supports') return to === id && label === 'reinforce';
  return role === 'conflicts_with' && from === id && (label === 'weaken' || label === 'contradict');
}

function stances(statements: readonly Statement[], run: ReflectRun): Stance[] {
  const byObject = new Map<string, Stance>();
  for (const statement of statements) {
    const objectKey = keyOf(statement.object, run);
    if (objectKey === '') continue;
    const stance = byObject.get(objectKey) ?? { objectKey, statements: [] };
    byObject.set(objectKey, stance);
    stance.statements.push(statement);
  }
  return [...byObject.values()];
}

function keyOf(object: string, { disposition: { literalism }, ports }: ReflectRun): string {
  if (literalism >= LITERAL) return normaliseName(object);
  const stems = contentTerms(object, 'en', ports.stemmer);
  if (stems.length === 0) return normaliseName(object);
  return literalism <= LOOSE ? (stems.at(-1) ?? '') : stems.join(' ');
}

interface Vote {
  readonly statement: Statement;
  readonly side: 'for' | 'against';
  readonly times: number;
}

/**
 * One vote per memory, by its last statement, counted as often as it was said; in the order of saying. Past
 * statements take no side.
 */
function votesOf({ statements }: Stance): Vote[] {
  const votes = new Map<string, Vote>();
  for (const statement of statements) {
    if (statement.past) continue;
    const side =
      statement.predicate === 'likes' || statement.predicate === 'praises' ? 'for' : 'against';
    votes.set(statement.memory.id, {
      statement,
      side,
      times: Math.min(MAX_TIMES, independentEvidence(statement.memory)),
    });
  }
  return oncePerCircle(
    [...votes.values()].sort((a, b) => a.statement.memory.saidAt - b.statement.memory.saidAt),
  );
}

/** Of memories whose evidence is only each other, just the first has a vote, counted once: the others repeat it. */
function oncePerCircle(votes: readonly Vote[]): Vote[] {
  const memories = new Map(votes.map(({ statement: { memory } }) => [memory.id, memory]));
  const circles = findCircles(memories, citationsAmong([...memories.values()])).filter(
    ({ grounds }) => grounds.length === 0,
  );
  return votes.flatMap((vote, at) => {
    const circle = circles.find(({ members }) => members.includes(vote.statement.memory.id));
    if (circle === undefined) return [vote];
    const first = votes.findIndex(({ statement }) => circle.members.includes(statement.memory.id));
    return first === at ? [{ ...vote, times: 1 }] : [];
  });
}

function ground({ statement }: Vote): Ground {
  return { memory: statement.memory, label: statement.predicate };
}

function worded(owner: Entity | null, side: Vote['side'], object: string, liking: boolean): string {
  const verbs = liking ? { for: 'like', against: 'dislike' } : { for: 'think', against: 'think' };
  const rest = liking ? object : `${side === 'for' ? 'well' : 'little'} of ${object}`;
  return owner === null ? `I ${verbs[side]} ${rest}.` : `${owner.name} ${verbs[side]}s ${rest}.`;
}

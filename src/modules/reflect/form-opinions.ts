import type { Disposition } from '../../domain/disposition.js';
import { independentEvidence } from '../../domain/evidence.js';
import type { Edge, Entity } from '../../domain/graph.js';
import type { Memory } from '../../domain/memory.js';
import { normaliseName } from '../../language/entity-names.js';
import { contentTerms } from '../../language/terms.js';
import { OPINION_STEP, opinionConfidence, shiftOf } from './opinion-steps.js';
import type { OpinionMove } from '../../domain/opinion.js';
import { citationsAmong, findCircles } from '../validity/index.js';
import type { Ground, ReflectRun, Wanted } from './ports.js';
import { SELF, type Holder, type Statement } from './read-statements.js';

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
 * Opinions of one holder, formed from what was said more than once. `movedOf` returns how callers moved an
 * existing one.
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

/** Of memories that rest only on each other, just the first has a vote, counted once: the others repeat it. */
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

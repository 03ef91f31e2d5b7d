import type { EpisodicRow, ProceduralRow, SemanticRow } from '../../domain/layers.js';
import type { Memory, Metadata } from '../../domain/memory.js';
import { describeInterval } from '../../language/describe-interval.js';
import { readProcedure } from '../../language/procedure.js';
import { figuresOf, type JudgedRow } from './row-figures.js';

/** Ordered by session, earliest start first, and by position within it. */
export function episodicRows(ranked: readonly JudgedRow[]): EpisodicRow[] {
  const begun = new Map<string | null, number>();
  for (const { memory } of ranked)
    begun.set(memory.session, Math.min(memory.saidAt, begun.get(memory.session) ?? Infinity));
  const beginOf = ({ session, saidAt }: Memory): number =>
    session === null ? saidAt : (begun.get(session) ?? saidAt);
  return [...ranked]
    .sort(
      ({ memory: a }, { memory: b }) =>
        beginOf(a) - beginOf(b) ||
        compare(a.session ?? '', b.session ?? '') ||
        a.position - b.position ||
        a.saidAt - b.saidAt,
    )
    .map(({ memory, ...judged }) => ({
      eventId: memory.id,
      content: memory.content,
      timestamp: memory.saidAt,
      type: memory.kind,
      speaker: memory.speaker,
      session: memory.session,
      turn: memory.provenance[0]?.turn ?? null,
      occurred: describeInterval(memory.occurredFrom, memory.occurredTo, memory.occurredPrecision),
      ...figuresOf({ memory, ...judged }),
    }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export function semanticRows(ranked: readonly JudgedRow[]): SemanticRow[] {
  return ranked.map(({ memory, ...judged }) => ({
    id: memory.id,
    content: memory.content,
    type: memory.kind,
    tags: memory.tags,
    ...figuresOf({ memory, ...judged }),
  }));
}

export function proceduralRows(ranked: readonly JudgedRow[]): ProceduralRow[] {
  return ranked.map((judged) => {
    const { memory } = judged;
    const procedure = readProcedure(memory.content);
    return {
      id: memory.id,
      name: text(memory.metadata, 'title') ?? procedure?.name ?? firstWords(memory.content),
      category:
        text(memory.metadata, 'category') ??
        text(memory.metadata, 'domain') ??
        memory.tags[0] ??
        null,
      template: memory.content,
      steps: procedure?.steps ?? [],
      avoids: procedure?.avoids ?? [],
      successRate: successRate(memory.metadata),
      ...figuresOf(judged),
    };
  });
}

function text(metadata: Metadata, key: string): string | null {
  const value = metadata[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Only from counted applications: an estimate would be taken for experience. */
function successRate({ applications, successes }: Metadata): number | null {
  if (typeof applications !== 'number' || typeof successes !== 'number' || applications <= 0)
    return null;
  return Math.min(1, Math.max(0, successes / applications));
}

const NAME_WORDS = 10;

function firstWords(content: string): string {
  const words = content.trim().split(/\s+/u);
  return words.length <= NAME_WORDS ? words.join(' ') : `${words.slice(0, NAME_WORDS).join(' ')}…`;
}

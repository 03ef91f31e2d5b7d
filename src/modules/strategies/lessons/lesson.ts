import type { Strategy } from '../../../domain/learned/strategy.js';
import type { Run } from '../run.js';

/** A strategy as extracted from runs, before it is a record. */
export interface Lesson extends Pick<
  Strategy,
  | 'title'
  | 'description'
  | 'content'
  | 'domain'
  | 'preconditions'
  | 'risk'
  | 'level'
  | 'actions'
  | 'avoids'
  | 'fromSuccess'
  | 'failureModes'
  | 'trajectories'
  | 'support'
> {
  /** Identifies the lesson when it is learned again. */
  readonly signature: string;
  /** How informative it is; only the weightiest of several are kept. */
  readonly weight: number;
}

/** The runs that lessons are extracted from together. */
export interface Scope {
  readonly runs: readonly Run[];
  readonly domain: string;
  readonly level: 'instance' | 'task' | 'domain';
  /** The task in words, for a scope of one task; '' if unknown, or if there are several. */
  readonly task: string;
}

/** “When asked to change the return flight”, or for every task, “In any task”. */
export function occasion({ task, level, domain }: Scope): string {
  if (task !== '') return `When asked to ${task}`;
  return level === 'domain' && domain !== 'general' ? `In ${domain} tasks` : 'In tasks like this';
}

/** Ids of the runs a lesson rests on, up to a maximum. */
export function sources(runs: readonly Run[]): Run['id'][] {
  return runs.slice(0, 40).map(({ id }) => id);
}

export function signatureOf(
  { domain, level, runs, task }: Scope,
  ...parts: readonly string[]
): string {
  return [domain, level === 'domain' ? '' : task || (runs[0]?.task ?? ''), ...parts].join('|');
}

import { createHash } from 'node:crypto';
import type { ParsedTrajectory, Step, Trajectory } from '../../domain/learned/trajectory.js';

const LONGEST_OBSERVATION = 2_000;
const LONGEST_THOUGHT = 1_000;

/** The stored form of a run. */
export function asTrajectory(
  { task, query, domain, steps, outcome, failureReason, startedAt, endedAt }: ParsedTrajectory,
  fallback: string,
): Trajectory {
  const body = {
    task: task ?? query.slice(0, 200),
    query,
    domain: domain ?? fallback,
    steps: steps.map(asStep),
    outcome,
    failureReason: failureReason ?? null,
  };
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22);
  return { ...body, hash, startedAt: startedAt ?? null, endedAt: endedAt ?? null };
}

function asStep({ thought, action, observation }: ParsedTrajectory['steps'][number]): Step {
  const { name, arguments: given } =
    typeof action === 'string' ? { name: action, arguments: {} } : action;
  const seen =
    observation === undefined || observation === null
      ? ''
      : typeof observation === 'string'
        ? observation
        : JSON.stringify(observation);
  return {
    thought: thought === null || thought === undefined ? null : thought.slice(0, LONGEST_THOUGHT),
    action: name,
    arguments: shortened(given),
    observation: seen.slice(0, LONGEST_OBSERVATION),
  };
}

function shortened(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST_OBSERVATION) : value,
    ]),
  );
}

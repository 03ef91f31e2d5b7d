import { createHash } from 'node:crypto';
import type { LearnedId } from '../../domain/ids.js';
import type { Trajectory } from '../../domain/learned/trajectory.js';
import type { LanguageModel } from '../../ports/language-model.js';
import { contrastRuns } from '../../prompts/contrast-runs.js';
import {
  lessonsOfFailure,
  strategiesOfSuccess,
  type RunForPrompt,
  type WrittenStrategies,
} from '../../prompts/strategies-of-run.js';
import { forbiddenNames } from '../../language/prohibitions.js';
import type { Lesson } from './lessons/lesson.js';

interface ReadRun {
  readonly id: LearnedId;
  readonly trajectory: Trajectory;
}

/** Maximum number of runs at one task compared in one request. */
const MAX_COMPARED = 6;

/**
 * Lessons written by a language model: for each task with successful and failed runs by comparing them,
 * else for each run, at most three each. Throws what the model throws.
 */
export async function modelLessons(
  model: LanguageModel,
  runs: readonly ReadRun[],
  signal?: AbortSignal,
): Promise<Lesson[]> {
  const byTask = new Map<string, ReadRun[]>();
  for (const run of runs)
    if (run.trajectory.outcome !== 'unknown')
      byTask.set(run.trajectory.task, [...(byTask.get(run.trajectory.task) ?? []), run]);
  const lessons: Lesson[] = [];
  for (const group of byTask.values()) {
    const well = group.filter(({ trajectory }) => trajectory.outcome === 'success');
    const badly = group.filter(({ trajectory }) => trajectory.outcome !== 'success');
    if (well.length > 0 && badly.length > 0) {
      const compared = [...well.slice(0, MAX_COMPARED / 2), ...badly.slice(0, MAX_COMPARED / 2)];
      lessons.push(
        ...asLessons(
          await model.complete(contrastRuns(compared.map(forPrompt)), signal),
          compared,
          true,
        ),
      );
      continue;
    }
    for (const run of group) {
      const good = well.includes(run);
      lessons.push(
        ...asLessons(
          await model.complete(
            (good ? strategiesOfSuccess : lessonsOfFailure)(forPrompt(run)),
            signal,
          ),
          [run],
          good,
        ),
      );
    }
  }
  return lessons;
}

function forPrompt({
  trajectory: { query, outcome, failureReason, steps },
}: ReadRun): RunForPrompt {
  return {
    query,
    outcome,
    failureReason,
    steps: steps.map(({ thought, action, arguments: given, observation }) => ({
      thought,
      action: Object.keys(given).length === 0 ? action : `${action}(${JSON.stringify(given)})`,
      observation,
    })),
  };
}

function asLessons(
  { strategies }: WrittenStrategies,
  runs: readonly ReadRun[],
  fromSuccess: boolean,
): Lesson[] {
  const domain = runs[0]?.trajectory.domain ?? 'general';
  const actions = new Set(
    runs.flatMap(({ trajectory }) => trajectory.steps.map(({ action }) => action)),
  );
  const well = runs.filter(({ trajectory }) => trajectory.outcome === 'success').length;
  return strategies.map(({ title, description, content, preconditions, risk }) => {
    const named = [...actions].filter((action) => content.includes(action));
    const avoids = forbiddenNames(content, named);
    return {
      signature: `${domain}|model|${createHash('sha256').update(title.toLowerCase()).digest('base64url').slice(0, 16)}`,
      title,
      description,
      content,
      domain,
      preconditions,
      risk,
      level: runs.length > 1 ? 'task' : 'instance',
      actions: named,
      ...(fromSuccess && avoids.length > 0 ? { avoids } : {}),
      fromSuccess,
      failureModes: {},
      trajectories: runs.map(({ id }) => id),
      support: { for: fromSuccess ? well : runs.length, against: 0 },
      weight: 1,
    };
  });
}

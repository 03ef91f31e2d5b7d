import { auroc } from '../calibration-metrics.js';
import type { Figures } from '../talk/figures.js';
import { BUDGETS, isVerdictRight, type JudgedCases } from './judge-cases.js';

/** All figures over the cases of some lives; one that there is no case of is left out. */
export function caseFigures(judged: readonly JudgedCases[]): Figures {
  const tasks = judged.flatMap((each) => each.tasks);
  const about = judged.flatMap((each) => each.about);
  const trials = judged.flatMap((each) => each.trials);
  const statements = judged.flatMap((each) => each.statements);
  return {
    ...Object.assign(
      {},
      ...BUDGETS.map((budget) =>
        share(
          `tasks_${budget}`,
          tasks.filter((task) => task.budget === budget).flatMap(({ met }) => met),
        ),
      ),
    ),
    ...share(
      'tasks_stale',
      tasks.map(({ stale }) => stale.length > 0),
    ),
    ...share(
      'nothing_quiet',
      judged.flatMap(({ nothing }) =>
        nothing.map(({ hook, context }) => hook === '' && context === ''),
      ),
    ),
    ...share(
      'trials_right',
      trials.map(({ trial, verdict }) => trial.verdict === verdict),
    ),
    ...share(
      'trials_evidence',
      trials
        .filter(({ trial }) => trial.evidence.length > 0)
        .map(({ trial, told }) => trial.evidence.some((turn) => told.includes(turn))),
    ),
    ...share(
      'about_told',
      about.flatMap(({ met }) => met),
    ),
    ...share(
      'about_gone',
      about.flatMap(({ subject, gone }) => subject.gone.map((turn) => gone.includes(turn))),
    ),
    ...share(
      'statements_right',
      statements.map(({ statement, verdict }) => isVerdictRight(statement.truth, verdict)),
    ),
    ...knownFigure(statements),
  };
}

/** By the chance that the bank knows: what was told, be it outdated, against what never was. */
function knownFigure(statements: JudgedCases['statements']): Figures {
  const told = statements
    .filter(({ statement: { truth } }) => truth !== 'false')
    .map(({ statement: { truth }, known }) => ({ chance: known, came: truth !== 'unknown' }));
  return told.length === 0 ? {} : { statements_known_auroc: auroc(told) };
}

function share(name: string, each: readonly boolean[]): Figures {
  return each.length === 0 ? {} : { [name]: each.filter(Boolean).length / each.length };
}

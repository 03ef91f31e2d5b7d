import type { Goal } from '../../domain/goal.js';
import type { SelfEstimate } from '../foresight/index.js';
import type { Forecast } from './answers.js';
import { asAction, type ChosenStrategy } from '../strategies/index.js';
import type { GroundFact, Precedents } from '../told/index.js';

/** What each paradigm knows on the matter. */
export interface Gathered {
  readonly facts: readonly GroundFact[];
  readonly went: Precedents | null;
  readonly preferences: readonly GroundFact[];
  readonly strategies: readonly ChosenStrategy[];
  readonly forecast: Forecast | null;
  readonly goals: readonly Goal[];
  readonly competence: SelfEstimate | null;
}

/** By template: it says what was found. */
export function synthesisText(
  { facts, went, preferences, strategies, forecast, goals, competence }: Gathered,
  doubtful: boolean,
  caveats: readonly string[],
): string {
  const [strategy] = strategies;
  const state = forecast?.simulation.steps[0]?.state.join(' and ') ?? '';
  const lines = [
    ...(doubtful ? ['Nobody said so outright. The nearest to it:'] : []),
    ...facts.map(({ text, id }) => `${text} [${id}]`),
    ...casesOf(went, facts),
    ...preferences.map(({ text, id }) => `Held: ${text} [${id}]`),
    ...(strategy === undefined
      ? []
      : [
          `What works: ${strategy.title}. ${strategy.content} (${asAction(strategy)}) [${strategy.id}]`,
        ]),
    ...(forecast === null
      ? []
      : [
          `Likely after “${forecast.action}”: ${state === '' ? 'nothing that was seen' : state} (${Math.round(100 * forecast.confidence)} %).`,
        ]),
    ...goals.map(
      ({ description, status, id }) =>
        `Goal${status === 'suspended' ? ' (suspended)' : ''}: ${description} [${id}]`,
    ),
    ...(competence === null ? [] : [competence.notice]),
    ...caveats.map((caveat) => `Note: ${caveat}`),
  ];
  return lines.length === 0 ? 'Nothing is known of it.' : lines.join('\n');
}

const WENT = { well: 'It went well', badly: 'It went badly', mixed: 'It went both ways' } as const;

/** Rules against it, and how it went, as far as the facts do not tell it. */
function casesOf(went: Precedents | null, facts: readonly GroundFact[]): string[] {
  const told = new Set(facts.map(({ id }) => id));
  const lines = went?.lines ?? [];
  return lines.flatMap(({ id, text, went: how, forbids }) =>
    told.has(id) || how === null
      ? []
      : [`${forbids ? 'A rule stands against it' : WENT[how]}: ${text} [${id}]`],
  );
}

import type { Goal } from '../../domain/goal.js';
import type { SelfEstimate } from '../world-model/index.js';
import type { Forecast } from './answers.js';
import { asAction, type ChosenStrategy } from '../strategies/index.js';
import type { GroundFact, Precedents, ToldLine, ToldPlan, ToldWay } from '../evidence/index.js';

/** What each paradigm knows on the matter. */
export interface Gathered {
  readonly facts: readonly GroundFact[];
  readonly went: Precedents | null;
  readonly latest: readonly ToldLine[];
  readonly ways: readonly ToldWay[];
  readonly plans: readonly ToldPlan[];
  readonly preferences: readonly GroundFact[];
  readonly strategies: readonly ChosenStrategy[];
  readonly forecast: Forecast | null;
  readonly goals: readonly Goal[];
  readonly competence: SelfEstimate | null;
}

/** By template: it says what was found. */
export function synthesisText(
  {
    facts,
    went,
    latest,
    ways,
    plans,
    preferences,
    strategies,
    forecast,
    goals,
    competence,
  }: Gathered,
  doubtful: boolean,
  caveats: readonly string[],
): string {
  const [strategy] = strategies;
  const state = forecast?.simulation.steps[0]?.state.join(' and ') ?? '';
  const way = new Map(ways.map((line) => [line.id, `${WAY[line.way]}: `]));
  const lines = [
    ...(doubtful ? ['Nobody said so outright. The nearest to it:'] : []),
    ...facts.map(({ text, id }) => `${way.get(id) ?? ''}${text} [${id}]`),
    ...toldBeside({ facts, went, latest, ways, plans }),
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

const WAY = {
  never: 'Never',
  how: 'How',
  rule: 'Rule',
  worked: WENT.well,
  failed: WENT.badly,
} as const;

/** How it is done, how it went, how it stands and what is to come, as far as the facts do not tell it. */
function toldBeside({
  facts,
  went,
  latest,
  ways,
  plans,
}: Pick<Gathered, 'facts' | 'went' | 'latest' | 'ways' | 'plans'>): string[] {
  const lines = [
    ...ways.map((line) => [WAY[line.way], line] as const),
    ...(went?.lines ?? []).flatMap((line) => {
      const { went: how, forbids } = line;
      return how === null
        ? []
        : [[forbids ? 'A rule stands against it' : WENT[how], line] as const];
    }),
    ...latest.map((line) => ['Told last', line] as const),
    ...plans.map((line) => ['To come', line] as const),
  ];
  const told = new Set(facts.map(({ id }) => id));
  return lines.flatMap(([label, { id, text }]) => {
    if (told.has(id)) return [];
    told.add(id);
    return [`${label}: ${text} [${id}]`];
  });
}

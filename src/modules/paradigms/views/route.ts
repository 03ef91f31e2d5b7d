import type { Route } from '../../../domain/route.js';
import type { RouteAnswer } from '../route.js';
import { dim, table, type Screen } from '../../../screen/style.js';

/** The route of a question, each classification with the words that led to it. */
export function renderRoute(
  { type, paradigms, reasoning, layers, ground }: RouteAnswer,
  screen: Screen,
): string {
  const rows = [
    ['is after', type.value, told(type.cues), type.sure.toFixed(2)],
    ['answered by', paradigms.value.join(', '), told(paradigms.cues), paradigms.sure.toFixed(2)],
    ['answered how', reasoning.value, told(reasoning.cues), reasoning.sure.toFixed(2)],
    ['layers', layers.join(', '), '', ''],
    ...refersTo(ground),
  ];
  return table(['', 'reading', 'because of', 'sure'], rows, screen, [13, 26, 0, 5]);
}

/** What of the bank it names or resembles; no row if there is nothing. */
function refersTo({ entities, strategies, actions, goals }: RouteAnswer['ground']): string[][] {
  const named = [
    ...entities.map(({ name }) => name),
    ...strategies.map(({ title }) => title),
    ...actions,
    ...goals.map(({ description }) => description),
  ];
  return named.length === 0 ? [] : [['refers to', named.join(', '), '', '']];
}

/** The route in one line, for display below the answer to a recall. */
export function routeLine({ type, paradigms }: Route): string {
  return dim(
    `A ${type.value} query${type.cues.length === 0 ? '' : ` (${told(type.cues)})`}, answered by ${paradigms.value.join(', ')} memory.`,
  );
}

const told = (cues: readonly string[]): string => cues.map((cue) => `“${cue}”`).join(', ');

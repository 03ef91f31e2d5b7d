import type { InjectedContext, Scratchpad, WorkingMemory } from '../../index.js';
import { counted, dim, moment, type Screen } from '../../screen/style.js';

/** The text alone, as a model is given it; where it is empty, why. */
export function renderContext({
  context,
  left,
  notices,
}: Pick<InjectedContext, 'context' | 'left' | 'notices'>): string {
  if (context !== '') return context;
  const why =
    left === 0
      ? 'Nothing was found.'
      : `Nothing fits the budget: ${counted(left, 'memory is', 'memories are')} left out.`;
  return [...(notices.length === 0 || left > 0 ? [why] : []), ...notices].join('\n');
}

/** What a session has in mind, for people. */
export function renderWorkingMemory(
  session: string,
  working: WorkingMemory | null,
  screen: Pick<Screen, 'zone'> = {},
): string {
  if (working === null) return `The session ${session} has nothing in mind.`;
  const { task, phase, events, turns } = working;
  return [
    `Session ${session}`,
    ...(task === null ? [] : [`task: ${task}`]),
    ...(phase === null ? [] : [`phase: ${phase}`]),
    ...events.map(({ text, at }) => `${dim(moment(at, screen))} happened: ${text}`),
    ...turns.map(
      ({ speaker, text, at }) =>
        `${dim(moment(at, screen))} ${speaker === null ? '' : `${speaker}: `}${text}`,
    ),
  ].join('\n');
}

export function renderScratchpad(
  { session, notes, dropped }: Scratchpad,
  screen: Pick<Screen, 'zone'> = {},
): string {
  return [
    ...(dropped > 0 ? [`${dropped} ${dropped === 1 ? 'note' : 'notes'} dropped.`] : []),
    ...(notes.length === 0
      ? [`No note of ${session} is for this agent.`]
      : notes.map(
          ({ agent, content, privacy, tags, at }) =>
            `${dim(moment(at, screen))} ${agent}${privacy === 'team' ? ' to all' : ''}: ${content}${tags.length === 0 ? '' : dim(` #${tags.join(' #')}`)}`,
        )),
  ].join('\n');
}

import type { WorkingMemory } from '../../domain/working-memory.js';
import { counted, dim, moment, type TextFormat } from '../../format/style.js';
import type { Brief } from './compose-brief.js';
import type { InjectedContext } from './compose-context.js';
import type { SessionView } from './session-memory.js';

/** The text as given to a model, followed by the line on unread turns. */
export const renderBrief = ({ text, unread }: Pick<Brief, 'text' | 'unread'>): string =>
  [text === '' ? 'Nothing is known yet.' : text, ...(unread === null ? [] : [dim(unread)])].join(
    '\n',
  );

/** The text alone, as given to a model; if it is empty, the reason. */
export function renderContext({
  context,
  left,
  unlikely = 0,
  notices,
  unread = null,
}: Pick<InjectedContext, 'context' | 'left' | 'notices'> &
  Partial<Pick<InjectedContext, 'unlikely' | 'unread'>>): string {
  const waits = unread === null ? [] : [dim(unread)];
  if (context !== '') return [context, ...waits].join('\n');
  const unfit = left - unlikely;
  const why =
    left === 0
      ? 'Nothing was found.'
      : unfit > 0
        ? `Nothing fits the budget: ${counted(unfit, 'memory is', 'memories are')} left out.`
        : `Nothing bears on it: ${counted(unlikely, 'memory is', 'memories are')} too unlikely.`;
  return [...(notices.length === 0 || unfit > 0 ? [why] : []), ...notices, ...waits].join('\n');
}

/** A session's working memory, for people. */
export function renderSession(
  { session, working, notes, dropped = 0 }: SessionView,
  screen: Pick<TextFormat, 'zone'> = {},
): string {
  return [
    ...(working === null
      ? [`The session ${session} has nothing in mind.`]
      : inMind(working, screen)),
    ...(dropped > 0 ? [`${dropped} ${dropped === 1 ? 'note' : 'notes'} dropped.`] : []),
    ...(notes ?? []).map(
      ({ agent, content, privacy, tags, at }) =>
        `${dim(moment(at, screen))} ${agent}${privacy === 'team' ? ' to all' : ''} noted: ${content}${tags.length === 0 ? '' : dim(` #${tags.join(' #')}`)}`,
    ),
    ...(notes?.length === 0 ? [`No note of ${session} is for this agent.`] : []),
  ].join('\n');
}

function inMind(
  { session, task, phase, events, turns }: WorkingMemory,
  screen: Pick<TextFormat, 'zone'>,
): string[] {
  return [
    `Session ${session}`,
    ...(task === null ? [] : [`task: ${task}`]),
    ...(phase === null ? [] : [`phase: ${phase}`]),
    ...events.map(({ text, at }) => `${dim(moment(at, screen))} happened: ${text}`),
    ...turns.map(
      ({ speaker, text, at }) =>
        `${dim(moment(at, screen))} ${speaker === null ? '' : `${speaker}: `}${text}`,
    ),
  ];
}

/** The context as given to a model; if nothing was found, the notices. */
export function contextText({
  context,
  notices,
  unread,
}: Pick<InjectedContext, 'context' | 'notices' | 'unread'>): string {
  const told = context === '' ? ['Nothing was found.', ...notices] : [context];
  return [...told, ...(unread === null ? [] : [unread])].join('\n');
}

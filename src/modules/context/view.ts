import type { Scratchpad, WorkingMemory } from '../../index.js';
import { dim, moment } from '../../screen/style.js';

/** The working memory of a session, for people. */
export function renderWorkingMemory(session: string, working: WorkingMemory | null): string {
  if (working === null) return `The session ${session} has nothing in mind.`;
  const { task, phase, events, turns } = working;
  return [
    `Session ${session}`,
    ...(task === null ? [] : [`task: ${task}`]),
    ...(phase === null ? [] : [`phase: ${phase}`]),
    ...events.map(({ text, at }) => `${dim(moment(at))} happened: ${text}`),
    ...turns.map(
      ({ speaker, text, at }) =>
        `${dim(moment(at))} ${speaker === null ? '' : `${speaker}: `}${text}`,
    ),
  ].join('\n');
}

export function renderScratchpad({ session, notes, dropped }: Scratchpad): string {
  return [
    ...(dropped > 0 ? [`${dropped} ${dropped === 1 ? 'note' : 'notes'} dropped.`] : []),
    ...(notes.length === 0
      ? [`No note of ${session} is for this agent.`]
      : notes.map(
          ({ agent, content, privacy, tags, at }) =>
            `${dim(moment(at))} ${agent}${privacy === 'team' ? ' to all' : ''}: ${content}${tags.length === 0 ? '' : dim(` #${tags.join(' #')}`)}`,
        )),
  ].join('\n');
}

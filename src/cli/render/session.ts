import type { WorkingMemory } from '../../domain/working-memory.js';
import { dim, moment } from './style.js';

/** What a session has in mind, for people. */
export function renderWorkingMemory(session: string, working: WorkingMemory | null): string {
  if (working === null) return `The session ${session} has nothing in mind.`;
  const { task, phase, events, turns } = working;
  return [
    `Session ${session}`,
    ...(task === null ? [] : [`task: ${task}`]),
    ...(phase === null ? [] : [`phase: ${phase}`]),
    ...events.map(({ text, at }) => `${dim(moment(at))} happened: ${text}`),
    ...turns.map(({ speaker, text, at }) => `${dim(moment(at))} ${speaker === null ? '' : `${speaker}: `}${text}`),
  ].join('\n');
}

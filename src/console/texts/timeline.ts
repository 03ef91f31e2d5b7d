import { one } from './one.js';

export const timeline = {
  title: 'Timeline',
  lead: 'Everything it holds, by when it happened or by when it was learned. Drag “as of” to see what it knew then.',
  clock: 'Clock',
  clocks: { occurred: 'When it happened', recorded: 'When it was learned' },
  asOf: 'As of',
  now: 'now',
  backToNow: 'Back to now',
  then: (when: string) => `What the bank knew on ${when}`,
  none: 'Nothing in that time.',
  zoomOut: 'Show all',
  counts: (n: number, from: string, to: string) =>
    `${one(n, 'memory', 'memories')} from ${from} to ${to}`,
  outside: (n: number) => `${one(n, 'memory lies', 'memories lie')} far from these`,
  chart: 'Memories over time; select a stretch to look closer',
  session: 'Conversation',
  kind: 'Kind',
  anyKind: 'Any kind',
} as const;

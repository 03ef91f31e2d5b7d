import { one } from './one.js';

export const people = {
  title: 'People and things',
  lead: 'Whom and what it knows, those most hangs on first.',
  search: 'Find by name',
  none: 'Nobody and nothing by that name.',
  empty: 'It has met nobody and nothing yet.',
  links: (n: number) => one(n, 'link', 'links'),
  also: 'Also',
  any: 'All',
  types: {
    person: 'People',
    place: 'Places',
    organisation: 'Organisations',
    product: 'Products',
    event: 'Events',
    work: 'Works',
    thing: 'Things',
    concept: 'Concepts',
  },
  order: 'Order',
  orders: { links: 'Most linked', name: 'By name', newest: 'Met last' },
} as const;

export const thing = {
  since: 'known since',
  slots: 'What is held',
  noSlots: 'No claim was read off what was told; see the memories below.',
  from: 'from',
  until: 'until',
  forgotten: 'Forgotten',
  toldBy: (model: string) => `read by ${model}`,
  memories: (n: number, partial: boolean) =>
    partial ? `${n.toLocaleString('en')} or more memories` : one(n, 'memory', 'memories'),
  recent: 'Said of it lately',
  summary: 'In short',
  does: { edit: 'Put right', over: 'No longer so', wrong: 'That is wrong' },
  ask: 'Ask about it',
  graph: 'In the graph',
  erase: 'Erase everything about it',
  merge: 'Merge',
  mergeLead: 'One memory takes the place of those chosen; the originals can come back.',
  merged: 'Merged.',
  choose: 'Choose to merge',
} as const;

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

import { ask } from './ask.js';
import { erase } from './erase.js';
import { graph } from './graph.js';
import { home } from './home.js';
import { journal } from './journal.js';
import { memory } from './memory.js';
import { night } from './night.js';
import { one } from './one.js';
import { notes } from './notes.js';
import { people } from './people.js';
import { plans } from './plans.js';
import { review } from './review.js';
import { settings } from './settings.js';
import { thing } from './thing.js';
import { timeline } from './timeline.js';

/** Every English text of the console, by the page where it stands. */
export const T = {
  product: 'Mneme',
  loading: 'Loading',
  unexpected: 'Something went wrong here. Load the page again.',
  notLoaded: 'This page could not be loaded.',
  gone: 'The server does not answer.',
  goneHint: 'What you typed is kept. The console goes on as soon as it is back.',
  tryAgain: 'Try again',
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  dismiss: 'Dismiss',
  close: 'Close',
  cancel: 'Cancel',
  more: 'Show more',
  save: 'Save',
  skip: 'Skip to the page',
  undone: 'Undone.',
  memories: (n: number) => one(n, 'memory', 'memories'),
  nav: {
    label: 'Pages',
    home: 'Home',
    ask: 'Recall lab',
    askShort: 'Ask',
    timeline: 'Timeline',
    people: 'People and things',
    peopleShort: 'People',
    notes: 'Notes',
    graph: 'Graph',
    journal: 'Journal',
    review: 'Needs a look',
    plans: 'Goals and forecasts',
    night: 'Last night',
    settings: 'Settings',
    operations: 'All operations',
    more: 'More',
    memory: 'Memory',
    work: 'Work',
  },
  shell: {
    bank: 'Bank',
    live: 'Live',
    notLive: 'Not following',
    theme: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },
    signOut: 'Sign out',
    search: 'Ask this memory…',
    readOnly: 'This key may only read.',
  },
  welcome: {
    title: 'Open the console',
    lead: 'This server asks for a key. It stays on the server; your browser gets a session that ends after twelve hours without use.',
    key: 'Key',
    open: 'Open',
    hint: 'mneme keys create NAME makes one.',
    starting: 'Looking for the server…',
  },
  home,
  memory,
  ask,
  erase,
  timeline,
  people,
  notes,
  thing,
  graph,
  review,
  settings,
  night,
  plans,
  journal,
} as const;

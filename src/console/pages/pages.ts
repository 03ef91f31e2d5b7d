import type { ComponentType } from 'preact';
import { AskPage } from './ask/ask-page.js';
import { lazy } from '../ui/lazy.js';
import { HomePage } from './home/home-page.js';
import { JournalPage } from './journal/journal-page.js';
import { MemoryPage } from './memory/memory-page.js';
import { PeoplePage } from './people/people-page.js';
import { ThingPage } from './people/thing-page.js';
import { ReviewPage } from './review/review-page.js';
import { TimelinePage } from './timeline/timeline-page.js';

/** Every page by its name in the address. */
export const PAGES: Readonly<Record<string, ComponentType>> = {
  home: HomePage,
  ask: AskPage,
  memory: MemoryPage,
  journal: JournalPage,
  review: ReviewPage,
  timeline: TimelinePage,
  people: PeoplePage,
  thing: ThingPage,
  notes: lazy(async () => (await import('./notes/notes-page.js')).NotesPage),
  settings: lazy(async () => (await import('./settings/settings-page.js')).SettingsPage),
  plans: lazy(async () => (await import('./plans/plans-page.js')).PlansPage),
  night: lazy(async () => (await import('./night/night-page.js')).NightPage),
  graph: lazy(async () => (await import('./graph/graph-page.js')).GraphPage),
};

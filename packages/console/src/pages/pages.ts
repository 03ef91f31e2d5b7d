import type { ComponentType } from 'preact';
import { AskPage } from './ask/ask-page.js';
import { lazy } from '../ui/answer-view.js';
import { HomePage } from './home.js';
import { JournalPage } from './journal.js';
import { MemoryPage } from './memory/memory-page.js';
import { PeoplePage } from './people.js';
import { ThingPage } from './thing.js';
import { ReviewPage } from './review.js';
import { TimelinePage } from './timeline.js';

/** Every page by its name in the URL. */
export const PAGES: Readonly<Record<string, ComponentType>> = {
  home: HomePage,
  ask: AskPage,
  memory: MemoryPage,
  journal: JournalPage,
  review: ReviewPage,
  timeline: TimelinePage,
  people: PeoplePage,
  thing: ThingPage,
  notes: lazy(async () => (await import('./notes.js')).NotesPage),
  settings: lazy(async () => (await import('./settings/settings-page.js')).SettingsPage),
  plans: lazy(async () => (await import('./plans/plans-page.js')).PlansPage),
  night: lazy(async () => (await import('./night.js')).NightPage),
  graph: lazy(async () => (await import('./graph/graph-page.js')).GraphPage),
};

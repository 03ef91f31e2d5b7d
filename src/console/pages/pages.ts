import type { ComponentType } from 'preact';
import { AskPage } from './ask/ask-page.js';
import { HomePage } from './home/home-page.js';
import { JournalPage } from './journal/journal-page.js';
import { MemoryPage } from './memory/memory-page.js';
import { ReviewPage } from './review/review-page.js';

/** Every page by its name in the address. */
export const PAGES: Readonly<Record<string, ComponentType>> = {
  home: HomePage,
  ask: AskPage,
  memory: MemoryPage,
  journal: JournalPage,
  review: ReviewPage,
};

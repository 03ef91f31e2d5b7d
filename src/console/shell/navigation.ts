import type { IconName } from '../ui/icon.js';
import { T } from '../texts/index.js';

export interface NavigationItem {
  readonly page: string;
  readonly label: string;
  readonly short?: string;
  readonly icon: IconName;
}

/** What is looked at most; the first four are at hand on a phone. */
export const NAVIGATION: readonly NavigationItem[] = [
  { page: 'home', label: T.nav.home, icon: 'home' },
  { page: 'ask', label: T.nav.ask, short: T.nav.askShort, icon: 'ask' },
  { page: 'timeline', label: T.nav.timeline, icon: 'timeline' },
  { page: 'people', label: T.nav.people, short: T.nav.peopleShort, icon: 'people' },
  { page: 'notes', label: T.nav.notes, icon: 'notes' },
  { page: 'graph', label: T.nav.graph, icon: 'graph' },
  { page: 'plans', label: T.nav.plans, icon: 'plans' },
  { page: 'journal', label: T.nav.journal, icon: 'journal' },
  { page: 'review', label: T.nav.review, icon: 'review' },
  { page: 'night', label: T.nav.night, icon: 'night' },
  { page: 'settings', label: T.nav.settings, icon: 'settings' },
];

/** Pages that belong to another in the list. */
const WITHIN: Readonly<Record<string, string>> = { memory: 'timeline', thing: 'people' };

export function isCurrent(item: NavigationItem, page: string): boolean {
  return item.page === (WITHIN[page] ?? page);
}

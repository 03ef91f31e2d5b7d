import { type Goal, type GoalLine, isStanding, treeOrder } from '../../domain/goal.js';
import type { Reminder } from '../../kernel/module.js';
import { detectLanguage } from '../../language/detect-language.js';
import { isFrameWord } from '../../language/frame-words.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import type { Understanding } from '../understand.js';

/** A goal of the tree with its relation to the query. */
export interface AskedGoal extends GoalLine {
  /** The query's words that it contains. */
  readonly shared: readonly string[];
  /** Share of the query's words that it contains, 0..1. */
  readonly relevance: number;
}

/**
 * The active goals relevant to the query: those that share a word with it, and the goals they serve. All
 * goals if the query asks for plans or tasks and no goal shares a word, as in “what is next?”.
 */
export function goalsAsked(
  goals: readonly Goal[],
  understanding: Understanding,
  stemmer: Stemmer,
): AskedGoal[] {
  const lines = treeOrder(goals.filter(isStanding)).map((line): AskedGoal => ({
    ...line,
    ...sharedWith(line.goal.description, understanding, stemmer),
  }));
  const direct = lines.filter(({ shared }) => shared.length > 0);
  if (direct.length === 0) return asksForAll(understanding) ? lines : [];
  const kept = new Set(direct.flatMap(({ goal }) => [goal.id, ...aboveOf(goal, lines)]));
  return lines.filter(({ goal }) => kept.has(goal.id));
}

/** A reminder with how many of the query's words it contains, 0..1. */
export interface AskedReminder {
  readonly reminder: Reminder;
  readonly relevance: number;
}

/** Reminders that share a word with the query; all of them if it asks for plans or tasks and none does. */
export function remindersAsked(
  reminders: readonly Reminder[],
  understanding: Understanding,
  stemmer: Stemmer,
): readonly AskedReminder[] {
  const all = reminders.map((reminder) => ({
    reminder,
    relevance: sharedWith(reminder.content, understanding, stemmer).relevance,
  }));
  const direct = all.filter(({ relevance }) => relevance > 0);
  return direct.length > 0 ? direct : asksForAll(understanding) ? all : [];
}

const asksForAll = ({ route }: Understanding): boolean =>
  route.type.value === 'planning' ||
  route.type.value === 'prospective' ||
  route.reasoning.value === 'strategic';

function sharedWith(
  text: string,
  { terms }: Understanding,
  stemmer: Stemmer,
): Pick<AskedGoal, 'shared' | 'relevance'> {
  const asked = terms.filter(({ term }) => !isFrameWord(term));
  const own = new Set(contentTerms(text, detectLanguage(text), stemmer));
  const shared = asked.filter(({ term }) => own.has(term)).map(({ word }) => word);
  return { shared, relevance: asked.length === 0 ? 0 : shared.length / asked.length };
}

function aboveOf(goal: Goal, lines: readonly GoalLine[]): Goal['id'][] {
  const above: Goal['id'][] = [];
  for (let parent = goal.parent; parent !== null && !above.includes(parent);) {
    above.push(parent);
    const id = parent;
    parent = lines.find((line) => line.goal.id === id)?.goal.parent ?? null;
  }
  return above;
}

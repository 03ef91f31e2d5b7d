import { z } from 'zod';
import { FOR } from '../../domain/audience.js';
import { isOpenGoal } from '../../domain/goal.js';
import { SessionId, MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import { fenceRecalled, RECALLED_LABEL } from '../../domain/recalled-text.js';
import { askedAt } from '../../domain/memory-times.js';
import { RecallProfile } from '../../domain/profile.js';
import { DAY, UTC } from '../../domain/time.js';
import { countTokens } from '../../language/count-tokens.js';
import { statesPreference } from '../../language/judgements.js';
import type { EngineParts, OpenBank } from '../../bank/core.js';
import { ReadingWorker } from '../reading/index.js';
import {
  BRIEF_PARTS,
  type BriefPart,
  costOf,
  type Line,
  nextLines,
  reminderLine,
  type Shown,
  shown,
  shownOf,
  WHY,
} from './brief-lines.js';
import { askForBrief, type BriefMoment, type Found, notesForBrief } from './session.js';
import { presentAt } from '../notes/index.js';
import { listMemories } from '../inspect/index.js';
import { latestOn, nearEnough, openPlansOn, waysOf, type ToldLine } from '../evidence/index.js';
import { stillHolding } from '../validity/index.js';
import { type Of, OwnText, type SchemaOf, wholeNumber, textUpTo } from '../../domain/schema.js';

export const BriefInput = z.strictObject({
  about: textUpTo(1_000)
    .optional()
    .describe('What the session is about: a person, a matter, a task. Then the brief is of that.'),
  project: textUpTo(200)
    .optional()
    .describe(
      'What is last is of this project: memories whose metadata has it as `project`. Default: of all.',
    ),
  for: FOR,
  exceptSession: SessionId.optional().describe('Nothing of this session.'),
  now: RecallProfile.shape.now,
  maxTokens: wholeNumber(100, 8_192).default(800).describe('Most tokens the text may take.'),
});
export type BriefInput = z.input<typeof BriefInput>;
type ParsedBriefInput = z.output<typeof BriefInput>;

const briefShape = z.strictObject({
  /**
   * A label, then each item between marks that state why it is included: told, planned for a day, due forecast,
   * goal, preference, open, last; empty if nothing is known.
   */
  text: OwnText,
  tokensUsed: z.number(),
  /** The memories in it, in order. */
  delivered: z.array(MemoryId),
  parts: z.array(z.enum(BRIEF_PARTS)),
  /** The bank's sequence number it is based on. */
  sequence: z.number(),
  /** Number of turns waiting to be read into notes, with the verb that shows them, if nobody reads them or reading fails; else null. */
  unread: OwnText.nullable(),
});
/** What to know before a session begins. */
export interface Brief extends Of<typeof briefShape> {}
export const Brief: SchemaOf<Brief, typeof briefShape> = briefShape;

const MAX_ITEMS: Readonly<Record<BriefPart, number>> = {
  told: 12,
  next: 100,
  due: 3,
  goals: 5,
  preferences: 6,
  open: 5,
  latest: 6,
};
/** Maximum share of the remaining budget for a part. */
const SHARE: Readonly<Record<BriefPart, number>> = {
  told: 1,
  next: 1,
  due: 0.3,
  goals: 0.25,
  preferences: 0.4,
  open: 0.5,
  latest: 1,
};
/** Minimum characters of an informative text: "Good, commit it." says nothing alone. */
const TELLING = 25;

export async function composeBrief(
  raw: unknown,
  opened: OpenBank,
  parts: Pick<EngineParts, 'store' | 'stemmer'>,
): Promise<Brief> {
  const given = parseInput(BriefInput, raw, 'brief');
  const { maxTokens, exceptSession, about } = given;
  const { bank, moment } = await askedThen(given.now, opened);
  const ask = (query: string, more: object = {}): Promise<readonly Found[]> =>
    askForBrief(query, { more: { now: given.now, ...more }, exceptSession }, bank);
  if (about !== undefined) {
    const found = bearingOn(await ask(about));
    return {
      ...fillParts(await linesAbout(about, found, bank), maxTokens, ABOUT_PARTS),
      sequence: bank.state.sequence,
      unread: null,
    };
  }
  await bank.state.notes.ready();
  if (bank.state.notes.size > 0)
    return {
      ...fillParts(await linesByNotes(given, moment, bank, parts), maxTokens),
      sequence: bank.state.sequence,
      unread: await bank.parts.of(ReadingWorker).line(exceptSession ?? null, { again: true }),
    };
  const preferences = (
    await ask('What do they prefer, like, want and never want? Rules and conventions.')
  ).filter(({ content, kind }) => kind === 'principle' || statesPreference(content));
  const open = await ask('What is still open, planned or due next?', { layers: ['prospective'] });
  const latest = await latestOf(bank, parts, { ...given, ...moment }, () => true);
  const lines: Readonly<Record<BriefPart, readonly Line[]>> = {
    ...(await duties(bank, parts)),
    preferences: shown('preferences', preferences),
    open: shown('open', open),
    latest: shown('latest', latest),
  };
  return {
    ...fillParts(lines, maxTokens),
    sequence: bank.state.sequence,
    unread: await bank.parts.of(ReadingWorker).line(exceptSession ?? null, { again: true }),
  };
}

/** The bank with its clock at the moment asked about, and what had been said by the end of that day. */
async function askedThen(
  given: ParsedBriefInput['now'],
  opened: OpenBank,
): Promise<{ readonly bank: OpenBank; readonly moment: BriefMoment }> {
  await opened.state.follow();
  const { clock } = opened.recall;
  const { zone } = await opened.state.settings();
  const { now, offset } = askedAt(given, zone ?? UTC, clock.now());
  const then = { now: () => now, ticks: () => clock.ticks() };
  return {
    bank: { ...opened, recall: { ...opened.recall, clock: then } },
    moment: { ...presentAt(now, offset(now)), saidBy: given === undefined ? Infinity : now + DAY },
  };
}

/** What is due, and the goals. */
async function duties(bank: OpenBank, parts: Pick<EngineParts, 'store'>) {
  return {
    ...NO_LINES,
    due: (await bank.parts.remind(bank.recall.clock.now())).map(reminderLine),
    goals: await goalLines(bank, parts),
  };
}

/** Lines from notes; memories without notes are quoted as they were said. */
async function linesByNotes(
  { project, exceptSession, maxTokens }: ParsedBriefInput,
  moment: BriefMoment,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'stemmer'>,
): Promise<Readonly<Record<BriefPart, readonly Line[]>>> {
  const { preferences, next, open, told } = notesForBrief(bank, exceptSession, moment);
  const { index, notes } = bank.state;
  const latest = await latestOf(
    bank,
    parts,
    { project, exceptSession, ...moment },
    ({ id }) =>
      notes.of(index.slot(id)) === undefined && notes.notesOf(index.slot(id)).length === 0,
  );
  const linesOf = async (part: BriefPart, ids: readonly MemoryId[]): Promise<Line[]> =>
    shown(
      part,
      await asShown(
        ids.slice(0, 2 * MAX_ITEMS[part]).map((id) => ({ id })),
        bank,
      ),
    );
  return {
    ...(await duties(bank, parts)),
    preferences: await linesOf('preferences', preferences),
    next: nextLines(
      await bank.state.memories.get(next.slice(0, MAX_ITEMS.next).map(({ id }) => id)),
      next,
      maxTokens - countTokens(RECALLED_LABEL),
    ),
    open: await linesOf('open', open),
    told: await linesOf('told', told),
    latest: shown('latest', latest),
  };
}

/** The first results are included even if they do not seem to answer. */
const FIRST = 6;

/** With notes, only the first results and those that seem to answer; without notes, rank alone decides. */
function bearingOn(asked: readonly Found[]): readonly Found[] {
  const found = asked.slice(0, MAX_ITEMS.told);
  if (!found.some(({ kind }) => kind === 'note')) return found;
  const near = new Set(nearEnough(found));
  return found.filter((each, at) => at < FIRST || near.has(each));
}

/** On a matter: preferences first, then what is open, then its current state. */
const ABOUT_PARTS: readonly BriefPart[] = ['preferences', 'open', 'told'];
/** Maximum number of the latest memories on the subject that `about` names, even if they share no words with it. */
const MAX_LATEST = 6;

async function linesAbout(
  about: string,
  found: readonly Found[],
  bank: OpenBank,
): Promise<Readonly<Record<BriefPart, readonly Line[]>>> {
  const rules = (await waysOf(about, bank)).filter(({ way }) => way === 'never' || way === 'rule');
  const open = await openPlansOn(about, bank, MAX_ITEMS.open);
  const latest = await latestOn(about, bank, MAX_LATEST);
  const ids = new Set(found.map(({ id }) => id));
  const more = await asShown(
    latest.filter(({ id }) => !ids.has(id)),
    bank,
  );
  return {
    ...NO_LINES,
    preferences: shown('preferences', await asShown(rules, bank)),
    open: shown('open', await asShown(open, bank)),
    // Latest first: the outcome of a matter comes last in time.
    told: shown(
      'told',
      [...found, ...more].sort((a, b) => b.saidAt - a.saidAt),
    ),
  };
}

async function asShown(
  lines: readonly Pick<ToldLine, 'id'>[],
  { state: { memories } }: OpenBank,
): Promise<readonly Shown[]> {
  const loaded = await memories.get(lines.map(({ id }) => id));
  return loaded.map(shownOf);
}

async function goalLines(
  { name }: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<readonly Line[]> {
  return (await store.goals(name)).filter(isOpenGoal).map(({ id, description }) => ({
    id: null,
    text: fenceRecalled(id, `${WHY.goals}: ${description}`),
  }));
}

const NO_LINES: Readonly<Record<BriefPart, readonly Line[]>> = {
  told: [],
  next: [],
  due: [],
  goals: [],
  preferences: [],
  open: [],
  latest: [],
};

/** Fills each part up to its share of the budget, in order; an item that does not fit is skipped for a shorter one. */
function fillParts(
  lines: Readonly<Record<BriefPart, readonly Line[]>>,
  budget: number,
  order: readonly BriefPart[] = BRIEF_PARTS,
): Omit<Brief, 'sequence' | 'unread'> {
  const delivered: MemoryId[] = [];
  const kept: string[] = [RECALLED_LABEL];
  const parts: BriefPart[] = [];
  let free = budget - countTokens(RECALLED_LABEL);
  for (const part of order) {
    let room = Math.floor(free * SHARE[part]);
    for (const line of lines[part]
      .filter(({ id }) => id === null || !delivered.includes(id))
      .slice(0, MAX_ITEMS[part])) {
      const { id, text } = line;
      const cost = costOf(line);
      if (cost > room) continue;
      room -= cost;
      free -= cost;
      kept.push(text);
      if (id !== null) delivered.push(id);
      if (parts.at(-1) !== part) parts.push(part);
    }
  }
  return parts.length === 0
    ? { text: '', tokensUsed: 0, delivered, parts }
    : { text: kept.join('\n'), tokensUsed: countTokens(kept.join('\n')), delivered, parts };
}

/** The newest informative memories that are still valid, in chronological order. */
async function latestOf(
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'stemmer'>,
  {
    project,
    exceptSession,
    saidBy,
  }: Pick<ParsedBriefInput, 'project' | 'exceptSession'> & BriefMoment,
  isMeant: (memory: { readonly id: MemoryId }) => boolean,
): Promise<readonly Shown[]> {
  const { name, state, recall: ports } = bank;
  const { memories } = await listMemories({ limit: 100, order: 'newest' }, bank, parts);
  const holding = await stillHolding(memories, {
    bank: name,
    state,
    now: ports.clock.now(),
    ports,
  });
  const telling = holding.filter(
    (memory) =>
      isMeant(memory) &&
      memory.content.length >= TELLING &&
      memory.saidAt <= saidBy &&
      (exceptSession === undefined || memory.session !== exceptSession),
  );
  const own =
    project === undefined ? [] : telling.filter(({ metadata }) => metadata.project === project);
  return (own.length > 0 ? own : telling).slice(0, MAX_ITEMS.latest).reverse().map(shownOf);
}

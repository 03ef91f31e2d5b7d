import { audienceMark } from '../../domain/audience.js';
import type { MemoryId } from '../../domain/ids.js';
import { localSaid, type Memory, trustOf } from '../../domain/memory.js';
import { fenceRecalled } from '../../domain/recalled-text.js';
import { isoSecond } from '../../domain/time.js';
import type { Reminder } from '../../kernel/module.js';
import { countTokens } from '../../language/count-tokens.js';
import type { Found, NextNote } from './session.js';

/** In order: what the next days bring, then wishes; what holds comes after plans. */
export const BRIEF_PARTS = [
  'next',
  'preferences',
  'due',
  'goals',
  'open',
  'told',
  'latest',
] as const;
export type BriefPart = (typeof BRIEF_PARTS)[number];

/** Stated within the marks: words outside them would be remembered as somebody's statement. */
export const WHY: Readonly<Record<BriefPart, string>> = {
  told: 'told',
  next: 'planned',
  due: 'due',
  goals: 'goal',
  preferences: 'preference',
  open: 'open',
  latest: 'last',
};
const LONGEST = 400;
/** A marked item of the text. */
export interface Line {
  /** Null for a goal or a forecast, which are not memories. */
  readonly id: MemoryId | null;
  readonly text: string;
}

export type Shown = Pick<
  Found,
  'id' | 'content' | 'excerpt' | 'speaker' | 'saidAt' | 'trust' | 'evidence' | 'tags'
>;

/** In tokens. */
export const costOf = (...lines: readonly Line[]): number =>
  lines.reduce((sum, { text }) => sum + countTokens(text) + 1, 0);

export const shownOf = (memory: Memory): Shown => ({
  ...memory,
  trust: trustOf(memory),
  evidence: [...memory.provenance],
});

/** A forecast, the memory that seems to settle it, and how to settle it. */
export function reminderLine({ id, kind, content, due, says, evidence }: Reminder): Line {
  const said = evidence === null ? '' : ` “${cut(evidence.content)}”`;
  return {
    id: null,
    text: fenceRecalled(
      id,
      `${WHY.due} ${kind} of ${isoSecond(due).slice(0, 10)}: ${content} ${says}${said}`,
    ),
  };
}

/** Characters of a planned note; the first length that leaves half of the room to other parts, or else that fits. */
const NEXT_LENGTHS = [LONGEST, 160, 80, 40];

/** All that comes up, in as short lines as it takes; where even those do not fit, how many more there are. */
export function nextLines(
  memories: readonly Memory[],
  next: readonly NextNote[],
  room: number,
): Line[] {
  const forms = NEXT_LENGTHS.map((length) => memories.map((each) => nextLine(each, next, length)));
  const fitting = (free: number) => forms.find((lines) => costOf(...lines) <= free);
  const lines = fitting(room / 2) ?? fitting(room) ?? forms.at(-1) ?? [];
  const more = (left: number): Line => ({
    id: null,
    text: fenceRecalled(null, `${WHY.next}: ${left} more until ${next.at(-1)?.day ?? ''}`),
  });
  let free = room - costOf(...lines);
  let kept = lines.length;
  if (free >= 0 && kept === next.length) return lines;
  free -= costOf(more(next.length));
  while (free < 0 && kept > 0) free += costOf(...lines.slice(--kept, kept + 1));
  return [...lines.slice(0, kept), more(next.length - kept)];
}

/** A note, with the day for which it is planned, or that is its last. */
function nextLine(memory: Memory, next: readonly NextNote[], length: number): Line {
  const { id, content, tags } = memory;
  const { day = '', ends = false } = next.find((each) => each.id === id) ?? {};
  return {
    id,
    text: fenceRecalled(
      id,
      `${WHY.next} ${ends ? 'until' : 'for'} ${day}${forWhom(tags)}: ${cut(content, length)}`,
      trustOf(memory),
    ),
  };
}

function forWhom(tags: readonly string[]): string {
  const audience = audienceMark(tags);
  return audience === '' ? '' : `, ${audience}`;
}

const cut = (text: string, length = LONGEST): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

export function shown(part: BriefPart, memories: readonly Shown[]): Line[] {
  return memories.map(({ id, content, excerpt, speaker, saidAt, trust, evidence, tags }) => {
    const text = cut(excerpt?.text ?? content);
    const said = localSaid({ saidAt, provenance: evidence }, () => 0);
    return {
      id,
      text: fenceRecalled(
        id,
        `${WHY[part]}, ${isoSecond(said).slice(0, 10)}${speaker === null ? '' : ` ${speaker}`}${forWhom(tags)}: ${text}`,
        trust,
      ),
    };
  });
}

import { readIntention } from './intention.js';

/** The state of a plan; `passed` when its day is over and nobody told what came of it. */
export const PLAN_STATES = ['open', 'moved', 'done', 'dropped', 'passed'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

const DROPPED =
  /\b(?:cancel(?:l?ed|l?ing|s)|called? (?:it |that |the \S+ )?off|calling (?:it )?off|scrapped|given up on|gave up on|no longer (?:going|planning|want)|not (?:going to happen|happening)|isn['’]t happening|is off(?! to)|won['’]t happen|dropped the (?:plan|idea))\b/iu;
const MOVED =
  /\b(?:moved|pushed(?: back)?|postponed|rescheduled|delayed|slip(?:s|ped)|put off|brought forward|shifted) (?:\S+ ){0,4}?(?:to|until|till|by|from)\b|\b(?:postponed|rescheduled|new date)\b/iu;
const DONE =
  /\b(?:done|finished|completed|shipped|launched|delivered|signed(?! up)|opened|submitted|handed (?:it )?in|cut over|went live|is live|are live|passed|made it|we did it|behind us|is over|was yesterday|happened)\b/iu;

/** The state of a plan according to a text; null if it says nothing of one. English. Linear in the text's length. */
export function readPlanState(text: string): PlanState | null {
  if (MOVED.test(text)) return 'moved';
  if (DROPPED.test(text)) return 'dropped';
  if (readIntention(text) !== null) return 'open';
  return DONE.test(text) ? 'done' : null;
}

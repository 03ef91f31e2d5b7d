import { DAY, type Instant, type Period } from '../../domain/time.js';
import { askedTime } from '../../language/questions/asked-slot.js';
import type { QuestionContext } from '../../recall/recall-context.js';
import { timesNamed } from '../../recall/understand.js';
import { dayOf, type Moment } from '../../indexes/note-validity.js';

/** The time whose value a question asks for: the present, a period, or what was before or at first. */
export type Asked = 'now' | 'before' | 'first' | Period;

export function timeAsked(context: QuestionContext): Asked {
  const { profile, now, state } = context;
  const at = profile.asOf ?? now;
  const asked = timeSaid(context, at);
  // Whoever puts the clock back asks for what held then.
  return asked === 'now' && at < state.notes.lastSaidAt
    ? { from: at, to: at + 1, precision: 'minute' }
    : asked;
}

function timeSaid({ understanding }: QuestionContext, at: Instant): Asked {
  if (understanding.query === '') return 'now';
  const [narrowest] = timesNamed(understanding).toSorted((a, b) => a.to - a.from - (b.to - b.from));
  if (narrowest !== undefined && narrowest.from <= at) return at < narrowest.to ? 'now' : narrowest;
  return askedTime(understanding.query);
}

/** The moment that a question is asked of a bank's notes. */
export function momentOf({
  profile,
  now,
  offset,
}: QuestionContext): Moment & { readonly saidBy: Instant } {
  const at = profile.asOf ?? now;
  // What is said in another zone may be hours ahead.
  return { knownBy: profile.asOf ?? Infinity, day: dayOf(at, offset(at)), saidBy: at + DAY };
}

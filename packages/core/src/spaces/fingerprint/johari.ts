export const JOHARI_QUADRANTS = ['open', 'blind', 'hidden', 'unknown'] as const;
export type JohariQuadrant = (typeof JOHARI_QUADRANTS)[number];

export interface Johari {
  readonly quadrant: JohariQuadrant;
  /** Distance from the nearest border: 0 on it, up to 1. */
  readonly confidence: number;
}

const BORDER = 0.5;

/**
 * After the window of Luft and Ingham (1955): familiar and fitting is open; new and not yet
 * fitting is blind; familiar and not fitting, hidden; new and fitting, unknown. Both inputs 0..1.
 */
export function johari(novelty: number, coherence: number): Johari {
  const isNew = novelty >= BORDER;
  const fits = coherence >= BORDER;
  const quadrant = fits ? (isNew ? 'unknown' : 'open') : isNew ? 'blind' : 'hidden';
  const margin = Math.min(Math.abs(novelty - BORDER), Math.abs(coherence - BORDER));
  return { quadrant, confidence: Math.min(1, margin / BORDER) };
}

export type JohariTrigger =
  | 'privatize'
  | 'explicit_share'
  | 'self_recognition'
  | 'dream_consolidation'
  | 'pattern_discovery'
  | 'external_observation';

/** The allowed transitions between quadrants, with their triggers. No quadrant turns into itself. */
export const JOHARI_TRANSITIONS: Readonly<
  Record<JohariQuadrant, Readonly<Partial<Record<JohariQuadrant, readonly JohariTrigger[]>>>>
> = {
  open: { hidden: ['privatize'] },
  hidden: { open: ['explicit_share'] },
  blind: { open: ['self_recognition'], hidden: ['self_recognition'] },
  unknown: {
    open: ['dream_consolidation', 'pattern_discovery'],
    hidden: ['dream_consolidation'],
    blind: ['external_observation'],
  },
};

/** Whether this trigger may turn one quadrant into the other. */
export function mayTurn(from: JohariQuadrant, to: JohariQuadrant, by: JohariTrigger): boolean {
  return JOHARI_TRANSITIONS[from][to]?.includes(by) ?? false;
}

import type { IdleStep } from '../../kernel/module.js';

/** A change of a night says so in the journal: which night, what sort of step, why. */
export function reasonOf(night: string, { kind, why }: Pick<IdleStep, 'kind' | 'why'>): string {
  return `${night} ${kind}: ${why}`;
}

export interface PartReason {
  readonly night: string;
  readonly kind: string;
  readonly why: string;
}

/** Null for what no night wrote. */
export function readReason(reason: string): PartReason | null {
  const [night = '', kind = ''] = reason.split(' ', 2);
  if (!night.startsWith('x_') || !kind.endsWith(':')) return null;
  const why = reason.slice(night.length + kind.length + 2);
  return { night, kind: kind.slice(0, -1), why };
}

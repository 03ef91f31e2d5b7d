import type { TurnState } from '../bridge/build-bridge.js';
import { orientationOf, type Orientation } from './outputs.js';

/** What the antagonist's question is aimed at. */
export const TARGETS = ['ghost_override', 'the_echo', 'the_void', 'ghost'] as const;
export type Target = (typeof TARGETS)[number];

export interface Aim {
  readonly orientation: Orientation | null;
  /** Null where nothing is open. */
  readonly target: { readonly kind: Target; readonly text: string } | null;
}

/** A person's own question first; then the edge of the frame, or the gap of the verdict; then what nobody answered. */
export function aimOf(
  { curated, stages }: Pick<TurnState, 'curated' | 'stages'>,
  asked: string | null,
): Aim {
  const orientation = orientationOf(stages);
  const named: readonly (readonly [Target, string | null | undefined])[] = [
    ['ghost_override', asked],
    ['the_echo', orientation === 'frame' ? stages.understand?.theEcho?.position : null],
    ['the_void', stages.decide?.theVoid],
    ['ghost', curated.ghost],
  ];
  const [target = null] = named.flatMap(([kind, text]) =>
    typeof text === 'string' ? [{ kind, text }] : [],
  );
  return { orientation, target };
}

import { z } from 'zod';
import type { MapperArtifact } from '../artifact.js';
import { OwnText } from '../../../domain/texts.js';
import type { Of, SchemaOf } from '../../../domain/schema.js';

const cascadeShape = z.strictObject({
  /** They need a claim that was removed: flagged, never removed along. */
  orphaned: z.array(z.strictObject({ claim: OwnText, text: z.string(), lost: z.string() })),
  /** They were needed by a claim that was removed, and stand by themselves now. */
  freed: z.array(z.strictObject({ claim: OwnText, text: z.string() })),
  /** One side of a conflict is gone. */
  resolved: z.array(z.strictObject({ survivor: z.string(), eliminated: z.string() })),
  /** One of a pair that belongs together is gone. */
  broken: z.array(z.strictObject({ left: z.string(), gone: z.string() })),
});
/** What follows from removals for what stands. */
export interface CascadeEffects extends Of<typeof cascadeShape> {}
export const CascadeEffects: SchemaOf<CascadeEffects, typeof cascadeShape> = cascadeShape;

/** What the removal of claims means for those that stand. */
export function cascadeOf(
  { claims, links, tensions }: Pick<MapperArtifact, 'claims' | 'links' | 'tensions'>,
  removed: ReadonlySet<string>,
): CascadeEffects {
  const textOf = (id: string): string => claims.find((claim) => claim.id === id)?.text ?? id;
  const isGone = (id: string): boolean => removed.has(id);
  const needs = links.filter(({ type }) => type === 'prerequisite');
  return {
    orphaned: needs
      .filter(({ source, target }) => isGone(source) && !isGone(target))
      .map(({ source, target }) => ({ claim: target, text: textOf(target), lost: textOf(source) })),
    freed: needs
      .filter(({ source, target }) => !isGone(source) && isGone(target))
      .map(({ source }) => ({ claim: source, text: textOf(source) })),
    resolved: tensions.flatMap(({ type, between: [a, b] }) =>
      type === 'conflicts' && isGone(a) !== isGone(b)
        ? [{ survivor: textOf(isGone(a) ? b : a), eliminated: textOf(isGone(a) ? a : b) }]
        : [],
    ),
    broken: links.flatMap(({ type, source, target }) =>
      type === 'complements' && isGone(source) !== isGone(target)
        ? [
            {
              left: textOf(isGone(source) ? target : source),
              gone: textOf(isGone(source) ? source : target),
            },
          ]
        : [],
    ),
  };
}

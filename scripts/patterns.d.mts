/**
 * A regular expression that may be slower than linear, and every place it occurs:
 * `packages/core/src/language/segmentation.ts:12`.
 */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly where: readonly string[];
}

/** The patterns in the packages, and the places that construct one only at run time. */
export declare function collectPatterns(): Promise<{
  readonly patterns: readonly Pattern[];
  readonly late: readonly string[];
}>;

/** Null for a linear pattern, proved or with no attack found; else the attack. */
export declare function attackOn(
  pattern: Pick<Pattern, 'source' | 'flags'>,
): Promise<string | null>;

export declare function hashOf(pattern: Pick<Pattern, 'source' | 'flags'>): string;

/** Hashes of the patterns known to be linear. */
export declare function foundLinear(): ReadonlySet<string>;

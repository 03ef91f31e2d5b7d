/** A pattern whose time could grow faster than the text, and all places where it stands: `packages/core/src/language/words.ts:12`. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly where: readonly string[];
}

/** The patterns of packages/core/src/, and the places that construct one only when they are called. */
export declare function collectPatterns(): Promise<{
  readonly patterns: readonly Pattern[];
  readonly late: readonly string[];
}>;

/** Null for a pattern that is linear, by a proof or as no attack is found; else the attack. */
export declare function attackOn(
  pattern: Pick<Pattern, 'source' | 'flags'>,
): Promise<string | null>;

export declare function hashOf(pattern: Pick<Pattern, 'source' | 'flags'>): string;

/** Hashes of the patterns that were found linear. */
export declare function foundLinear(): ReadonlySet<string>;

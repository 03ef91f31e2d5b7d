/** What a stage gave in a case: an object, or text that a broken model gave instead. */
export type StageOutput = string | Readonly<Record<string, unknown>>;

/** The cases write the fields as their source does, in snake case; lists of survivors and eliminated claims as plain texts. */
export function asGiven(output: StageOutput): Record<string, unknown> {
  if (typeof output === 'string') return { text: output };
  const renamed = camel(output) as Record<string, unknown>;
  const { eliminated, survivors } = renamed as {
    eliminated?: { fromConsensus: string[]; fromOutliers: string[] };
    survivors?: Record<string, unknown>;
  };
  if (eliminated === undefined || survivors === undefined) return renamed;
  const killed = (claims: readonly string[], from: string): unknown[] =>
    claims.map((claim) => ({ claim, from, because: 'It failed a test.' }));
  return {
    ...renamed,
    eliminated: [
      ...killed(eliminated.fromConsensus, 'consensus'),
      ...killed(eliminated.fromOutliers, 'outlier'),
    ],
  };
}

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camel(inner),
    ]),
  );
}

/** Aspects of a matter with the words that indicate them. A word may indicate several. */
export const DIMENSIONS = {
  cost: 'cost price money budget pay paid fee cheap expensive afford euro dollar pound bill rent salary wage fund grant invoice save saving spend tax profit revenue discount free interest mortgage loan',
  time: 'time hour minute day week month year schedule deadline wait delay soon late early date duration long quick fast slow morning evening night season summer winter spring autumn',
  effort:
    'effort easy simple hard difficult work boilerplate complex complexity setup maintain maintenance learn learning curve practise practice automate manual step tedious',
  risk: 'risk safe safety danger dangerous fail failure lose loss break backup insurance protect security secure attack privacy accident harm crash emergency damage guarantee',
  quality:
    'quality good best better stable stability sturdy durable last reliable robust wobble accurate precise clean polish error bug wrong test',
  performance:
    'performance speed throughput latency memory cpu load scale scalability capacity efficient power battery fast slow cache',
  people:
    'team people person user customer staff child parent family friend hire expert beginner community neighbour colleague patient teacher student crowd group manager',
  rules:
    'law legal rule permit permission licence license contract regulation policy compliance forbid allow insurer court visa tax union require compulsory',
  health:
    'health sleep pain injury kidney heart doctor medicine dose vitamin fever exercise diet allergy stress eye knee back muscle blood bacteria',
  comfort:
    'comfort comfortable quiet noise loud warm cold light dark bright soft beautiful pretty look colour design fun enjoy pleasure taste smell feel',
  environment:
    'environment climate energy waste recycle water soil nature plant animal emission carbon green heat weather rain',
  place:
    'place room space location city country near far station street house garden wall floor area site travel route office',
  evidence:
    'evidence study data research source measure number statistic survey proof proven experience result experiment sample figure count',
  technique:
    'code database server api framework library software tool app program data store schema query cloud container engine model interface protocol file',
} as const;

/** Returns the dimension with the most words in a statement; null where it has none. */
export function createDimensions(
  stemmer: (word: string, language: string) => string,
): (terms: readonly string[]) => string | null {
  const table = new Map<string, string[]>();
  for (const [dimension, words] of Object.entries(DIMENSIONS))
    for (const word of words.split(' ')) {
      const stem = stemmer(word, 'en');
      table.set(stem, [...(table.get(stem) ?? []), dimension]);
    }
  return (terms) => {
    const hits = new Map<string, number>();
    for (const term of terms)
      for (const dimension of table.get(term) ?? [])
        hits.set(dimension, (hits.get(dimension) ?? 0) + 1);
    // Ties go to the earlier one in the list.
    return Object.keys(DIMENSIONS).reduce<string | null>(
      (best, dimension) =>
        (hits.get(dimension) ?? 0) > (best === null ? 0 : (hits.get(best) ?? 0)) ? dimension : best,
      null,
    );
  };
}

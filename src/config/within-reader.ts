type Environment = Readonly<Record<string, string | undefined>>;

const MARK = 'MNEME_WITHIN_READER';

/** The environment of a program that reads: an agent's program among them has our hooks, which must not take in what it reads. */
export const readerEnvironment = (environment: Environment = process.env): Environment => ({
  ...environment,
  [MARK]: '1',
});

/** Whether this process was started, over any number of others, by a program that reads for a memory. */
export const isWithinReader = (environment: Environment = process.env): boolean =>
  environment[MARK] === '1';

import fc from 'fast-check';

/** `npm test` draws the same examples always, and fewer; `npm run fuzz` draws fresh ones and says from which seed. */
const { MNEME_PROPERTY_SEED: seed, MNEME_PROPERTY_EXAMPLES: examples } = process.env;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(seed ?? 1),
  numRuns: Number(examples ?? (seed === undefined ? 50 : 100)),
});

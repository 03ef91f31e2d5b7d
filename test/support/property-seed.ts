import fc from 'fast-check';

/** `npm test` draws the same examples always; `npm run fuzz` draws fresh ones and says from which seed. */
const SEED = 1;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.MNEME_PROPERTY_SEED ?? SEED),
  ...(process.env.MNEME_PROPERTY_EXAMPLES === undefined
    ? {}
    : { numRuns: Number(process.env.MNEME_PROPERTY_EXAMPLES) }),
});

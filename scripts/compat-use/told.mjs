// Counts what a peer's script found supported, and what was refused with a clear error.
const tally = { met: [], refused: [] };

/** Counts a supported feature; `what` only documents the script. */
export function met(what) {
  tally.met.push(what);
}

/** Checks that an unsupported feature fails with a matching error. */
export async function refuses(what, attempt, pattern) {
  try {
    await attempt();
  } catch (error) {
    const text = `${error.message} ${JSON.stringify(error)} ${JSON.stringify(error.error ?? '')}`;
    if (!pattern.test(text)) throw new Error(`${what}: the error does not say so: ${text}`);
    tally.refused.push(what);
    return;
  }
  throw new Error(`${what} was taken without a word`);
}

/** Prints the result as the last line, for check-compat.mjs. */
export function told() {
  console.log(JSON.stringify({ ...tally, met: tally.met.length }));
}

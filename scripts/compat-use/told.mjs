// What a script of a peer counts, and tells at its end: what was met, and what was refused with an error that says so.
const tally = { met: [], refused: [] };

/** One thing that the peer's client asked for and got, by a name for who reads the script. */
export function met(what) {
  tally.met.push(what);
}

/** One thing that cannot be met: it must fail, with an error that says what. */
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

/** Ends the script: the last line is for the one that runs it. */
export function told() {
  console.log(JSON.stringify({ ...tally, met: tally.met.length }));
}

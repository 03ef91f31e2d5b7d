import type { Ordered } from '../../kernel/module.js';
import { acceptorOf } from '../../recall/choose.js';
import type { Ranked } from '../../recall/ranking/ranked.js';
import type { AskedScene } from '../../recall/recall-context.js';
import { timesNamed } from '../../recall/understand.js';
import { orderByStanding } from './order-by-standing.js';
import { readStandings } from './read-standings.js';

/** Among the values that one slot has had, the one asked for goes first; a picture asks for none. */
export async function holdsFirst(
  results: readonly Ranked[],
  scene: AskedScene,
): Promise<Ordered<Ranked>> {
  const standings = await readStandings(results, scene);
  if (standings === null) return { results };
  const { understanding, profile, now, state } = scene;
  if (understanding.query === '') return { results, standing: standings.of };
  const asked = {
    query: understanding.query,
    periods: timesNamed(understanding),
    now: profile.asOf ?? now,
    accepts: acceptorOf(scene),
  };
  return {
    results: orderByStanding(results, asked, standings, state.index),
    standing: standings.of,
  };
}

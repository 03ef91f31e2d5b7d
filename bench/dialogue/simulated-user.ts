import { openStepped } from '../stepped-memory.js';
import { spearman } from '../rank-correlation.js';
import { seeded } from '../synthetic-text.js';

/** What is said of each side of a matter: the figure or the word in it changes from turn to turn. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  cost: ['It costs {} euros.', 'The price rises by {} percent.', 'A grant pays {} euros of it.'],
  time: ['It takes {} weeks.', 'The schedule slips by {} days.', 'Wait {} months before it.'],
  risk: ['In {} of 100 cases it is dangerous.', 'The insurance covers {} accidents.'],
  people: ['It needs {} colleagues.', 'Then {} customers complain.', 'Hire {} experts for it.'],
  rules: ['The law forbids more than {}.', 'A permit for {} is compulsory.'],
  health: ['It harms the kidneys after {} doses.', 'Sleep and diet matter to {} patients.'],
  comfort: ['The noise is loud to {} of them.', 'Soft light feels pleasant to {}.'],
  environment: ['It saves {} tons of carbon.', 'The soil loses {} percent of its water.'],
};
const SIDES = Object.keys(SAID);
const CLAIMS = 6;
const EDITS = 20;
/** So often a user acts on what they care about most. */
const ACTS = 0.8;

/** Spearman's correlation of a simulated user's hidden preferences with the profile read off their first 20 edits. */
export async function correlationOf(seed: number): Promise<number> {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const hidden = new Map(SIDES.map((side) => [side, 2 * random() - 1]));
  const { memory, set } = await openStepped();
  for (let edits = 0, turns = 0; edits < EDITS; turns++) {
    set(Date.UTC(2026, 0, 1) + turns * 3_600_000);
    const sides = Array.from({ length: CLAIMS }, () => SIDES[below(SIDES.length)] ?? 'cost');
    const text = sides
      .map((side) => {
        const forms = SAID[side] ?? [];
        return (forms[below(forms.length)] ?? '').replace('{}', String(2 + below(900)));
      })
      .join(' ');
    const { turn, artifact } = await memory.dialogue.turn({
      session: 's',
      query: `What of plan ${turns}?`,
      answers: [{ model: 'a', text }],
    });
    const elevate: string[] = [];
    const remove: string[] = [];
    for (const { id, dimension } of artifact.claims) {
      const wish = hidden.get(dimension ?? '') ?? 0;
      if (random() >= ACTS * Math.abs(wish)) continue;
      (wish > 0 ? elevate : remove).push(id);
    }
    if (elevate.length + remove.length === 0) continue;
    await memory.dialogue.curate({ turn, elevate, remove });
    edits++;
  }
  const { preferences } = await memory.dialogue.preferences();
  await memory.close();
  const told = (side: string): number =>
    preferences.find(({ aspect, name }) => aspect === 'dimension' && name === side)?.weight ?? 0;
  return spearman(
    SIDES.map((side) => hidden.get(side) ?? 0),
    SIDES.map(told),
  );
}

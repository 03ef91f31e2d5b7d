import type { Triple } from '../packages/core/src/spaces/e11-entity.js';
import type { Step } from '../packages/core/src/spaces/hierarchy.js';
import { SeededRandom } from '../packages/core/src/spaces/dense-vectors.js';

/** A random taxonomy: every node but the first has a parent among the earlier ones, a share of them a second one. */
export function plantedTaxonomy(count: number, seed: number, second: number): Step[] {
  const random = new SeededRandom(seed);
  const steps: Step[] = [];
  for (let node = 1; node < count; node++) {
    steps.push({ child: `n${node}`, parent: `n${random.below(node)}` });
    if (random.next() < second) steps.push({ child: `n${node}`, parent: `n${random.below(node)}` });
  }
  return steps;
}

const CITIES = 12;
const COUNTRIES = 4;

/** Families of four in cities, cities in countries: a triple that is held out follows from the others. */
export function plantedFamilies(families: number, seed: number): Triple[] {
  const random = new SeededRandom(seed);
  const triples: Triple[] = [];
  const tell = (head: string, relation: string, tail: string): number =>
    triples.push({ head, relation, tail });
  for (let city = 0; city < CITIES; city++)
    tell(`city ${city}`, 'part_of', `country ${city % COUNTRIES}`);
  for (let family = 0; family < families; family++) {
    const home = `city ${random.below(CITIES)}`;
    const parents = [`a ${family}`, `b ${family}`] as const;
    const children = [`x ${family}`, `y ${family}`] as const;
    for (const [one, two, relation] of [
      [...parents, 'married_to'],
      [...children, 'sibling_of'],
    ] as const) {
      tell(one, relation, two);
      tell(two, relation, one);
    }
    for (const child of children) {
      for (const parent of parents) {
        tell(child, 'child_of', parent);
        tell(parent, 'parent_of', child);
      }
    }
    for (const person of [...parents, ...children]) tell(person, 'lives_in', home);
  }
  return triples;
}

/** Keeps a tenth of the triples back. */
export function holdOut(
  triples: readonly Triple[],
  seed: number,
): { readonly told: Triple[]; readonly heldOut: Triple[] } {
  const random = new SeededRandom(seed);
  const told: Triple[] = [];
  const heldOut: Triple[] = [];
  for (const triple of triples) (random.next() < 0.1 ? heldOut : told).push(triple);
  return { told, heldOut };
}

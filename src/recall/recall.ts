import type { BankName, MemoryId } from '../domain/ids.js';
import type { Memory } from '../domain/memory.js';
import { parseInput } from '../domain/parse-input.js';
import { RecallProfile, type ParsedProfile } from '../domain/profile.js';
import type { Recollection } from '../domain/recollection.js';
import { StepTimer } from '../domain/step-timer.js';
import type { BankState } from '../indexes/bank-state.js';
import { describeInterval } from '../language/describe-interval.js';
import { presentBeside } from './beside.js';
import { deliver, fitBeside, present, type Delivered } from './deliver.js';
import { expand, type Surrounding } from './expand.js';
import { explain } from './explain.js';
import { choose, type Chosen, type RecallPorts, type Scene } from './choose.js';
import { fitLayers, type FittedLayers } from './layers/fit-layers.js';
import { chooseLayered, layersAsked, type Layered } from './layers/layered.js';
import { heldTerms } from './ranking/rank.js';
import { cacheKey } from './recall-cache.js';
import { readQueryPicture } from './query-picture.js';

/**
 * Capability U2: understand → paths at once → features → fuse → load → rank → expand → explain → deliver. Reads only;
 * what was delivered is for the caller to tell the store's `recordUsage`. Throws `invalid_input` for a bad profile.
 */
export async function recall(raw: unknown, bank: BankName, state: BankState, ports: RecallPorts): Promise<Recollection> {
  const { clock } = ports;
  const timer = new StepTimer(() => clock.ticks());
  const profile = timer.run('parse', () => parseInput(RecallProfile, raw, 'profile'));
  const now = profile.now ?? clock.now();
  await timer.wait('follow', () => state.follow());
  const { sequence } = state;
  const { image } = profile;
  const picture = image === undefined ? null : await timer.wait('picture', () => readQueryPicture(image, ports.pictures));
  const key = cacheKey(profile, now, picture?.sha256);
  const cached = timer.run('cache', () => ports.cache.get(key, sequence));
  if (cached !== null) return { ...cached, results: [...cached.results], cacheHit: true, timings: timer.times };

  const { chosen, layers } = await chooseAsked({ profile, picture, now, bank, state, ports, timer });
  const surroundings = await timer.wait('expand', () => surround(profile, chosen, bank, state, ports));
  const presented = timer.run('explain', () =>
    chosen.results.map((result) =>
      present(result, explain(result, heldTerms(result.slot, chosen.input), chosen.understanding), surroundings.get(result.memory.id)),
    ),
  );
  const fitted = timer.run('deliver', () => (layers === null || profile.tokenBudget === undefined ? null : fitLayers(layers, profile.tokenBudget)));
  // Rows were asked for; the results have what they leave of the budget.
  const budget = profile.tokenBudget === undefined ? undefined : Math.max(0, profile.tokenBudget - (fitted?.tokens ?? 0));
  const beside = await timer.wait('beside', () => presentBeside(chosen.beside, profile.asOf, state, (ids) => loadMemories(ids, profile, bank, state, ports)));
  const delivered = timer.run('deliver', () => fitBeside(deliver(presented, profile.fields, budget), beside, budget));
  const recollection = compose(profile, chosen, { delivered, layers, fitted }, { sequence, standing: servedOtherwise(state, ports) }, timer);
  // The caller may do with its list what it likes; the cache keeps its own. What lacked a model is asked anew the next time.
  // What use has taught is no change of the bank, and the meta layer tells of it.
  if (chosen.faults.length === 0 && layers?.meta === undefined) ports.cache.put(key, sequence, { ...recollection, results: [...recollection.results] });
  return recollection;
}

/** A plain recall chooses once; for layers it chooses among what stands in them. */
async function chooseAsked(scene: Scene): Promise<{ readonly chosen: Chosen; readonly layers: Layered['layers'] | null }> {
  const asked = layersAsked(scene.profile);
  return asked === null ? { chosen: await choose(scene), layers: null } : chooseLayered(scene, asked);
}

interface Answer {
  readonly delivered: ReturnType<typeof fitBeside>;
  readonly layers: Layered['layers'] | null;
  /** The layers as a token budget has them; null without one. */
  readonly fitted: FittedLayers | null;
}

async function surround(profile: ParsedProfile, { results }: Chosen, bank: BankName, state: BankState, { store }: RecallPorts): Promise<ReadonlyMap<MemoryId, Surrounding>> {
  if (!profile.expand) return new Map();
  return expand(results, state, (ids) => loadMemories(ids, profile, bank, state, { store }));
}

/** Memories as they are, or as they were at the moment asked about. */
function loadMemories(ids: readonly MemoryId[], { asOf }: ParsedProfile, bank: BankName, state: BankState, { store }: Pick<RecallPorts, 'store'>): Promise<readonly Memory[]> {
  return asOf === undefined ? state.memories.get(ids) : store.get(bank, ids, asOf);
}

function compose(profile: ParsedProfile, chosen: Chosen, { delivered, layers, fitted }: Answer, { sequence, standing }: { sequence: number; standing: readonly string[] }, timer: StepTimer): Recollection {
  const { understanding } = chosen;
  return {
    results: delivered.results,
    beside: delivered.beside,
    delivered: delivered.ids,
    layers: fitted?.layers ?? layers,
    plan: {
      reasoning: understanding.reasoning,
      cues: understanding.cues,
      route: understanding.route,
      paths: chosen.reports,
      entities: [...new Set(understanding.entities.map(({ name }) => name))],
      periods: understanding.periods.map(({ from, to, precision }) => describeInterval(from, to, precision)),
      expansions: chosen.expansions,
    },
    coverage: coverage(chosen),
    considered: chosen.considered,
    tokens: delivered.tokens === null ? null : delivered.tokens + (fitted?.tokens ?? 0),
    cacheHit: false,
    asOf: profile.asOf ?? null,
    sequence,
    timings: timer.times,
    notices: [...notices(profile, chosen, delivered), ...(fitted !== null && fitted.left > 0 ? [`${fitted.left} rows of layers did not fit into ${profile.tokenBudget} tokens.`] : []), ...standing],
  };
}

/** Share of the query's weighty words that the results hold between them; 1 for a query without any. */
function coverage({ results, input, understanding }: Chosen): number {
  const held = new Set(results.flatMap(({ slot }) => heldTerms(slot, input).map(({ term }) => term)));
  // A word no memory has weighs as much as the heaviest that one has: not knowing it is the point.
  const heaviest = Math.max(1, ...understanding.terms.map(({ weight }) => weight));
  const weightOf = ({ number, weight }: { number: number; weight: number }) => (number < 0 ? heaviest : weight);
  const total = understanding.terms.reduce((sum, term) => sum + weightOf(term), 0);
  const covered = understanding.terms.filter(({ term }) => held.has(term)).reduce((sum, term) => sum + weightOf(term), 0);
  return total === 0 ? 1 : covered / total;
}

/** A bank that the built-in encoder filled goes on being served by it until it is reindexed. */
function servedOtherwise({ encoder }: BankState, { embedder }: RecallPorts): string[] {
  return embedder === undefined || embedder.id === encoder ? [] : [`This bank is filled by ${encoder}; ${embedder.id} serves it after \`mneme reindex\`.`];
}

function notices(profile: ParsedProfile, { empty, understanding, input, faults }: Chosen, { overBudget, repeats }: Delivered): string[] {
  const unknown = understanding.terms.filter(({ number }) => number < 0).map(({ word }) => `“${word}”`);
  return [
    understanding.readings.length > 0 ? `Read ${understanding.readings.map(({ typed, as }) => `“${typed}” as “${as}”`).join(', ')}.` : '',
    empty ? 'The bank holds no memories that this profile admits.' : '',
    !empty && profile.image !== undefined && input.index.pictures.size === 0 ? 'No memory of the bank has a picture.' : '',
    !empty && unknown.length > 0 ? `No memory has the word ${unknown.join(', ')}.` : '',
    overBudget > 0 ? `${overBudget} results did not fit into ${profile.tokenBudget} tokens.` : '',
    repeats > 0 ? `${repeats} results that repeat another were left out to spare the budget.` : '',
    ...faults,
  ].filter((notice) => notice !== '');
}

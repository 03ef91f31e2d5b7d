import { openMemory, type Mneme, type RememberInput } from '../packages/mneme/src/index.js';
import { wholeNumber, type Benchmark, type BenchmarkResult } from './benchmark.js';
import { percentile } from './retrieval-metrics.js';
import { seeded, syntheticTurns } from './synthetic-text.js';

const BATCH = 128;
const SEED = 11;
/** Retractions between two looks at what is kept. */
const LOOK_EVERY = 25;

/** Chains of causes, told piece by piece among other talk, with what must not be taken for a cause beside them. */
export const inference: Benchmark = {
  name: 'inference',
  summary:
    'Planted chains of causes: conclusions found, wrong ones, and those that outlive their evidence.',
  options: [
    { flag: '--memories <n>', description: 'in all', preset: '10000' },
    { flag: '--chains <n>', description: 'planted, of 2 to 5 causes', preset: '80' },
    { flag: '--retractions <n>', description: 'at random', preset: '500' },
  ],
  async run(options, log): Promise<BenchmarkResult> {
    const world = new PlantedWorld(wholeNumber(options, 'chains', 80));
    const memory = await openMemory({ file: ':memory:' });
    const idOf = await fill(memory, world, wholeNumber(options, 'memories', 10_000));
    log(`filled; ${world.chains.length} chains, ${world.decoys.length} decoys`);
    const asked = await ask(memory, world, log);
    const outlived = await retract(
      memory,
      world,
      idOf,
      wholeNumber(options, 'retractions', 500),
      log,
    );
    await memory.close();
    const results = { ...asked, ...outlived };
    return {
      results,
      table: [
        ['conclusions over planted chains that are right', results.right.toFixed(3), '≥ 0.9'],
        ['wrong ones, of all conclusions told', String(results.wrong), ''],
        ['wrong ones stated as sure', String(results.wrong_sure), '0'],
        ['right ones told as inferred, with just the planted turns', results.proven.toFixed(3), ''],
        ['conclusions that outlive their evidence', String(results.outlived), '0'],
        ['conclusions that fell though their evidence stands', String(results.fell_early), ''],
        [
          'an inference, median and 95 % (ms)',
          `${results.p50.toFixed(1)}, ${results.p95.toFixed(1)}`,
          '',
        ],
      ],
    };
  },
};

interface PlantedChain {
  readonly events: readonly string[];
  readonly texts: readonly string[];
}

/** Events of a workshop, and how one is told to bring about the next. */
class PlantedWorld {
  readonly chains: readonly PlantedChain[];
  /** What tells no cause, or not that one. */
  readonly decoys: readonly string[];
  readonly #random = seeded(SEED);
  readonly #used = new Set<string>();

  constructor(count: number) {
    this.chains = Array.from({ length: count }, (_, at) => this.#chain(2 + (at % 4)));
    this.decoys = this.chains.flatMap(({ events }) => this.#decoysOf(events));
  }

  #chain(length: number): PlantedChain {
    const events = Array.from({ length: length + 1 }, () => this.#event());
    return {
      events: events.map(plain),
      texts: events.slice(1).map((effect, at) => this.#told(events[at] as Event, effect)),
    };
  }

  #told(cause: Event, effect: Event): string {
    const [why, then] = [this.#worded(cause), this.#worded(effect)];
    const templates = [
      `${capital(then)} because ${why}.`,
      `Because ${why}, ${then}.`,
      `${capital(why)}, so ${then}.`,
      `${capital(why)}. That's why ${then}.`,
      `We found out today that ${then} because ${why}.`,
      `${capital(why)}, and as a result ${then}.`,
    ];
    return templates[this.#below(templates.length)] as string;
  }

  /** The same event in other words now and then. */
  #worded({ adjective, noun, verb }: Event): string {
    const forms = [
      `the ${adjective} ${noun} ${verb}`,
      `the ${adjective} ${noun} ${verb} ${WHEN[this.#below(WHEN.length)]}`,
      `our ${adjective} ${noun} had ${PERFECT[verb]}`,
      `this ${adjective} ${noun} ${verb} again`,
    ];
    return forms[this.#below(forms.length)] as string;
  }

  #decoysOf(events: readonly string[]): string[] {
    const [first = '', last = ''] = [events[0], events.at(-1)];
    const [other, another] = [this.#event(), this.#event()].map(plain) as [string, string];
    return [
      `${capital(other)}, but not because ${first}.`,
      `Do you know whether ${another} because ${first}?`,
      `${capital(first)}. Later ${other}.`,
      `If ${last}, we will call the landlord.`,
    ];
  }

  #event(): Event {
    for (;;) {
      const event = {
        adjective: ADJECTIVES[this.#below(ADJECTIVES.length)] as string,
        noun: NOUNS[this.#below(NOUNS.length)] as string,
        verb: VERBS[this.#below(VERBS.length)] as keyof typeof PERFECT,
      };
      if (this.#used.has(plain(event))) continue;
      this.#used.add(plain(event));
      return event;
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

interface Event {
  readonly adjective: string;
  readonly noun: string;
  readonly verb: keyof typeof PERFECT;
}

const plain = ({ adjective, noun, verb }: Event): string => `the ${adjective} ${noun} ${verb}`;
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const ADJECTIVES =
  'old new northern southern brass copper wooden spare blue green narrow heavy upper lower rear front left rented borrowed rusty'.split(
    ' ',
  );
const NOUNS =
  'boiler pump valve gate lathe kiln crane winch conveyor generator compressor furnace turbine elevator printer router projector radiator shutter pulley ladder trolley lantern hinge gasket'.split(
    ' ',
  );
const PERFECT = {
  jammed: 'jammed',
  leaked: 'leaked',
  overheated: 'overheated',
  cracked: 'cracked',
  stopped: 'stopped',
  exploded: 'exploded',
  tipped: 'tipped',
  melted: 'melted',
  flooded: 'flooded',
  vanished: 'vanished',
  rattled: 'rattled',
  collapsed: 'collapsed',
};
const VERBS = Object.keys(PERFECT);
const WHEN = ['on Monday', 'last week', 'in the night', 'during the storm'];

async function fill(
  memory: Mneme,
  { chains, decoys }: PlantedWorld,
  count: number,
): Promise<Map<string, string>> {
  const planted = [...chains.flatMap(({ texts }) => texts), ...decoys];
  const turns = syntheticTurns(SEED);
  const every = Math.max(1, Math.floor(count / planted.length));
  const idOf = new Map<string, string>();
  for (let done = 0, next = 0; done < count;) {
    const batch: (RememberInput & { content: string })[] = [];
    for (; batch.length < BATCH && done < count; done++)
      batch.push(
        done % every === 0 && next < planted.length
          ? { content: planted[next++] as string, session: `workshop-${next % 40}` }
          : turns.next().value.input,
      );
    const { receipts } = await memory.rememberAll(batch);
    receipts.forEach(({ id }, at) => idOf.set((batch[at] as { content: string }).content, id));
  }
  return idOf;
}

async function ask(
  memory: Mneme,
  { chains }: PlantedWorld,
  log: (line: string) => void,
): Promise<Record<'right' | 'wrong' | 'wrong_sure' | 'proven' | 'p50' | 'p95', number>> {
  const times: number[] = [];
  let [right, proven, wrong, wrongSure] = [0, 0, 0, 0];
  const said = (what: string, event: string): boolean =>
    event
      .split(' ')
      .slice(1)
      .every((word) => what.toLowerCase().includes(word));
  for (const { events, texts } of chains) {
    const start = performance.now();
    const { inferred } = await memory.graph.causes({ from: events[0] as string, limit: 50 });
    const conclusions = inferred?.conclusions ?? [];
    times.push(performance.now() - start);
    const last = conclusions.find(({ what }) => said(what, events.at(-1) as string));
    if (last === undefined) log(`missed: ${events.join(' → ')} | ${texts.join(' ')}`);
    else right++;
    const turns = new Set(
      last?.proofs[0]?.steps.flatMap((step) => step.turns.map((turn) => turn.said)),
    );
    if (
      last?.inferred === true &&
      turns.size === texts.length &&
      texts.every((text) => turns.has(text))
    )
      proven++;
    const others = conclusions.filter(({ what }) => !events.some((event) => said(what, event)));
    wrong += others.length;
    wrongSure += others.filter(({ verdict }) => verdict === 'sure').length;
    for (const { what } of others) log(`wrong: ${events[0]} → ${what}`);
  }
  return {
    right: right / chains.length,
    wrong,
    wrong_sure: wrongSure,
    proven: proven / chains.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  };
}

/** Keeps every conclusion and takes memories back, planted ones and others, looking now and then at what still stands. */
async function retract(
  memory: Mneme,
  { chains }: PlantedWorld,
  idOf: ReadonlyMap<string, string>,
  count: number,
  log: (line: string) => void,
): Promise<Record<'outlived' | 'fell_early', number>> {
  const random = seeded(SEED + 1);
  const kept = new Map<string, PlantedChain>();
  for (const chain of chains) {
    const ends = { from: chain.events[0] as string, to: chain.events.at(-1) as string };
    try {
      const [made] = (await memory.graph.causes({ ...ends, keep: true })).kept;
      if (made !== undefined) kept.set(made.id, chain);
    } catch {
      log(`nothing to keep: ${ends.from} → ${ends.to}`);
    }
  }
  const all = [...idOf.values()];
  const planted = chains.flatMap(({ texts }) => texts.map((text) => idOf.get(text) as string));
  const gone = new Set<string>();
  let [outlived, fellEarly] = [0, 0];
  for (let done = 1; done <= count; done++) {
    const from = done % 4 === 0 ? planted : all;
    const id = from[Math.floor(random() * from.length)] as string;
    if (!gone.has(id)) await memory.forget([id]);
    gone.add(id);
    if (done % LOOK_EVERY !== 0 && done !== count) continue;
    for (const { id: record, conclusion } of (await memory.graph.causes({ kept: true, limit: 500 }))
      .kept) {
      const whole = (kept.get(record)?.texts ?? []).every(
        (text) => !gone.has(idOf.get(text) ?? ''),
      );
      if (conclusion !== null && !whole) outlived++;
      if (conclusion === null && whole) fellEarly++;
    }
  }
  return { outlived, fell_early: fellEarly };
}

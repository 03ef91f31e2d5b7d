/** Label values by name. */
export type Labels = Readonly<Record<string, string>>;

/** Seconds, from half a millisecond to ten seconds. */
const BUCKETS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
];

interface Distribution {
  /** Per bucket, not cumulative; the last counts values above all bounds. */
  readonly counts: number[];
  sum: number;
  count: number;
}

interface Family {
  readonly help: string;
  readonly type: 'counter' | 'histogram';
}

/** A registry of counters and histograms, rendered in Prometheus' text format (version 0.0.4). */
export class MetricsRegistry {
  readonly #families = new Map<string, Family>();
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #distributions = new Map<string, Map<string, Distribution>>();

  counter(name: string, help: string): (labels?: Labels, by?: number) => void {
    const counts = new Map<string, number>();
    this.#families.set(name, { help, type: 'counter' });
    this.#counts.set(name, counts);
    return (labels = {}, by = 1) => {
      const key = written(labels);
      counts.set(key, (counts.get(key) ?? 0) + by);
    };
  }

  /** Takes milliseconds and renders seconds, as Prometheus expects. */
  histogram(name: string, help: string): (labels: Labels, milliseconds: number) => void {
    const distributions = new Map<string, Distribution>();
    this.#families.set(name, { help, type: 'histogram' });
    this.#distributions.set(name, distributions);
    return (labels, milliseconds) => {
      const key = written(labels);
      let found = distributions.get(key);
      if (found === undefined)
        distributions.set(
          key,
          (found = {
            counts: Array.from({ length: BUCKETS.length + 1 }, () => 0),
            sum: 0,
            count: 0,
          }),
        );
      const seconds = Math.max(0, milliseconds) / 1_000;
      let slot = 0;
      while (slot < BUCKETS.length && seconds > (BUCKETS[slot] ?? 0)) slot++;
      found.counts[slot] = (found.counts[slot] ?? 0) + 1;
      found.sum += seconds;
      found.count += 1;
    };
  }

  /** All families in order of registration, followed by gauges, which are read now. */
  text(gauges: readonly Gauge[]): string {
    const lines: string[] = [];
    for (const [name, { help, type }] of this.#families) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
      for (const [labels, count] of this.#counts.get(name) ?? [])
        lines.push(`${name}${braced(labels)} ${count}`);
      for (const [labels, distribution] of this.#distributions.get(name) ?? [])
        lines.push(...distributionLines(name, labels, distribution));
    }
    for (const { name, help, values } of gauges) {
      lines.push(
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        ...values.map(([labels, value]) => `${name}${braced(written(labels))} ${value}`),
      );
    }
    return `${lines.join('\n')}\n`;
  }
}

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly values: readonly (readonly [Labels, number])[];
}

function distributionLines(
  name: string,
  labels: string,
  { counts, sum, count }: Distribution,
): string[] {
  const others = labels === '' ? '' : `${labels},`;
  let below = 0;
  const buckets = BUCKETS.map(
    (bound, at) => `${name}_bucket{${others}le="${bound}"} ${(below += counts[at] ?? 0)}`,
  );
  return [
    ...buckets,
    `${name}_bucket{${others}le="+Inf"} ${count}`,
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ];
}

function written(labels: Labels): string {
  let text = '';
  for (const name in labels) {
    const value = labels[name] ?? '';
    text += `${text === '' ? '' : ','}${name}="${SPECIAL.test(value) ? escaped(value) : value}"`;
  }
  return text;
}

const SPECIAL = /["\\\n]/;
const escaped = (value: string): string =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);

interface Family {
  /** Its lines of help and type. */
  readonly head: string[];
  counted: boolean;
  readonly samples: Map<string, number>;
}

/**
 * The figures of a server in Prometheus' text format, from those of its threads: what is counted is added up, sample by sample; what
 * is measured (gauges) is as the first text has it.
 */
export function joinMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const [at, text] of texts.entries()) readFamilies(text, families, at === 0);
  return `${[...families.values()].flatMap(({ head, samples }) => [...head, ...[...samples].map(([sample, value]) => `${sample} ${value}`)]).join('\n')}\n`;
}

function readFamilies(text: string, families: Map<string, Family>, first: boolean): void {
  let family: Family = { head: [], counted: false, samples: new Map() };
  let known = false;
  for (const line of text.split('\n')) {
    const [, mark, name = '', rest] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (mark === 'HELP') {
      known = families.has(name);
      family = families.get(name) ?? { head: [], counted: false, samples: new Map() };
      families.set(name, family);
    }
    if (mark === 'TYPE') family.counted = rest !== 'gauge';
    if (mark !== undefined) {
      if (!known) family.head.push(line);
      continue;
    }
    const end = line.lastIndexOf(' ');
    if (end < 0 || !(first || family.counted)) continue;
    const sample = line.slice(0, end);
    family.samples.set(sample, (family.samples.get(sample) ?? 0) + Number(line.slice(end + 1)));
  }
}

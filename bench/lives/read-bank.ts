import { DAY } from '../../packages/core/src/domain/time.js';
import type { Memory, Mneme } from '../../packages/mneme/src/index.js';
import type { ShownClaim } from '../../packages/mneme/src/public-types.js';
import type { Stemmer } from '../../packages/core/src/language/stem.js';
import type { Life } from '../talk/lives.js';
import { sameValue } from './matching-values.js';

/** What a bank has made of one memory's text, as `show` tells it. */
export interface Read {
  readonly memory: Pick<Memory, 'content' | 'dates' | 'provenance'>;
  readonly claims: readonly ShownClaim[];
}

const PAGE = 500;

/** All memories of a bank, by the turns behind them. */
export async function readBank(memory: Mneme): Promise<ReadonlyMap<string, Read>> {
  const reads = new Map<string, Read>();
  for (let after: string | undefined; ;) {
    const page = await memory.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const { id } of page.memories) {
      const shown = await memory.show(id);
      for (const { turn } of shown.memory.provenance) if (turn !== null) reads.set(turn, shown);
    }
    if (page.next === null) return reads;
    after = page.next;
  }
}

type Reads = ReadonlyMap<string, Read>;
type ListedClaim = Life['claims'][number];
type ListedDate = Life['dates'][number];
type NotFact = Life['notFacts'][number];

/** A value of a slot as the bank tells it, from when by each turn that says so. */
interface ToldClaim {
  readonly subject: string;
  readonly slot: string;
  readonly value: string;
  readonly from: readonly number[];
}

export interface JudgedClaims {
  readonly listed: readonly { readonly claim: ListedClaim; readonly right: boolean }[];
  readonly told: readonly { readonly claim: ToldClaim; readonly right: boolean }[];
}

/** So far apart may two readings of the first day be. */
const NEAR = 3 * DAY;

/** What is told as holding, held against the list: the same subject and value, from within three days. */
export function judgeClaims(
  listed: readonly ListedClaim[],
  reads: Reads,
  stemmer: Stemmer,
): JudgedClaims {
  const told = toldClaims(reads);
  const meets = (claim: ListedClaim, other: ToldClaim): boolean =>
    other.from.some((from) => Math.abs(from - claim.from) <= NEAR) &&
    sameValue(claim.value, other.value, stemmer) &&
    sameValue(claim.subject, other.subject, stemmer);
  return {
    listed: listed.map((claim) => ({ claim, right: told.some((other) => meets(claim, other)) })),
    told: told.map((claim) => ({ claim, right: listed.some((other) => meets(other, claim)) })),
  };
}

function toldClaims(reads: Reads): ToldClaim[] {
  const claims = new Map<string, ToldClaim>();
  for (const each of [...new Set(reads.values())].flatMap((read) => read.claims)) {
    if (each.mode !== 'holds' || each.from === null) continue;
    const { subject, slot } = each;
    const value = each.value === 'yes' || each.value === 'no' ? polarity(each) : each.value;
    const key = JSON.stringify([subject, slot, value]);
    const from = [...(claims.get(key)?.from ?? []), each.from];
    claims.set(key, { subject, slot, value, from });
  }
  return [...claims.values()];
}

/** "likes sushi: no" says of a value that it is not liked. */
function polarity({ slot, value }: ShownClaim): string {
  const what = slot.slice(slot.indexOf(' ') + 1);
  return value === 'yes' ? what : `no ${what}`;
}

/** Whether a turn's phrase was read as the days that it means; a time of day may narrow one. */
export function readsDate({ turn, phrase, from, to }: ListedDate, reads: Reads): boolean {
  const memory = reads.get(turn)?.memory;
  if (memory === undefined) return false;
  return memory.dates.some(
    (date) =>
      !date.recurring &&
      meet(memory.content, phrase, date.text) &&
      ((date.from === from && date.to === to) ||
        (to - from === DAY && date.from >= from && date.to <= to)),
  );
}

/** Whether two phrases stand in a text so that they share a letter. */
function meet(text: string, one: string, other: string): boolean {
  const places = (part: string): [number, number][] => {
    const found: [number, number][] = [];
    const [whole, wanted] = [text.toLowerCase(), part.toLowerCase()];
    for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1))
      found.push([at, at + wanted.length]);
    return found;
  };
  return places(one).some(([start, end]) =>
    places(other).some(([from, to]) => from < end && start < to),
  );
}

/** What a turn that claims nothing was read to claim as holding. */
export function wronglyClaimed({ turn }: NotFact, reads: Reads): readonly ShownClaim[] {
  return (reads.get(turn)?.claims ?? []).filter(({ mode }) => mode === 'holds');
}

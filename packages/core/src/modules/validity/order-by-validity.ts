import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Instant, Period } from '../../domain/time.js';
import type { StoredClaim } from '../../domain/validity.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import type { Ordered } from '../../kernel/module.js';
import { askedClaims, askedTime } from '../../language/claims/asked-and-foreign-claims.js';
import type { ClaimSubject } from '../../language/claims/claim.js';
import {
  fromStored,
  isHolding,
  keysBeforeOwner,
  nameKey,
  rekeyToOwner,
  subjectKey,
  USER,
} from '../../language/claims/keyed-claim.js';
import { readDates } from '../../language/dates.js';
import { type AskedValidity, readAskedValidity } from './read-validity.js';
import { beginOf, holderIn, type Lineage, moreReliable } from './succession.js';
import { acceptorOf, profileAcceptor } from '../../recall/rank-candidates.js';
import { broughtIn, constrained, type Ranked } from '../../recall/ranking/score.js';
import { currentMemories, saidAtIfCurrent } from '../../recall/read-store.js';
import type { QuestionContext, RecallContext } from '../../recall/recall-context.js';
import { timesNamed } from '../../recall/understand.js';

interface Asked {
  readonly query: string;
  readonly periods: readonly Period[];
  readonly now: Instant;
  readonly accepts: (slot: number) => boolean;
}

/**
 * After the learned ranking: of the values a slot has had, the queried one comes first. That is the current one or,
 * if the question names another time, the one that held then. Of two disputed ones, the more reliable. If the
 * question is about something else in those memories, their order stays.
 */
function orderByValidity(
  ranked: readonly Ranked[],
  asked: Asked,
  validity: AskedValidity,
  index: BankIndex,
): readonly Ranked[] {
  let order = ranked;
  for (const lineage of validity.lineages) {
    const members = [...lineage.members]
      .flatMap((id) => validity.memories.get(id) ?? [])
      .filter(({ retractedAt }) => retractedAt === null);
    const { order: preferred, wanted } = preference(members, asked, validity, lineage);
    order = reorder(order, preferred, asked.accepts, index);
    // Only the value that held at the queried time leads, not other statements made at that time.
    if (wanted !== null) order = leading(order, wanted);
  }
  return order;
}

/** The members of a lineage, the queried one first. */
function preference(
  members: readonly Memory[],
  asked: Asked,
  validity: AskedValidity,
  lineage: Lineage,
): { readonly order: Memory[]; readonly wanted: Memory | null } {
  const byTime = [...members].sort(
    (a, b) => beginOf(a) - beginOf(b) || a.recordedAt - b.recordedAt,
  );
  const holds = (memory: Memory): boolean => validity.successorOf(memory) === null;
  const current = byTime
    .filter(holds)
    .sort(
      (a, b) =>
        Number(validity.notYet.has(a.id)) - Number(validity.notYet.has(b.id)) || moreReliable(a, b),
    );
  const newestFirst = [...current, ...byTime.filter((memory) => !holds(memory)).reverse()];
  const wanted = wantedOf(byTime, current[0], asked, lineage);
  return {
    wanted,
    order:
      wanted === null ? newestFirst : [wanted, ...newestFirst.filter(({ id }) => id !== wanted.id)],
  };
}

function leading(ranked: readonly Ranked[], { id }: Memory): readonly Ranked[] {
  const at = ranked.findIndex(({ memory }) => memory.id === id);
  const first = ranked[at];
  return at <= 0 || first === undefined
    ? ranked
    : constrained([first, ...ranked.slice(0, at), ...ranked.slice(at + 1)], 'validity');
}

function wantedOf(
  byTime: readonly Memory[],
  current: Memory | undefined,
  { query, periods, now }: Asked,
  lineage: Lineage,
): Memory | null {
  const period = askedPeriod(periods);
  const time = askedTime(query);
  if (period !== undefined && period.from <= now && !(period.from <= now && now < period.to))
    return time === 'before'
      ? holderIn(byTime, { ...period, to: period.from, from: period.from - 1 })
      : holderIn(byTime, period);
  if (time === 'now') return null;
  if (time === 'first') return byTime[0] ?? null;
  const named = byTime.find(({ id }) =>
    valuesOf(id, lineage).some((value) => value.length > 1 && query.toLowerCase().includes(value)),
  );
  const at = byTime.findIndex(({ id }) => id === (named ?? current)?.id);
  // A restatement is no earlier value.
  const same = new Set(valuesOf(byTime[at]?.id, lineage));
  const before = byTime
    .slice(0, Math.max(0, at))
    .findLast(({ id }) => !valuesOf(id, lineage).some((value) => same.has(value)));
  return before ?? byTime[0] ?? null;
}

/** "In 2023, in October" is October 2023: the narrowest period, moved into the named year. */
function askedPeriod(periods: readonly Period[]): Period | undefined {
  const [narrowest, ...others] = [...periods].sort((a, b) => a.to - a.from - (b.to - b.from));
  const year = others.find(({ precision }) => precision === 'year');
  if (
    narrowest === undefined ||
    year === undefined ||
    (narrowest.from >= year.from && narrowest.to <= year.to)
  )
    return narrowest;
  const shift = new Date(year.from).getUTCFullYear() - new Date(narrowest.from).getUTCFullYear();
  const moved = (at: Instant): Instant =>
    new Date(at).setUTCFullYear(new Date(at).getUTCFullYear() + shift);
  return { ...narrowest, from: moved(narrowest.from), to: moved(narrowest.to) };
}

function valuesOf(id: MemoryId | undefined, { conflicts }: Lineage): string[] {
  return conflicts
    .flatMap(({ older, newer, olderValue, newerValue }) => [
      ...(older === id ? [olderValue] : []),
      ...(newer === id ? [newerValue] : []),
    ])
    .map((value) => value.toLowerCase());
}

/** Reorders the members among their own ranks by preference; the first gets the best rank even if it was not found. */
function reorder(
  ranked: readonly Ranked[],
  preferred: readonly Memory[],
  accepts: (slot: number) => boolean,
  index: BankIndex,
): readonly Ranked[] {
  const found = new Map(ranked.map((each) => [each.memory.id, each]));
  const places = ranked.flatMap(({ memory }, at) =>
    preferred.some(({ id }) => id === memory.id) ? [at] : [],
  );
  const best = ranked[places[0] ?? -1];
  const [first] = preferred;
  if (best === undefined || first === undefined) return ranked;
  const present = preferred.flatMap((memory): Ranked[] => {
    const known = found.get(memory.id);
    if (known !== undefined) return [known];
    const slot = index.slot(memory.id);
    // A successor of a result counts as found by that link.
    return memory === first && slot >= 0 && accepts(slot)
      ? [{ ...broughtIn(memory, slot, best, 'validity'), paths: ['graph'] }]
      : [];
  });
  const spots = present.length > places.length ? [places[0] ?? 0, ...places] : places;
  const members = new Set(preferred.map(({ id }) => id));
  const order: Ranked[] = [];
  let next = 0;
  for (const [at, each] of ranked.entries()) {
    for (; next < spots.length && spots[next] === at; next++)
      order.push(...present.slice(next, next + 1));
    if (!members.has(each.memory.id)) order.push(each);
  }
  return constrained(order, 'validity');
}

/** Of the values that a slot has had, the queried one comes first; not for a picture alone. */
export async function holdsFirst(
  results: readonly Ranked[],
  context: QuestionContext,
): Promise<Ordered<Ranked>> {
  const validity = await readAskedValidity(results, context);
  if (validity === null) return { results };
  const { understanding, profile, now, state } = context;
  if (understanding.query === '') return { results, validity: validity.of };
  const asked = {
    query: understanding.query,
    periods: timesNamed(understanding),
    now: profile.asOf ?? now,
    accepts: acceptorOf(context),
  };
  return {
    results: orderByValidity(results, asked, validity, state.index),
    validity: validity.of,
  };
}

/** Log-odds that a claim read by rules for the queried value is correct: 95 %. */
const TOLD_ODDS = Math.log(0.95 / 0.05);
/** Maximum number of claims moved to the front; the others keep their ranks. */
const MAX_LEADING = 3;
const MAX_CLAIMS = 20;

/**
 * After the learned ranking: for a question about one value of one subject ("Where does Jonas live?"), memories with
 * a claim for that value come before memories that only share words ("where Marek's parents live"). Which of several
 * values holds is already decided. A claim that the ranking missed is added. Questions about another time are left
 * unchanged.
 */
export async function leadWithClaims(
  results: readonly Ranked[],
  context: QuestionContext,
): Promise<Ordered<Ranked>> {
  const { query = '' } = context.profile;
  const asked = askedClaims(query);
  if (
    asked.length === 0 ||
    askedTime(query) !== 'now' ||
    readDates(query, context.now + context.offset(context.now)).length > 0
  )
    return { results };
  const owner = (await context.state.owner())?.name ?? null;
  const keys = asked.flatMap(({ subject, slots }) =>
    keysOf(subject, owner, context).flatMap((key) => slots.map((slot) => `${key}|${slot}`)),
  );
  const stored = await ofWhomIsAsked(
    await context.ports.store.claims(context.bank, [...new Set(keys)], MAX_CLAIMS),
    keys.some((key) => key.startsWith(USER)) ? owner : null,
    context,
  );
  const claimed = stored.filter(
    (claim) => isHolding(fromStored(claim), context.now) && stands(claim.memory, context),
  );
  const since = announcedSince(claimed, context);
  const holding = new Set(
    claimed
      .map(({ memory }) => memory)
      .filter((memory) => (saidAtIfCurrent(memory, context) ?? 0) >= since),
  );
  if (holding.size === 0) return { results };
  const found = results.filter(({ memory }) => holding.has(memory.id));
  const leading = [
    ...found,
    ...(found.length > 0 ? [] : await byClaim([...holding], results, context)),
  ].slice(0, MAX_LEADING);
  const slots = new Set(leading.map(({ slot }) => slot));
  return {
    results: [...leading, ...results.filter(({ slot }) => !slots.has(slot))],
    ...(leading.length > 0 && { knownAtLeast: TOLD_ODDS }),
  };
}

/** When the latest announcement now in force was made; it supersedes earlier statements. */
const announcedSince = (claimed: readonly StoredClaim[], context: RecallContext): Instant =>
  Math.max(
    0,
    ...claimed
      .filter((stored) => fromStored(stored).claim.mode === 'planned')
      .map(({ memory }) => saidAtIfCurrent(memory, context) ?? 0),
  );

/**
 * Drops claims about a namesake: claims under the owner's name are either from before the owner was known, or the
 * owner's claims about somebody of the same name.
 */
async function ofWhomIsAsked(
  stored: readonly StoredClaim[],
  owner: string | null,
  { bank, ports }: RecallContext,
): Promise<readonly StoredClaim[]> {
  if (owner === null) return stored;
  const name = nameKey(owner);
  const named = stored.filter(({ key }) => key.startsWith(name));
  if (named.length === 0) return stored;
  const said = new Map(
    (await ports.store.get(bank, [...new Set(named.map(({ memory }) => memory))])).map((memory) => [
      memory.id,
      memory,
    ]),
  );
  return stored.filter((claim) => {
    const memory = said.get(claim.memory);
    if (!claim.key.startsWith(name) || memory === undefined) return true;
    return rekeyToOwner(fromStored(claim), memory, owner, name).subject.startsWith(USER);
  });
}

/** The subject under every name that the bank has for it. */
function keysOf(
  subject: ClaimSubject,
  owner: string | null,
  { state: { entities } }: RecallContext,
): string[] {
  const own = owner === null ? null : nameKey(owner);
  const key = (known: (name: string) => string): string =>
    subjectKey(subject, { speaker: null, source: 'user', known, owner });
  const name = rootOf(subject);
  const aliases =
    name === null ? [] : entities.named(name).flatMap((entity) => [entity.name, ...entity.aliases]);
  const keys = [key((given) => given), ...aliases.map((alias) => key(() => alias))];
  return [...new Set(keys.flatMap((each) => [each, ...keysBeforeOwner(each, own)]))];
}

function rootOf(subject: ClaimSubject): string | null {
  if (subject.kind === 'owned') return rootOf(subject.owner);
  return subject.kind === 'name' ? subject.name : null;
}

/** Whether it is current and passes the profile's filters. */
function stands(id: MemoryId, context: RecallContext): boolean {
  const { index } = context.state;
  return (
    saidAtIfCurrent(id, context) !== null &&
    profileAcceptor(context.profile, index)(index.slot(id)) &&
    (context.accepts === undefined || context.accepts(index.slot(id)))
  );
}

/**
 * The newest memory found by its claim alone: no path found it, so it has no score of its own. It gets the score of
 * the best, whose rank it takes.
 */
async function byClaim(
  ids: readonly MemoryId[],
  pool: readonly Ranked[],
  context: RecallContext,
): Promise<Ranked[]> {
  const [best] = pool;
  const [newest] = (await currentMemories(ids, context)).toSorted((a, b) => b.saidAt - a.saidAt);
  if (best === undefined || newest === undefined) return [];
  return [broughtIn(newest, context.state.index.slot(newest.id), best, 'claims')];
}

import type { MemoryId } from '../../domain/ids.js';
import type { Instant } from '../../domain/time.js';
import { readDates } from '../../language/dates.js';
import { askedClaims, askedTime } from '../../language/claims/asked-claim.js';
import type { ClaimSubject } from '../../language/claims/claim.js';
import {
  fromStored,
  isHolding,
  nameKey,
  rekeyToOwner,
  subjectKey,
  keysBeforeOwner,
  USER,
} from '../../language/claims/keyed-claim.js';
import type { StoredClaim } from '../../domain/conflict.js';
import { profileAcceptor } from '../../recall/rank-candidates.js';
import type { QuestionContext, RecallContext } from '../../recall/recall-context.js';
import { saidAtIfCurrent, currentMemories } from '../../recall/read-memories.js';
import type { Ordered } from '../../kernel/module.js';
import { broughtIn, type Ranked } from '../../recall/ranking/score.js';

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

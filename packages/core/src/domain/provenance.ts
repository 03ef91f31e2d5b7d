import { type Memory, type Provenance, type Source, SOURCES } from './memory.js';

/** Trust in a source, 3 the highest: user, agent, tool, web. */
export function trustRank(source: Source): number {
  return SOURCES.length - 1 - SOURCES.indexOf(source);
}

/** The origin of a memory: the most trusted source among its evidence. */
export function trustOf({
  provenance,
}: {
  readonly provenance: readonly Pick<Provenance, 'source'>[];
}): Source {
  return provenance.reduce<Source>(
    (best, { source }) => (trustRank(source) > trustRank(best) ? source : best),
    'web',
  );
}

/**
 * Who is behind a piece of evidence, as far as known: for the web the host, for a tool or an agent its session or
 * feed, for the user the session. Null if the user's statements cannot be told apart: then each counts.
 */
export function witnessOf({
  source,
  session,
  origin,
}: Pick<Provenance, 'source' | 'session' | 'origin'>): string | null {
  if (source === 'user') return session === null ? null : `user ${session}`;
  return source === 'web' ? `web ${hostOf(origin)}` : `${source} ${session ?? hostOf(origin)}`;
}

/** The host of a URL without `www.`; any other text unchanged. */
export function hostOf(origin: string | null): string {
  if (origin === null) return '';
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(origin)?.[1];
  return host === undefined ? origin : host.toLowerCase().replace(/^www\./, '');
}

/** Sources where the same words in the same order are a copy, not a second witness. */
const COPIES: ReadonlySet<Source> = new Set<Source>(['web']);

/** Whether the evidence adds a witness. Pages with the same words are copies, whatever their addresses. */
export function isNewWitness(
  { provenance }: Pick<Memory, 'provenance'>,
  evidence: Provenance,
): boolean {
  const witness = witnessOf(evidence);
  return !provenance.some(
    (known) =>
      (COPIES.has(evidence.source) && known.source === evidence.source) ||
      (witness !== null && witnessOf(known) === witness),
  );
}

/** Number of independent statements behind a memory: each of the user's, and each other witness once. At least 1. */
export function independentEvidence({ provenance }: Pick<Memory, 'provenance'>): number {
  const others = new Set(
    provenance
      .filter(({ source }) => source !== 'user')
      .map((each) => (COPIES.has(each.source) ? each.source : witnessOf(each))),
  );
  return Math.max(1, provenance.filter(({ source }) => source === 'user').length + others.size);
}

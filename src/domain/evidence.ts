import type { Memory, Provenance, Source } from './memory.js';

/**
 * Who stands behind a piece of evidence, as far as that is known: of the web the host, of a tool or an agent the session or the feed it
 * speaks in, of the user the session. Null where nothing tells one saying of the user from another: then each counts.
 */
export function witnessOf({
  source,
  session,
  origin,
}: Pick<Provenance, 'source' | 'session' | 'origin'>): string | null {
  if (source === 'user') return session === null ? null : `user ${session}`;
  return source === 'web' ? `web ${hostOf(origin)}` : `${source} ${session ?? hostOf(origin)}`;
}

/** The host of an address without `www.`; what is no address, as it is. */
export function hostOf(origin: string | null): string {
  if (origin === null) return '';
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(origin)?.[1];
  return host === undefined ? origin : host.toLowerCase().replace(/^www\./, '');
}

/** Sources whose words in the same order are a copy of what one of them said before, not a second witness. */
const COPIES: ReadonlySet<Source> = new Set<Source>(['web']);

/** Whether somebody who has not said it yet says it now. Pages that share their words are copies of one another, whatever their addresses. */
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

/** How many sayings are behind a memory: each of the user's, and each other witness once. Never less than 1. */
export function independentEvidence({ provenance }: Pick<Memory, 'provenance'>): number {
  const others = new Set(
    provenance
      .filter(({ source }) => source !== 'user')
      .map((each) => (COPIES.has(each.source) ? each.source : witnessOf(each))),
  );
  return Math.max(1, provenance.filter(({ source }) => source === 'user').length + others.size);
}

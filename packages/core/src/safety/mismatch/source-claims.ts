import { hostOf, trustRank } from '../../domain/provenance.js';
import type { Source } from '../../domain/memory.js';
import { fieldOf, fields } from './fields.js';
import type { Disagreement, Described } from './disagreement.js';

const SOURCE = fields('source author saidby writtenby from trust provenance');
const ADDRESS = fields('url link href sourceurl canonical address');
/** Words for who is behind a text, as sources. */
const STANDS_FOR: ReadonlyMap<string, Source> = new Map([
  ['user', 'user'],
  ['the user', 'user'],
  ['owner', 'user'],
  ['human', 'user'],
  ['me', 'user'],
  ['trusted', 'user'],
  ['agent', 'agent'],
  ['assistant', 'agent'],
  ['system', 'agent'],
]);
/** A page that speaks as the user, or for the user. Reports about somebody else's user use another tense and person. */
const AS_USER =
  /(?:^|[.!?\n]\s{0,3})(?:I,? (?:the user|your (?:user|owner)|as (?:the|your) (?:user|owner)\b)|as (?:the|your) (?:user|owner)(?: of this (?:account|memory|assistant))?, I\b|the user (?:has )?(?:said|told (?:you|me|us)|confirmed|asked (?:you|me)|wants you|agreed|stated)\b)/i;
type Brought = Exclude<Source, 'user'>;
/**
 * Weight of a field, and of words, that claim a more trusted source: tools and agents pass on what users
 * said, the web does not.
 */
const CLAIMED: Readonly<Record<Brought, number>> = { web: 0.6, tool: 0.3, agent: 0.2 };
const SPOKEN: Readonly<Record<Brought, number>> = { web: 0.5, tool: 0.2, agent: 0 };
/** A chat found somewhere has turns of its own user, so only a stand-alone text is checked for its speaker. */
const [CLAIMED_SPEAKER, OTHER_HOST] = [0.3, 0.4];

/** Claims of coming from a more trusted source, or from elsewhere, than what brought it. */
export function sourceClaims({
  content,
  metadata,
  source,
  origin,
  speaker,
  session,
}: Described): Disagreement[] {
  if (source === 'user') return [];
  const found: Disagreement[] = [];
  const claims = (name: string, value: string, weight: number): void => {
    const claimed = STANDS_FOR.get(value.toLowerCase());
    if (claimed !== undefined && trustRank(claimed) > trustRank(source))
      found.push({ weight, reason: `${name} says ${value}, but it comes from ${WHENCE[source]}` });
  };
  const named = fieldOf(metadata, SOURCE);
  if (named !== null) claims(named.name, named.value, CLAIMED[source]);
  else if (source === 'web' && speaker !== null && session === null)
    claims('speaker', speaker, CLAIMED_SPEAKER);
  if (SPOKEN[source] > 0 && AS_USER.test(content))
    found.push({
      weight: SPOKEN[source],
      reason: `speaks for the user, but comes from ${WHENCE[source]}`,
    });
  const address = fieldOf(metadata, ADDRESS);
  if (
    address !== null &&
    isAddress(address.value) &&
    isAddress(origin) &&
    siteOf(address.value) !== siteOf(origin)
  ) {
    found.push({
      weight: OTHER_HOST,
      reason: `${address.name} names ${hostOf(address.value)}, but it comes from ${hostOf(origin)}`,
    });
  }
  return found;
}

const WHENCE: Readonly<Record<Brought, string>> = {
  agent: 'an agent',
  tool: 'a tool',
  web: 'the web',
};

function isAddress(value: string | null): value is string {
  return value !== null && /^https?:\/\//i.test(value);
}

/** The last two labels of a host: `docs.example.org` and `www.example.org` are one site. */
function siteOf(address: string): string {
  return hostOf(address).split('.').slice(-2).join('.');
}

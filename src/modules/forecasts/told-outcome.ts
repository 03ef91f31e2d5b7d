import type { BankName } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import type { Instant } from '../../domain/time.js';
import { detectLanguage } from '../../language/detect-language.js';
import { sentences } from '../../language/sentences.js';
import type { EngineParts } from '../../bank/open-bank.js';
import { likeness, readProposition, type Proposition } from '../inference/index.js';
import type { ForecastOutcome } from './forecast.js';

/** So many memories are looked at for each forecast. */
const LOOKED_AT = 20;
/** A clause that shares so much says how it ended. */
const SAYS_SO = 0.9;
/** What stands before a colon or beside a comma is another clause. */
const CLAUSES = /[:;,–—]/u;
/** What announces tells nothing of how it ended. */
const AHEAD =
  /(?<![\p{L}])(?:will|won['’]t|shall|going to|gonna|plan(?:s|ned)? to|expect(?:s|ed)? to|tomorrow|soon|wird|werden|va|vont)(?![\p{L}])/iu;

/**
 * What was said since a forecast was made that tells how it ended: the last sentence that says it, or denies it, as having happened. What
 * is taken back settles nothing.
 */
export async function toldOutcome(
  statement: string,
  madeAt: Instant,
  bank: BankName,
  { store, stemmer }: Pick<EngineParts, 'store' | 'stemmer'>,
): Promise<ForecastOutcome | null> {
  const read = (text: string): Proposition =>
    readProposition(text.replace(AHEAD, ' '), detectLanguage(statement), stemmer);
  const forecast = read(statement);
  if (forecast.terms.length === 0) return null;
  const hits = await store.search.lexical(bank, forecast.terms.join(' '), {}, LOOKED_AT);
  const memories = await store.get(
    bank,
    hits.map(({ id }) => id),
  );
  let latest: ForecastOutcome | null = null;
  for (const memory of memories) {
    const came = saysOf(memory, forecast, madeAt, read);
    if (came === null || (latest !== null && latest.at > memory.saidAt)) continue;
    latest = { came, at: memory.saidAt, by: 'talk', memory: memory.id };
  }
  return latest;
}

function saysOf(
  { content, saidAt, retractedAt, supersededBy }: Memory,
  forecast: Proposition,
  madeAt: Instant,
  read: (text: string) => Proposition,
): boolean | null {
  if (retractedAt !== null || supersededBy !== null || saidAt <= madeAt) return null;
  for (const { text } of sentences(content)) {
    if (text.endsWith('?') || AHEAD.test(text)) continue;
    const told = [text, ...text.split(CLAUSES)]
      .map(read)
      .find((each) => !each.unsure && likeness(each, forecast) >= SAYS_SO);
    if (told !== undefined) return told.negated === forecast.negated;
  }
  return null;
}

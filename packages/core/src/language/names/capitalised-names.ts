import { COURTESY_TITLES } from './cues.js';
import type { EntityMention } from './entity-mention.js';
import { spanText, trimSpan, weighName } from './name-evidence.js';
import { nameSpans, type NameSpan } from './name-spans.js';
import type { NameToken } from './name-tokens.js';
import { typeOfName } from './name-type.js';
import { PRODUCTS } from './products.js';
import type { QuotedTitle } from './quoted-titles.js';
import { followsWorkCue, type Reading } from './reading.js';

/** A name and its tokens. */
export interface CapitalisedName extends NameSpan {
  readonly name: string;
  readonly mention: EntityMention;
}

const LEAST = 0.45;

/** The names recognisable by their capitals, outside the quoted titles. */
export function capitalisedNames(
  reading: Reading,
  titles: readonly QuotedTitle[],
): CapitalisedName[] {
  const names: CapitalisedName[] = [];
  let title = 0;
  for (const raw of nameSpans(reading.tokens, (index) => followsWorkCue(reading, index))) {
    const span = trimSpan(reading, raw);
    if (span === undefined) continue;
    const start = (reading.tokens[span.first] as NameToken).start;
    while (title < titles.length && (titles[title] as QuotedTitle).end <= start) title++;
    const quoted = titles[title];
    if (quoted !== undefined && quoted.start < (reading.tokens[span.last] as NameToken).end)
      continue;
    const confidence = weighName(reading, span);
    if (confidence >= LEAST) names.push(nameOf(reading, span, confidence));
  }
  return names;
}

function nameOf(reading: Reading, span: NameSpan, confidence: number): CapitalisedName {
  const courteous =
    span.last > span.first && COURTESY_TITLES.has((reading.tokens[span.first] as NameToken).lower);
  const text = spanText(
    reading,
    courteous ? { first: span.first + 1, last: span.last } : span,
  ).replace(/\s+/g, ' ');
  const name = canonical(text);
  const type = typeOfName(reading, span);
  const mention: EntityMention = {
    name,
    type,
    start: (reading.tokens[span.first] as NameToken).start,
    end: (reading.tokens[span.last] as NameToken).end,
    confidence: type === 'thing' ? confidence - 0.1 : confidence,
  };
  return { first: span.first, last: span.last, name, mention };
}

function canonical(text: string): string {
  return PRODUCTS.get(text.toLowerCase()) ?? text;
}

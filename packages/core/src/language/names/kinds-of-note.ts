import { asKind, headOfCompound } from './kinds.js';
import { nounKind } from './possessed-nouns.js';
import type { Relation } from './predicates.js';

/** Whose it is, or which: "Dana's cat", "the cat of Maëlle". */
const DETERMINERS = /^(?:the|an?|my|her|his|their|our|(?:\S+ ){0,3}\S+['’]s|\S+s['’])\s+/iu;
/** Where what it is ends, and what else is told of it begins. */
const REST =
  /\s(?:(?:of|in|for|with|from|at|by|on|to|as|until|about|above|and|that|who|whom|which|where|when|now|fostered|employed|named|called|between)\s|(?<=(?:^|\s)\p{Ll}+\s)\p{Lu}).*$/u;
/** Words of what it is no longer, not yet, or only for the bank. */
const NO_KIND = /\b(?:former|formerly|possible|perhaps|probably|how|owner)\b/iu;
const SURE = 0.9;

/** The kinds that a note says its subject to be of: "Mat's greyhound dog" is a greyhound dog, and that is a dog. What somebody is to somebody is no kind. */
export function kindsOfNote({
  about,
  is,
}: {
  readonly about: string;
  readonly is: string | null;
}): Relation[] {
  const found = (is ?? '')
    .split(/[,;(]/u)
    .map((part) => part.trim())
    .filter((part, at) => (at === 0 || /^an?\s/iu.test(part)) && !NO_KIND.test(part))
    .flatMap((part) => asKind(withoutRest(part)) ?? [])
    .filter((kind) => nounKind(kind.split(' ').at(-1) ?? '') !== 'relative');
  return found.flatMap((kind) => {
    const head = headOfCompound(kind);
    return [isA(about, kind), ...(head === undefined ? [] : [isA(kind, head)])];
  });
}

function withoutRest(part: string): string {
  let bare = part;
  for (let next = ''; next !== bare;) {
    next = bare;
    bare = bare.replace(DETERMINERS, '');
  }
  return bare.replace(REST, '');
}

const isA = (subject: string, object: string): Relation => ({
  ...{ subject, object, predicate: 'is_a', start: 0, end: 0, confidence: SURE },
});

/** What kind of answer a question asks for; several may hold. */
const PATTERNS = {
  time: /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time|week)\b|\bhow long ago\b|\bsince when\b/iu,
  person: /\bwho(?:m|se)?\b|\b(?:which|what) (?:person|friend|colleague)\b/iu,
  place: /\bwhere\b|\b(?:what|which) (?:city|country|place|state|town|area|location|park|restaurant|shop)\b/iu,
  number: /\bhow (?:many|much|old|often|far|tall|big)\b|\bnumber of\b|\bwhat (?:amount|age|price|size|percentage)\b/iu,
  duration: /\bhow long\b/iu,
  reason: /\bwhy\b|\bhow come\b|\bwhat (?:motivat\w*|inspir\w*|made|caus\w*|reasons?|prompt\w*|led)\b|\breason\b/iu,
  /** Several things: "what activities", "which books". */
  list: /\b(?:what|which)(?: \w+){0,3} (?:\w+[^s\W]s|activities|people|types?|kinds?)\b.*\b(?:has|have|does|do|did|are|were)\b|\bin what ways\b|\bwhat (?:are|were)\b|\blist\b/iu,
  /** A judgement: "would she …", "is he likely …". */
  judgement: /\b(?:would|might|could|likely|considered|potential\w*|probably|suspected)\b/iu,
  feeling: /\bfeel\w*\b|\bfelt\b|\bthink\w*\b|\breact\w*\b|\bdescrib\w*\b|\bopinion\b|\battitude\b/iu,
  thing: /\bwhat\b|\bwhich\b/iu,
  plan: /\bplan\w*\b|\bgoing to\b|\bwill\b|\bgoals?\b|\bwant\w*\b|\bhop(?:e|es|ing)\b|\bintend\w*\b/iu,
  recent: /\b(?:recent\w*|current\w*|latest|now|lately|last|nowadays|these days|newest)\b/iu,
} as const satisfies Record<string, RegExp>;

export type Wanted = Readonly<Record<keyof typeof PATTERNS, boolean>>;

export function readWanted(query: string): Wanted {
  return Object.fromEntries(Object.entries(PATTERNS).map(([key, pattern]) => [key, pattern.test(query)])) as Wanted;
}

/** Words within a sentence that separate a cause from its effect. */
export interface CauseCue {
  /** Its first group, if any, precedes the cue and is not part of it. */
  readonly pattern: RegExp;
  /** Whether the cause comes before or after the cue. */
  readonly cause: 'before' | 'after';
  readonly confidence: number;
}

const SUBJECT =
  '(?:i|you|he|she|it|we|they|there|this|that|my|our|his|her|their|your|the|everyone|nobody|people)';
/** A verb in the present, or of state: after "since" it gives a reason, where the simple past gives a time. */
const STATE =
  "(?:am|is|are|['’](?:m|s|re)|have|has|can(?:not|['’]t)?|do(?:es)?(?:n['’]t)?|need|want|love|like|know|live|work|will|won['’]t|had to|didn['’]t|couldn['’]t|wasn['’]t|weren['’]t)";

export const cue = (source: string, cause: CauseCue['cause'], confidence: number): CauseCue => ({
  pattern: new RegExp(source, 'iu'),
  cause,
  confidence,
});
export const word = (source: string): string => `(?<![\\p{L}])(?:${source})(?![\\p{L}])`;

/** Tried in this order, most reliable first. English, then a few of other languages. */
export const CLAUSE_CUES: readonly CauseCue[] = [
  cue(word("(?:that|which)(?:['’]s| is| was) (?:why|how come)"), 'before', 0.85),
  cue(word('(?:is|was|are|were) (?:the reason )?(?<!that is )why'), 'before', 0.7),
  cue(
    word('because of|because|due to|as a result of|on account of|owing to|as a consequence of'),
    'after',
    0.9,
  ),
  cue(
    word('(?:which|that) (?:led to|caused|resulted in|means?(?: that)?|meant(?: that)?|made)'),
    'before',
    0.8,
  ),
  cue(
    word(
      "(?:(?:is|was|are|were|be|been|being|get|got|['’]s|['’]re) (?:\\p{L}{2,14} )?)?(?:caused|triggered|brought about) by",
    ),
    'after',
    0.9,
  ),
  cue(
    word(
      '(?:has |have |had )?(?:led|leads|leading) to|caused|causes|causing|resulted in|results in|resulting in|brought about|gave rise to|triggered',
    ),
    'before',
    0.85,
  ),
  cue(word('(?:is|was|were|are) to blame for'), 'before', 0.8),
  cue(
    word('therefore|consequently|as a result|for (?:that|this) reason|hence(?! the )'),
    'before',
    0.8,
  ),
  cue(word("thanks to|'cause|’cause|cuz|coz|bcuz"), 'after', 0.75),
  cue(
    `(?<!\\p{L})since(?= ${SUBJECT} ?(?:\\p{L}{1,14} )?${STATE}(?!\\p{L}))(?! (?:we|i|you) last)`,
    'after',
    0.6,
  ),
  cue(
    '([,;] ?)(?:and )?(?:so|thus)(?!\\p{L})(?! (?:far|that|much|many|long|good|cool|great|on|forth|what|how|why|are|is|do|did)(?!\\p{L}))(?! \\p{L}{1,5} (?:can|could|may|might)(?!\\p{L}))',
    'before',
    0.65,
  ),
  cue(
    `(\\p{L} )so(?= (?:i|you|he|she|it|we|they)(?:['’]\\p{L}{1,2})? (?!can|could|may|might|much|many))(?<!(?:and|or|do|did|think|hope|guess|say|said|know|told|even|just|not|is|are|was|were|love|feel) so)`,
    'before',
    0.5,
  ),
  cue(word('weil|wegen|aufgrund|da(?= (?:ich|er|sie|es|wir) )'), 'after', 0.8),
  cue(word('deshalb|deswegen|daher|darum'), 'before', 0.75),
  cue(word("parce qu(?:e(?!\\p{L})|['’])|à cause d(?:e|u|es)|grâce à|puisque"), 'after', 0.8),
  cue(word("c['’]est pourquoi|par conséquent"), 'before', 0.75),
  cue(
    word(
      'porque|debido a|a causa de|por causa de|perché|poiché|a causa di|omdat|vanwege|потому что|из-за|тому що|через те що',
    ),
    'after',
    0.75,
  ),
  cue(
    word('por eso|por lo tanto|por isso|portanto|quindi|perciò|daarom|поэтому|тому(?! що)'),
    'before',
    0.65,
  ),
  cue('因为|因為', 'after', 0.75),
  cue('所以|因此|だから|ので', 'before', 0.65),
];

/** A sentence with this opening states the effect of the previous one; the first group is the cue. */
export const POINTS_BACK =
  /^["“(]?(?:(?:and|but|so|well|yeah|yes),? )?(that(?:['’]s| is| was) (?:exactly |precisely |partly |also )?(?:why|how come)|this is why|which is why|because of (?:that|this|it)(?=[\s,])|as a result(?! of)|as a consequence(?! of)|therefore|consequently|for (?:that|this) reason|thanks to (?:that|this)(?=,)|(?:ever )?since then|deshalb|deswegen|darum|c['’]est pourquoi|por eso|por isso|daarom|поэтому)(?![\p{L}])[\s,]{0,3}/iu;

/** A sentence with this opening states the cause of the previous one. */
export const POINTS_BACK_TO_EFFECT =
  /^["“(]?(?:(?:and|but|well|yeah|yes|mainly|mostly|probably|just|only|maybe),? )?((?:(?:that|this|it)(?:['’]s| is| was) (?:just |all |mainly |mostly |probably )?)?(?:because|due to|thanks to)(?: of)?|(?:(?:it|that|this) )?(?:turned|turns) out (?:to (?:be|have been)|(?:that )?it (?:was|is))|(?:the |our )?(?:root |real |actual |main )?(?:cause|culprit|reason)(?: (?:was|is)(?: that)?|:)|weil|parce que|porque|omdat)(?![\p{L}])[\s,]{0,3}/iu;

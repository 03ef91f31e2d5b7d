/** The verbs that claims are read from. */
const REGULAR = `live reside work study like love enjoy adore hate dislike detest loathe despise prefer own smoke play use support accept require allow need listen
  cost start begin start manage head attend collect practise practice follow watch belong move switch change join quit sell adopt marry die pass raise increase lower
  reduce bump set update upgrade downgrade migrate rename relocate retire stop give go run have drive ride speak drink eat lead teach wear read become turn take get leave
  lose buy rise drop fall swim cook bake visit know happen deploy return sit stand stay keep want think hope plan wish decide say tell see make find come feel look seem
  serve host contain hold charge open close expire end rent rely depend weigh measure rewrite write buy grow bring call name pay travel commute block send return render store contain
  broke break lower push postpone extend finish pick choose depart arrive fail exercise learn split meditate pray sleep snore commute believe trust recycle invest gamble travel fly paint vote bark bite respond retry log validate encrypt back generate sync send expose replace swap trade exchange settle
  ditch dump cancel abandon scrap uninstall sign`;
const IRREGULAR: Readonly<Record<string, readonly [string, string]>> = {
  drove: ['drive', 'past'],
  driven: ['drive', 'participle'],
  spoke: ['speak', 'past'],
  drank: ['drink', 'past'],
  ate: ['eat', 'past'],
  had: ['have', 'past'],
  has: ['have', 'present'],
  went: ['go', 'past'],
  gone: ['go', 'participle'],
  goes: ['go', 'present'],
  ran: ['run', 'past'],
  began: ['begin', 'past'],
  took: ['take', 'past'],
  led: ['lead', 'past'],
  taught: ['teach', 'past'],
  wore: ['wear', 'past'],
  became: ['become', 'past'],
  got: ['get', 'past'],
  gotten: ['get', 'participle'],
  left: ['leave', 'past'],
  lost: ['lose', 'past'],
  bought: ['buy', 'past'],
  rose: ['rise', 'past'],
  risen: ['rise', 'participle'],
  fell: ['fall', 'past'],
  fallen: ['fall', 'participle'],
  sold: ['sell', 'past'],
  gave: ['give', 'past'],
  given: ['give', 'participle'],
  swam: ['swim', 'past'],
  knew: ['know', 'past'],
  sat: ['sit', 'past'],
  stood: ['stand', 'past'],
  kept: ['keep', 'past'],
  thought: ['think', 'past'],
  said: ['say', 'past'],
  told: ['tell', 'past'],
  saw: ['see', 'past'],
  made: ['make', 'past'],
  found: ['find', 'past'],
  came: ['come', 'past'],
  felt: ['feel', 'past'],
  wrote: ['write', 'past'],
  grew: ['grow', 'past'],
  brought: ['bring', 'past'],
  paid: ['pay', 'past'],
  held: ['hold', 'past'],
  rode: ['ride', 'past'],
  sent: ['send', 'past'],
  broke: ['break', 'past'],
  chose: ['choose', 'past'],
  met: ['meet', 'past'],
  cancelled: ['cancel', 'past'],
  woke: ['wake', 'past'],
  built: ['build', 'past'],
};
const DOUBLED = new Set([
  'run',
  'set',
  'quit',
  'get',
  'stop',
  'drop',
  'swim',
  'sit',
  'begin',
  'plan',
  'swap',
  'scrap',
]);

export type VerbForm = 'base' | 'present' | 'past' | 'gerund' | 'participle';

export interface Verb {
  readonly lemma: string;
  readonly form: VerbForm;
}

function forms(): ReadonlyMap<string, Verb> {
  const map = new Map<string, Verb>();
  for (const lemma of new Set(REGULAR.trim().split(/\s+/))) {
    const stem = lemma.endsWith('e')
      ? lemma.slice(0, -1)
      : DOUBLED.has(lemma)
        ? lemma + lemma.slice(-1)
        : lemma;
    const past = /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ied` : `${stem}ed`;
    const present = /[^aeiou]y$/.test(lemma)
      ? `${lemma.slice(0, -1)}ies`
      : /(?:s|sh|ch|x|o)$/.test(lemma)
        ? `${lemma}es`
        : `${lemma}s`;
    const gerund = lemma === 'die' ? 'dying' : `${stem}ing`;
    map.set(past, { lemma, form: 'past' });
    map.set(present, { lemma, form: 'present' });
    map.set(gerund, { lemma, form: 'gerund' });
    map.set(lemma, { lemma, form: 'base' });
  }
  for (const [word, [lemma, form]] of Object.entries(IRREGULAR))
    map.set(word, { lemma, form: form as VerbForm });
  for (const same of ['quit', 'set', 'cost']) map.set(same, { lemma: same, form: 'base' });
  return map;
}

const VERBS = forms();

export function verbOf(word: string): Verb | undefined {
  return VERBS.get(word.toLowerCase());
}

/** A gerund as its base: running → run, quilting → quilt. */
export function ungerund(word: string): string {
  const known = VERBS.get(word);
  if (known?.form === 'gerund') return known.lemma;
  const bare = /^(.{2,})ing$/.exec(word)?.[1];
  if (bare === undefined || !/[aeiouy]/.test(bare)) return word;
  return /([^aeiouls])\1$/.test(bare) ? bare.slice(0, -1) : bare;
}

import { wordList } from '../lexicon.js';
import type { State } from './statement.js';

/** What a verb states about a slot's value: it holds, began, will hold, used to hold, or ended. */
export type ClaimPhase = 'holds' | 'begins' | 'will' | 'held' | 'ends';

/** A verb, in the first-person forms and in those that go with a name. */
export interface SlotVerb {
  readonly slot: 'lives in' | 'works at';
  readonly manner: ClaimPhase;
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  /** What precedes the value; '' for nothing. */
  readonly before: RegExp;
}

/** The words that express a language's commonest claims. */
export interface ForeignWords {
  /** ISO 639-1 code. */
  readonly language: string;
  /** First-person pronouns: "ich", "yo". A language may omit them. */
  readonly first: ReadonlySet<string>;
  readonly firstIsSaid: boolean;
  readonly verbs: readonly SlotVerb[];
  /** "bin", "soy"; "ist", "es". */
  readonly am: ReadonlySet<string>;
  readonly is: ReadonlySet<string>;
  readonly states: ReadonlyMap<string, State>;
  /** Words that make a statement a wish, a guess, a condition or hearsay. */
  readonly unsure: ReadonlySet<string>;
  readonly not: ReadonlySet<string>;
  /** "nicht mehr", "ya no": it no longer holds. */
  readonly noMore: RegExp;
  readonly nowadays: RegExp;
  /** Where one clause ends and another begins. */
  readonly link: RegExp;
  /** The complete question for a slot, with its subject in `who` if that is not the asker. */
  readonly asked: readonly (readonly [RegExp, SlotVerb['slot']])[];
}

const states = (lines: Readonly<Record<string, string>>): ReadonlyMap<string, State> =>
  new Map(
    Object.entries(lines).flatMap(([state, words]): [string, State][] => {
      const [group = '', value = ''] = state.split(' ');
      return words.split(' ').map((word) => [word, { group, value }]);
    }),
  );

const HOME_DE = /^in\s+/;
const EMPLOYER_DE = /^(?:bei|für)\s+(?:der\s+|dem\s+)?(?:firma\s+)?/i;

const GERMAN: ForeignWords = {
  language: 'de',
  first: wordList('ich wir'),
  firstIsSaid: true,
  verbs: [
    {
      slot: 'lives in',
      manner: 'holds',
      own: wordList('wohne wohnen lebe leben'),
      others: wordList('wohnt lebt'),
      before: HOME_DE,
    },
    {
      slot: 'lives in',
      manner: 'held',
      own: wordList('wohnte wohnten lebte lebten gewohnt gelebt'),
      others: wordList('wohnte lebte gewohnt gelebt'),
      before: HOME_DE,
    },
    {
      slot: 'lives in',
      manner: 'begins',
      own: wordList('gezogen umgezogen hergezogen zogen zog'),
      others: wordList('gezogen umgezogen zog'),
      before: /^nach\s+/,
    },
    {
      slot: 'works at',
      manner: 'held',
      own: wordList('arbeitete arbeiteten gearbeitet'),
      others: wordList('arbeitete gearbeitet'),
      before: EMPLOYER_DE,
    },
    {
      slot: 'works at',
      manner: 'holds',
      own: wordList('arbeite arbeiten angestellt beschäftigt'),
      others: wordList('arbeitet angestellt beschäftigt'),
      before: EMPLOYER_DE,
    },
    {
      slot: 'works at',
      manner: 'begins',
      own: wordList('angefangen gewechselt unterschrieben begonnen'),
      others: wordList('angefangen gewechselt unterschrieben begonnen'),
      before: /^(?:bei|zu|zur|zum)\s+(?:der\s+)?(?:firma\s+)?/i,
    },
    {
      slot: 'works at',
      manner: 'will',
      own: wordList('fange wechsle wechsele beginne'),
      others: wordList('fängt wechselt beginnt'),
      before: /^(?:bei|zu|zur|zum)\s+(?:der\s+)?(?:firma\s+)?/i,
    },
    {
      slot: 'lives in',
      manner: 'will',
      own: wordList('ziehe ziehen'),
      others: wordList('zieht'),
      before: /^nach\s+/,
    },
    {
      slot: 'works at',
      manner: 'ends',
      own: wordList('gekündigt aufgehört ausgeschieden verlassen'),
      others: wordList('gekündigt aufgehört ausgeschieden verlassen'),
      before: /^(?:bei|von)\s+(?:der\s+)?(?:firma\s+)?/i,
    },
  ],
  am: wordList('bin sind'),
  is: wordList('ist'),
  states: states({
    'diet vegetarian': 'vegetarisch vegetarier vegetarierin',
    'diet vegan': 'vegan veganer veganerin',
    'marital married': 'verheiratet',
    'marital divorced': 'geschieden',
    'marital engaged': 'verlobt',
    'marital single': 'ledig single',
    'marital widowed': 'verwitwet',
  }),
  unsure: wordList(
    'würde würden möchte möchten könnte könnten vielleicht wenn falls ob soll sollte sollten will wollen wollte wollten plane planen hoffe hoffen überlege überlegen denke wünsche träume angeblich sagt sagte sagen meint meinte behauptet wäre wären hätte hätten fast beinahe',
  ),
  not: wordList('nicht kein keine keinen nie'),
  noMore: /(?<!\p{L})(?:nicht|keine?n?)(?:\s+\p{L}+){0,3}\s+mehr(?!\p{L})/iu,
  nowadays:
    /(?<!\p{L})(?:jetzt|inzwischen|mittlerweile|seit|neuerdings|nun|künftig|ab|wieder)(?!\p{L})/iu,
  link: /\s*[,;:–—]\s*|\s+(?:und|aber|weil|denn|sondern|oder|doch)\s+/i,
  asked: [
    [/^wo (?:wohne|lebe) ich$/iu, 'lives in'],
    [/^wo (?:wohnen|leben) wir$/iu, 'lives in'],
    [/^wo (?:wohnt|lebt) (?<who>\p{Lu}\p{L}+)$/iu, 'lives in'],
    [
      /^in welche[rm] (?:stadt|ort|land) (?:wohn|leb)(?:e ich|t (?<who>\p{Lu}\p{L}+))$/iu,
      'lives in',
    ],
    [/^(?:wo|bei wem|für wen) arbeite ich$/iu, 'works at'],
    [/^(?:wo|bei wem|für wen) arbeitet (?<who>\p{Lu}\p{L}+)$/iu, 'works at'],
    [
      /^bei welche[rm] (?:firma|unternehmen) (?:arbeite ich|arbeitet (?<who>\p{Lu}\p{L}+))$/iu,
      'works at',
    ],
  ],
};

const HOME_ES = /^en\s+/i;
const EMPLOYER_ES = /^(?:en|para)\s+(?:la empresa\s+)?/i;

const SPANISH: ForeignWords = {
  language: 'es',
  first: wordList('yo nosotros nosotras me nos he hemos'),
  firstIsSaid: false,
  verbs: [
    {
      slot: 'lives in',
      manner: 'holds',
      own: wordList('vivo vivimos'),
      others: wordList('vive'),
      before: HOME_ES,
    },
    {
      slot: 'lives in',
      manner: 'held',
      own: wordList('vivía vivíamos viví'),
      others: wordList('vivía vivió'),
      before: HOME_ES,
    },
    {
      slot: 'lives in',
      manner: 'begins',
      own: wordList('mudé mudamos mudado'),
      others: wordList('mudó mudado'),
      before: /^a\s+/i,
    },
    {
      slot: 'works at',
      manner: 'holds',
      own: wordList('trabajo trabajamos'),
      others: wordList('trabaja'),
      before: EMPLOYER_ES,
    },
    {
      slot: 'works at',
      manner: 'held',
      own: wordList('trabajaba trabajábamos trabajé'),
      others: wordList('trabajaba trabajó'),
      before: EMPLOYER_ES,
    },
    {
      slot: 'works at',
      manner: 'begins',
      own: wordList('empecé empezado entré fiché firmé'),
      others: wordList('empezó entró fichó'),
      before: /^(?:(?:a trabajar )?(?:en|para)|con|por)\s+(?:la empresa\s+)?/i,
    },
    {
      slot: 'works at',
      manner: 'will',
      own: wordList('empiezo empezamos entro'),
      others: wordList('empieza entra'),
      before: /^(?:a trabajar )?(?:en|con)\s+/i,
    },
    {
      slot: 'works at',
      manner: 'ends',
      own: wordList('dejé dejado renuncié despidieron'),
      others: wordList('dejó renunció'),
      before: /^(?:de\s+|en\s+)?/i,
    },
  ],
  am: wordList('soy estoy somos'),
  is: wordList('es está'),
  states: states({
    'diet vegetarian': 'vegetariano vegetariana',
    'diet vegan': 'vegano vegana',
    'marital married': 'casado casada',
    'marital divorced': 'divorciado divorciada',
    'marital engaged': 'prometido prometida',
    'marital single': 'soltero soltera',
    'marital widowed': 'viudo viuda',
  }),
  unsure: wordList(
    'quiero queremos quisiera gustaría quizá quizás si ojalá pienso espero esperamos podría podríamos dice dicen dijo dijeron planeo sueño casi tal parece creo iba íbamos',
  ),
  not: wordList('no nunca tampoco'),
  noMore: /(?<!\p{L})(?:ya\s+no|no(?:\s+\p{L}+){1,4}\s+más)(?!\p{L})/iu,
  nowadays: /(?<!\p{L})(?:ahora|ya|desde|actualmente|últimamente|otra vez|de nuevo)(?!\p{L})/iu,
  link: /\s*[,;:–—]\s*|\s+(?:y|e|pero|porque|sino|o|aunque)\s+/i,
  asked: [
    [/^d[oó]nde (?:vivo|vivimos)(?: yo)?$/iu, 'lives in'],
    [/^d[oó]nde vive (?<who>\p{Lu}\p{L}+)$/iu, 'lives in'],
    [/^en qu[eé] (?:ciudad|pueblo|país) (?:vivo|vive (?<who>\p{Lu}\p{L}+))$/iu, 'lives in'],
    [/^(?:d[oó]nde|para qui[eé]n) (?:trabajo|trabajamos)(?: yo)?$/iu, 'works at'],
    [/^(?:d[oó]nde|para qui[eé]n) trabaja (?<who>\p{Lu}\p{L}+)$/iu, 'works at'],
    [/^en qu[eé] empresa (?:trabajo|trabaja (?<who>\p{Lu}\p{L}+))$/iu, 'works at'],
  ],
};

/** By ISO 639-1 code. */
export const FOREIGN_WORDS: ReadonlyMap<string, ForeignWords> = new Map(
  [GERMAN, SPANISH].map((each) => [each.language, each]),
);

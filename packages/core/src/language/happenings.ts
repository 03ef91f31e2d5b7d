import { instructionProbability } from './instructions.js';
import { statesPreference } from './judgements.js';
import { wordList } from './lexicon.js';
import { sentences } from './segmentation.js';
import { hasCue, isRequest, readIntention } from './speech.js';

/** A case-insensitive regular expression for any of these as whole words. */
const anyWord = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Phrases for "again". Those of scripts without spaces are matched without word boundaries. */
const SPACED = [
  'again',
  'once more',
  'one more time',
  'another time',
  'yet another',
  'for the (?:second|third|fourth|fifth|sixth|seventh|nth|umpteenth|\\d+(?:nd|rd|th)) time',
  'wieder',
  'schon wieder',
  'erneut',
  'nochmals?',
  'noch einmal',
  'encore une fois',
  'encore',
  'de nouveau',
  'à nouveau',
  'otra vez',
  'de nuevo',
  'nuevamente',
  'outra vez',
  'de novo',
  'novamente',
  'di nuovo',
  'ancora una volta',
  "un[’']altra volta",
  'nuovamente',
  'weer',
  'opnieuw',
  'alweer',
  'igen',
  'åter',
  'ännu en gång',
  'igjen',
  'atter',
  'taas',
  'jälleen',
  'uudelleen',
  'znowu',
  'znów',
  'ponownie',
  'opět',
  'zase',
  'znovu',
  'ismét',
  'megint',
  'újra',
  'din nou',
  'iarăși',
  'tekrar',
  'yine',
  'yeniden',
  'ξανά',
  'πάλι',
  'опять',
  'снова',
  'вновь',
  'ещё раз',
  'знову',
  'ще раз',
  'отново',
  'поново',
  'lagi',
  'مرة أخرى',
  'مجددا',
  'שוב',
  'फिर से',
  '또',
  '또다시',
  '다시',
];
const AGAIN = new RegExp(`${anyWord(...SPACED).source}|又|再次|再度|また|再び|อีกครั้ง`, 'iu');

/**
 * Marks a lasting or repeated state rather than a single event: durative perfects, habits, and acts whose result
 * lasts. English.
 */
const LASTING = anyWord(
  'used to',
  "(?:have|has|had|[’']ve|[’']s) (?:always|long|never)",
  '(?:since|for) (?:\\p{L}+ ){0,2}(?:\\p{N}+|years?|months?|ages|long|childhood|decades?|college|school)',
  'usually',
  'every (?:day|week|month|year|morning|evening|night|time|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?',
  'born',
  'grew up',
  "(?:is|are|was|were|[’']s) (?:called|named)",
  'known as',
  'based (?:in|on)',
  'located',
  'married',
  'retired',
  'divorced',
  'adopted',
  'graduated',
  'founded',
  'joined',
  'hired',
  'registered',
  'enrolled',
  'subscribed',
  'sign(?:ed|ing)? up',
  'signed',
  'decided',
  'agreed',
  'chose',
);

/**
 * Past-tense patterns by language: a text is past if all patterns of one list match. Two-part forms have one pattern
 * for each part, matched anywhere in the text.
 */
const PAST: Readonly<Record<string, readonly (readonly RegExp[])[]>> = {
  en: [
    [
      anyWord(
        "was|were|did|didn['’]t|wasn['’]t|weren['’]t|had|went|got|came|saw|made|took|met|bought|found|gave|told|said|felt|left|kept|began|became|brought|built|broke|caught|drew|drove|ate|fell|flew|forgot|held|lost|paid|ran|rang|sang|sent|sold|spent|spoke|stood|taught|threw|woke|won|wore|wrote|slept|swam|hit|rode|rose|fought|fed|hid|hung|lent|sank|shook|stole|stuck|tore|burst|drank|dug|blew|bit|froze|shot|shut|slid|spilt|swept|hurt",
        // Words that only look like past forms; irregular past forms are listed above.
        '(?!(?:need|indeed|excited|interested|supposed|scheduled|planned|tired|red|bed|shed|speed|feed|seed|weed|breed|exceed|proceed|succeed|bored|worried|naked|hundred|sacred|wicked|allergic|embed|unlimited|united|advanced|limited|detailed|required|allowed|used|hosted|shared|dedicated)(?!\\p{L}))\\p{L}{2,14}ed',
      ),
    ],
  ],
  de: [
    [
      anyWord(
        'war|waren|hatte|hatten|ging|gingen|kam|kamen|fiel|fielen|wurde|wurden|gab|sah|nahm|fuhr|rief|lief|stand|verlor|brach|traf|aß|trank|schlief|schrieb|fand|hielt|bekam|begann|stürzte|starb|kaufte|machte|sagte|brachte',
      ),
    ],
    [
      anyWord('hat|habe|haben|hast|bin|ist|sind|hab'),
      /(?<!\p{L})\p{L}{0,7}ge\p{L}{2,14}(?:t|en)(?!\p{L})|\p{L}{2}iert(?!\p{L})/iu,
    ],
    [
      anyWord('hat|habe|haben|hast|hab'),
      /(?<!\p{L})(?:ver|be|er|ent|zer|miss|über|unter)\p{L}{2,14}(?:t|en)(?!\p{L})/iu,
    ],
  ],
  nl: [
    [
      anyWord(
        'ging|gingen|kwam|kwamen|viel|vielen|werd|werden|was|waren|had|hadden|deed|zag|nam|kreeg|gaf|stond|verloor|brak|vond|at|dronk|sliep|reed|kocht|belde|stortte|crashte',
      ),
    ],
    [
      anyWord('heeft|heb|hebben|ben|is|zijn'),
      /(?<!\p{L})\p{L}{0,7}ge\p{L}{2,14}(?:d|t|en)(?!\p{L})/iu,
    ],
    [anyWord('heeft|heb|hebben'), /(?<!\p{L})(?:ver|be|her|ont)\p{L}{2,14}(?:d|t|en)(?!\p{L})/iu],
  ],
  fr: [
    [
      /(?<!\p{L})(?:ai|a|as|avons|avez|ont|est|suis|sont|sommes|es|êtes)(?!\p{L})/iu,
      /\p{L}{2}(?:é|ée|és|ées)(?!\p{L})|(?<!\p{L})(?:eu|fait|pris|mis|vu|dit|pu|su|bu|lu|venus?|revenus?|partie?s?|sortie?s?|reçu|perdu|vendu|couru|ouvert|écrit|dormi|fini|rendu|mordu|cassé|appris|compris|mangé|plu)(?!\p{L})/iu,
    ],
  ],
  es: [
    [
      /(?<!\p{L})(?:fui|fue|fuimos|fueron|hice|hizo|hicimos|hicieron|tuve|tuvo|tuvimos|tuvieron|estuve|estuvo|estuvimos|vi|vio|vimos|di|dio|dimos|vine|vino|puse|puso|dije|dijo|traje|trajo|anduve|comí|salí|perdí|caí|vendí|recibí|corrí|escribí|dormí|(?!(?:café|bebé|comité|puré|josé|andré|también|porqué|tomé)(?!\p{L}))\p{L}{2,14}(?:ó|é|aron|ieron|yeron))(?!\p{L})|(?<!\p{L})tomé(?!\p{L})/iu,
    ],
    [
      anyWord('ha|he|han|hemos|has'),
      /\p{L}{2}(?:ado|ido)(?!\p{L})|(?<!\p{L})(?:hecho|visto|roto|puesto|vuelto|dicho|muerto|escrito|abierto)(?!\p{L})/iu,
    ],
  ],
  pt: [
    [
      /(?<!\p{L})(?:fui|foi|fomos|foram|fiz|fez|fizemos|tive|teve|tivemos|estive|esteve|vi|viu|dei|deu|vim|veio|pus|pôs|disse|trouxe|caí|caiu|comi|saí|perdi|recebi|corri|escrevi|dormi|tomei|comprei|(?!(?:museu|meu|seu|teu|europeu|ateu|judeu|grou)(?!\p{L}))\p{L}{3,14}(?:ou|eu|iu|ei|aram|eram|iram))(?!\p{L})/iu,
    ],
  ],
  it: [
    [
      anyWord('ha|ho|hanno|abbiamo|hai|avete|è|sono|sei|siamo'),
      /\p{L}{2}(?:ato|ata|ati|ate|uto|uta|uti|ute|ito|ita|iti|ite)(?!\p{L})|(?<!\p{L})(?:fatto|preso|visto|rotto|morto|successo|perso|messo|detto|scritto|letto|aperto|chiuso|vinto|corso|speso)(?!\p{L})/iu,
    ],
  ],
  ro: [
    [
      anyWord('am|a|au|ai|ați'),
      /\p{L}{2}(?:at|ut|it|ât)(?!\p{L})|(?<!\p{L})(?:fost|mers|spus|scris|prins|rupt)(?!\p{L})/iu,
    ],
  ],
  sv: [
    [
      anyWord(
        'gick|kom|föll|var|fick|blev|såg|tog|gav|hade|åt|drack|sov|skrev|sprang|dog|slog|bröt|hittade|\\p{L}{2,14}(?:ade|ades)',
      ),
    ],
    [anyWord('har'), /\p{L}{2}(?:at|it|tt)(?!\p{L})/iu],
  ],
  da: [
    [
      anyWord(
        'gik|kom|faldt|var|fik|blev|så|tog|gav|havde|spiste|drak|sov|skrev|løb|\\p{L}{2,14}(?:ede|edes)',
      ),
    ],
  ],
  no: [
    [
      anyWord(
        'gikk|kom|falt|var|fikk|ble|så|tok|ga|hadde|spiste|drakk|sov|skrev|løp|\\p{L}{2,14}erte',
      ),
    ],
  ],
  fi: [
    [
      anyWord(
        'oli|olin|olimme|kävin|kävi|kaatui|meni|menin|tuli|tulin|sain|sai|söin|ostin|\\p{L}{2,14}(?:sin|sit|simme|tiin|ttiin)',
      ),
    ],
  ],
  pl: [
    [
      /\p{L}(?:a|i|y|e|ę|ą|o|ó)(?:ł|ła|ło|li|ły|łem|łam|liśmy|łyśmy)(?:\s+się)?(?!\p{L})|(?<!\p{L})(?:poszedł|wyszedł|przyszedł|upadł|padł|zjadł|zjadłem|padłem)(?!\p{L})/iu,
    ],
  ],
  cs: [
    [
      /\p{L}(?:a|i|y|e|ě|u)(?:l|la|lo|li|ly)(?!\p{L})|(?<!\p{L})(?:šel|přišel|spadl|spadla|padl|jedl)(?!\p{L})/iu,
    ],
  ],
  hu: [[anyWord('volt|voltam|voltunk|\\p{L}{2,14}(?:ott|ett|ött|tam|tem|tunk|tünk)')]],
  ru: [
    [
      /\p{L}(?:а|я|е|и|у|ы)(?:л|ла|ло|ли|лся|лась|лось|лись)(?!\p{L})|(?<!\p{L})(?:упал|пошёл|пошел|пришёл|пришел|умер|был|была|было|были)(?!\p{L})/iu,
    ],
  ],
  uk: [[/\p{L}(?:а|я|и|і|у)(?:в|ла|ло|ли|вся|лася|лося|лися)(?!\p{L})/iu]],
  tr: [[/\p{L}[td][ıiuü](?:m|k|n|lar|ler|nız|niz)?[.!…]*\s*$/iu]],
  el: [[/(?<!\p{L})(?:ήταν|ήμουν|πήγα|πήγε|έπεσε|ήρθε|είχα|είχε|έφαγα|πήρα|έγινε)(?!\p{L})/iu]],
  ja: [[/(?:た|だ|でした|ました)(?:よ|ね|ぞ)?[。．.!！]*\s*$/u]],
  zh: [[/[了过過]/u]],
  // The past is marked by the final ㅆ of the stem, except in 있 (to be) and 겠 (will).
  ko: [
    [/[갔갰겼났냈녔닸됐됬땄떴랐랬렀렸맸벘봤샀섰썼았았얐었였왔웠졌잤잡쳤켰켰컸탔팠폈했혔]\p{L}/u],
  ],
  ar: [[/(?<!\p{L})(?:كان|كانت|كنت|حدث|ذهبت|وقع|سقط|تعطل|انهار|وصل|وصلت)(?!\p{L})/u]],
};

/** Maximum length read, in UTF-16 units: what a text is about is at its start. */
const MAX_READ = 600;
const SURE_INSTRUCTION = 0.5;

/**
 * Whether a text reports a repeatable event, as "the server crashed" does, rather than a lasting state. `claimed`:
 * whether it makes a claim, as "I moved to Ghent" does; then it is such a report only if it says that the event
 * happened again. Based on verb forms; for a language without a table, only on its words for "again". Linear in the
 * text's length.
 */
export function reportsEvent(
  text: string,
  language: string,
  { claimed }: { readonly claimed: boolean },
): boolean {
  const told = text.slice(0, MAX_READ);
  if (isNoReport(told)) return false;
  if (AGAIN.test(told)) return true;
  if (claimed || LASTING.test(told)) return false;
  return (PAST[language] ?? []).some((forms) => forms.every((form) => form.test(told)));
}

/** Whether the text is a question, a wish, a rule or small talk. */
function isNoReport(text: string): boolean {
  return (
    /[?？؟]\s*$/u.test(text) ||
    hasCue(text, 'smallTalk') ||
    statesPreference(text) ||
    isRequest(text) ||
    readIntention(text) !== null ||
    instructionProbability(text) > SURE_INSTRUCTION
  );
}

/** Past forms of verbs whose events leave no lasting effect. */
const PASSING =
  wordList(`was were wasn't weren't had ate drank walked ran rained snowed slept woke watched saw heard came arrived waited passed
  rang cooked laughed talked chatted visited sat stood looked smelled smelt sounded felt seemed happened lasted barked sang danced played swam cycled strolled shopped cleaned washed crashed`);
/**
 * Past forms that may express a choice or a change: “decided”, “went”, “switched”. So may any other word in
 * -ed that is not in {@link PASSING}.
 */
const CHANGED =
  wordList(`went took chose bought got gave made let said told kept put set cut quit left sold sent paid meant thought knew
  found held won lost built wrote read spoke swore became began drew broke brought caught fell fed fought flew forgot forgave grew hid hit
  hurt led lent lay rode rose sought shook shot shut stole stuck struck swept taught threw understood wore withdrew`);
/** Words of choice, wish, instruction or lasting state; a sentence with one of them is not passing. */
const LASTING_WORDS =
  wordList(`ok okay yes no not never always only please pls deal fine final settled agreed decided plan choice rule instead rather
  must should shall will would may might can could can't cannot won't don't doesn't didn't do does let's want wants wanted wish need needs
  needed like likes liked love loves loved hate hates hated prefer prefers preferred favourite favorite allergic vegan vegetarian enough too
  you your yours u ur is are am isn't aren't i'm it's that's we're they're has have i've we've i'll we'll from now anymore again every each
  whenever default if unless until because so but call use write answer keep name means best worst good bad better worse great awful nice
  lovely terrible horrible delicious disgusting favour favor against`);
const WORD = /[\p{L}][\p{L}'’]*/gu;
/** Longer texts are never treated as passing. */
const MAX_LENGTH = 300;

/**
 * Whether a text only reports a passing event or greets: “Lunch was a sandwich at the station.” False for choices,
 * preferences, instructions, questions and lasting states, and for anything not in whole English sentences. When in
 * doubt, false.
 */
export function isEphemeral(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const said = sentences(text);
  return said.length > 0 && said.every(({ text: sentence }) => isEphemeralSentence(sentence));
}

function isEphemeralSentence(sentence: string): boolean {
  const words = (sentence.toLowerCase().replaceAll('’', "'").match(WORD) ?? []).filter(
    (word) => word !== "'",
  );
  if (words.some((word) => LASTING_WORDS.has(word))) return false;
  if (hasCue(sentence, 'smallTalk')) return true;
  // Numbers and names make it a fact worth keeping: “The winner was Postgres”.
  if (/\d/.test(sentence) || hasCue(sentence, 'name')) return false;
  const verbs = words.filter((word) => PASSING.has(word));
  const others = words.filter(
    (word) => !PASSING.has(word) && (CHANGED.has(word) || word.endsWith('ed')),
  );
  // A sentence that begins with its verb has no subject: “Settled: Tuesday”.
  return verbs.length > 0 && others.length === 0 && !PASSING.has(words[0] ?? '');
}

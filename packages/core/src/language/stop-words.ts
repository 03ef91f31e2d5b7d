import { stopwords as bulgarian } from '@orama/stopwords/bulgarian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import DATA from '../../data/lexicon/english-stop-words.json' with { type: 'json' };

/** English function words, contractions without their apostrophes included, and chat's fillers. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  DATA.ENGLISH_STOP_WORDS.join('\n')
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/**
 * Question words, by ISO 639-1 code: they say what is asked for, not what it is about. Common stop-word lists omit
 * many of them, so that a question seems to have a word that no memory contains.
 */
const QUESTION_WORDS: Readonly<Record<string, string>> = Object.freeze({
  be: 'хто каго каму што чаго калі дзе куды адкуль чаму навошта як які якая якое якія колькі чый',
  bg: 'кой коя кое кои какво кога къде защо как колко чий',
  cs: 'kdo koho komu co čeho kdy kde kam odkud proč jak jaký jaká jaké který která které kolik čí',
  da: 'hvem hvad hvor hvornår hvorfor hvordan hvilken hvilket hvilke',
  de: 'wer wen wem wessen was wo wohin woher wann warum wieso weshalb wie welche welcher welches welchen welchem wozu wieviel wieviele',
  es: 'quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas',
  fi: 'kuka ketkä kenen mikä mitä milloin missä mistä mihin miksi miten kuinka',
  fr: 'qui que quoi quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels lesquelles',
  hu: 'ki kik kit kinek mi mit mikor hol hová honnan miért hogyan melyik mennyi hány',
  it: 'chi che cosa quale quali quando dove come perché quanto quanta quanti quante',
  nl: 'wie wat waar wanneer waarom welke welk hoe hoeveel wiens',
  no: 'hvem hva hvor når hvorfor hvordan hvilken hvilket hvilke',
  pl: 'kto kogo komu co czego kiedy gdzie dokąd skąd dlaczego czemu jak jaki jaka jakie który która które ile czyj',
  pt: 'quem que quê qual quais quando onde aonde como porque porquê quanto quanta quantos quantas',
  ro: 'cine ce care când unde cum cât câtă câți câte cui',
  ru: 'кто кого кому что чего когда где куда откуда почему зачем как какой какая какое какие сколько чей',
  sr: 'ко кога коме шта чега када где куда одакле зашто како који која које колико чији',
  sv: 'vem vad var när varför hur vilken vilket vilka vars',
  tr: 'kim kimin ne nerede nereye nereden neden niçin niye nasıl hangi kaç',
  uk: 'хто кого кому що чого коли де куди звідки чому навіщо як який яка яке які скільки чий',
});

const LISTED: Readonly<Record<string, Iterable<string>>> = {
  en: ENGLISH_STOP_WORDS,
  bg: bulgarian,
  da: danish,
  nl: dutch,
  fi: finnish,
  fr: french,
  de: german,
  hu: hungarian,
  it: italian,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  es: spanish,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

/** Stop words of the source lists that do carry content: the Spanish list contains the commonest words of news. */
const CONTENT_WORDS: Readonly<Record<string, string>> = {
  es: 'trabajo trabaja trabajais trabajamos trabajan trabajar trabajas empleo emplean emplear empleas conocer conseguimos conseguir consigo consigue consiguen consigues habla hablan intenta intentan intentar intento lugar llegó manera mejor nueva nuevas nuevo nuevos país pais peor tiempo usan usar usas uso usa usamos valor verdad',
};
const TELLING_WORDS = new Map(
  Object.entries(CONTENT_WORDS).map(([language, listed]) => [language, new Set(listed.split(' '))]),
);

const LANGUAGES = [...new Set([...Object.keys(LISTED), ...Object.keys(QUESTION_WORDS)])];

/**
 * Function words by ISO 639-1 code: they carry grammar and say nothing about the subject. For some languages only
 * question words.
 */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = Object.freeze(
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      new Set([
        ...[...(LISTED[language] ?? [])].filter(
          (word) => TELLING_WORDS.get(language)?.has(word) !== true,
        ),
        ...(QUESTION_WORDS[language]?.split(' ') ?? []),
      ]),
    ]),
  ),
);

/**
 * Whether it has a letter that English lacks and is a function word of some language ("où", "för"), and thus not a
 * misspelt English word.
 */
export function isForeignStopWord(word: string): boolean {
  return /[^\u0000-\u007f]/.test(word) && LANGUAGES.some((language) => isStopWord(word, language));
}

export function isStopWord(word: string, language: string): boolean {
  return Object.hasOwn(STOP_WORDS, language) && STOP_WORDS[language]?.has(word) === true;
}

const MARK = /[?？؟]/u;
const ENGLISH = 'who whom whose what when where which why how';
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [ENGLISH, ...Object.values(QUESTION_WORDS)].join(' ').split(' '),
);

/** Whether a text asks for information, by its question mark or first word; other texts may request an action. */
export function asksForInformation(text: string): boolean {
  const [first = ''] = /[\p{L}\p{M}]+/u.exec(text) ?? [];
  return MARK.test(text) || FIRST_WORDS.has(first.toLowerCase());
}

/** Most words of a search phrase. */
const MOST_KEYWORDS = 6;
const KEYWORDS = /^[\p{L}\p{M}\p{N}]+(?:[\s'’_./:-]+[\p{L}\p{M}\p{N}]+)*$/u;

/** Whether a text is a few keywords, as typed into a search box: "upload chunk size". A sentence has function words. */
export function isSearchPhrase(text: string): boolean {
  const phrase = text.trim();
  if (phrase.length > 100 || !KEYWORDS.test(phrase)) return false;
  const words = phrase.toLowerCase().split(/\s+/u);
  return (
    words.length > 1 &&
    words.length <= MOST_KEYWORDS &&
    words.every((word) => !isStopWord(word, 'en') && !LIGHT.has(word))
  );
}

/**
 * Words that can be added or dropped without changing the meaning: articles, fillers, greetings, intensifiers.
 * English stems.
 */
const LIGHT: ReadonlySet<string> = new Set(
  `a an the so very really realli just also too oh ah um uh well yeah yes ok okay hey hi hello wow lol haha please
   actual actually basic literal quite such kind sort pretti pretty and but
   veri ye okai hei pleas liter quit`.split(/\s+/),
);

export function isLightWord(term: string): boolean {
  return LIGHT.has(term);
}

/**
 * Words that frame a question and seldom occur in its answer ("what kind of", "when did … start"): they get less
 * weight in a query.
 */
const FRAME: ReadonlySet<string> = new Set(
  `kind type sort name call long often time ago year month week day date recent current usual like probabl consid accord
   mention say discuss describ base potenti possibl exampl specif particular variou differ certain main reason activ item event
   way plan decid start begin participat partak attend do use make take go give come new first last next second happen tell know remember
   dai sai wai us rememb particip particularli mainli`.split(/\s+/),
);

/** `stem` is the English stem of a query's word. */
export function isFrameWord(stem: string): boolean {
  return FRAME.has(stem);
}

/**
 * Question words, by ISO 639-1 code: they say what is asked for, not what about. Common stop-word lists
 * omit many of them, and then a question seems to have a word that no memory contains.
 */
export const QUESTION_WORDS: Readonly<Record<string, string>> = Object.freeze({
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

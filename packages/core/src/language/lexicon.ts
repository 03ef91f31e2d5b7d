import { foldAccents } from './names/name-spelling.js';
import { matchAll } from './pattern-matching.js';
import IRREGULAR_DATA from '../../data/lexicon/irregular-forms.json' with { type: 'json' };
import ONE_TOKEN_DATA from '../../data/lexicon/one-token-words.json' with { type: 'json' };
import SPELLING_DATA from '../../data/lexicon/spellings.json' with { type: 'json' };
import SYNONYM_DATA from '../../data/lexicon/synonyms.json' with { type: 'json' };
import TOPIC_DATA from '../../data/lexicon/topics.json' with { type: 'json' };

/** The lines of a word list, without headings and blanks, each split into words. */
export function readLexicon(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
}

/** The set of the words in `text`, split at white space; the notation for all lists of this folder. */
export function wordList(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The same for phrases: one per line, or several separated by commas. */
export function phraseList(text: string): ReadonlySet<string> {
  return new Set(phrases(text));
}

/** The phrases of a list in order: trimmed, without empty ones. */
export function phrases(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/**
 * English irregular forms, one word per line: the dictionary form first, then its other forms. Lines with # are
 * headings.
 */
export const IRREGULAR = IRREGULAR_DATA.IRREGULAR.join('\n');

/**
 * 14,996 English words, sorted and prefix-compressed: a capital for the number of letters shared with the previous
 * word (A for none), then the remaining letters. Written by scripts/write-one-token-words.mjs.
 */
export const ONE_TOKEN_WORDS = ONE_TOKEN_DATA.ONE_TOKEN_WORDS.join('\n');

/** British spellings, each with the American one. Lines with # are headings. */
export const SPELLINGS = SPELLING_DATA.SPELLINGS.join('\n');

/** Synonyms, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const SYNONYMS = SYNONYM_DATA.SYNONYMS.join('\n');

/** Words on one subject, one group per line; written by hand from general knowledge. Lines with # are headings. */
export const TOPICS = TOPIC_DATA.TOPICS.join('\n');

/** What identifies a language in the Latin script: its commonest words, and letters that few others have. */
interface LanguageProfile {
  readonly words: string;
  readonly letters?: RegExp;
  /** For inflected languages: a few endings that no neighbouring language has. */
  readonly endings?: RegExp;
}

/** By ISO 639-1 code. Function words, common verbs and everyday words, from general knowledge of each language. */
export const LATIN_PROFILES: Readonly<Record<string, LanguageProfile>> = Object.freeze({
  en: {
    words:
      "the a an and or but if of to in on at by for from with about into over up down out off is are was were be been am i you he she it we they me him her us them my your his its our their this that these those there here what who when where why how which do does did done have has had will would can could should may might must not no yes don't didn't can't won't isn't i'm i've i'll it's that's you're we're they're let's so very just too also really all any some one two more most much many other than then now still never always get got go going went come came see saw know knew think like love want need make made take took say said tell good great nice new old day time year people thing things man hey hi hello ok okay yeah yep nope lol haha thanks please sorry wow cool oh well as because while after before again only even back way work home family friend friends said sure maybe something anything nothing everyone has been has wait pretty bit lot kids mom dad best both each few own same such yet ever since until through last next week weeks month months years days today yesterday tomorrow tonight morning evening weekend again off every another around moved live lives lived started stopped became left bought met told asked works worked called house school hard water man men woman kids wife husband monday tuesday wednesday thursday friday saturday sunday",
  },
  de: {
    words:
      'beim vom ins ans wem wen der die das den dem des ein eine einen einem einer und oder aber wenn weil dass daß als wie auf aus bei mit nach seit von vor zu zum zur im am für über unter gegen ohne um durch ist sind war waren bin bist sein wird werden wurde habe hast hat haben hatte kann kannst können muss müssen soll will möchte ich du er sie es wir ihr mich mir dich dir ihn ihm uns euch mein meine meinen meiner dein deine sein seine ihre unser nicht kein keine ja nein auch nur noch schon sehr mehr immer wieder jetzt heute morgen gestern dann da hier dort was wer wann wo warum welche gut neu viel alle etwas nichts man sich gehen geht gehe kommt mag gern danke bitte hallo tag jahr kinder wohnt arbeitet bruder schwester mutter vater tochter sohn freund freundin frau mann hund katze woche urlaub arbeit arbeite spielt spiele helfen kaufen essen trinken leben lebt wohne haus stadt auto schule wetter zeit glaube weiß finde fahre fährt liebe zwei drei vier fünf sechs sieben acht neun zehn montag dienstag mittwoch donnerstag freitag samstag sonntag monat monate jahren wochen tage letzte letzten letzter nächste nächsten heißt heiße wohnen gekauft gemacht gegangen kommen lernen spielen arbeiten unsere bis welcher welches dieser diese dieses kaputt',
    letters: /[ßäöü]/u,
  },
  fr: {
    words:
      "le la les un une des du de d'un d'une et ou mais si que qui quoi dont où quand comment pourquoi dans sur sous avec sans pour par en au aux chez est sont était étaient suis es sommes êtes être ai as a avons avez ont avait fait fais faire va vais vont peut veux veut je j'ai j'aime tu il elle on nous vous ils elles me te se lui leur mon ma mes ton ta tes son sa ses notre votre ce cet cette ces c'est n'est qu'il qu'elle ne pas plus moins très bien aussi encore déjà toujours jamais oui non hier aujourd'hui demain ici là tout tous toute rien quelque merci bonjour salut adore aime sais est-ce petit grand temps jour frère sœur mère père fille fils ami amie femme mari chien chat semaine vacances travail travaille travailler aider acheter manger boire habite habiter maison ville voiture école part prochaine dernière joue trouve année peux mange regarde deux trois quatre cinq six sept huit neuf dix lundi mardi mercredi jeudi vendredi samedi dimanche mois jours semaines ans y s'appelle m'appelle t'appelle appelle allé allée acheté parti mangé vu voit voir quel quelle quels quelles chef apprendre j'habite d'abord puis depuis",
    letters: /[çèêœùûëîï]/u,
  },
  es: {
    words:
      'el la los las un una unos unas de del al y e o pero si que qué quien quién cuando cuándo cómo como donde dónde por para con sin sobre entre hasta desde en es son era eran soy eres somos ser está están estoy estaba estar he has ha hemos han había hay tengo tiene tener voy va vamos van fue fui ir puedo puede quiero hacer hace sé yo tú él ella nosotros ellos ellas usted me te se lo le les nos mi mis tu tus su sus nuestro este esta estos esto ese esa eso no sí más menos muy mucho mucha también todavía ya siempre nunca ayer hoy mañana aquí ahí todo todos nada algo gracias hola gusta bien casa año día tiempo bueno hermano hermana madre padre hija hijo amigo amiga esposa marido perro gato semana vacaciones trabajo trabaja trabajar ayudar ayudarme comprar comer beber vivo vive vivir ciudad coche escuela próxima pasada juego juega creo puedes quiere llegas comida dos tres cuatro cinco seis siete ocho nueve diez lunes miércoles jueves viernes sábado domingo mes meses días semanas años pasado próximo llamo llama llamas jefe mudé compré comí vimos vemos ver aprender nadar hablar nuestra nuestros quieres necesito tienes tienen llovió',
    letters: /[ñ¿¡]/u,
  },
  it: {
    words:
      "il lo la i gli le un uno una di del dello della dei degli delle a al alla ai alle da dal dalla in nel nella su sul sulla con per tra fra e ed o ma se che chi cosa quando come dove perché è sono era erano sei siamo essere ho hai ha abbiamo hanno avere aveva sta sto stato andato fatto fare vado va può voglio so io tu lui lei noi voi loro mi ti si ci vi ne mio mia miei tuo tua suo sua nostro questo questa quello quella non più meno molto molta anche ancora già sempre mai sì no ieri oggi domani qui tutto tutti niente qualcosa grazie ciao bene piace anni giorno casa l'ho c'è dell' fratello sorella madre padre figlia figlio amico amica moglie marito cane gatto settimana vacanza vacanze lavoro lavora lavorare aiutare aiutarmi comprare mangiare bere abito abita vivere città macchina scuola prossima scorsa gioco gioca credo puoi vuole andiamo favore cibo due tre quattro cinque sette otto nove dieci lunedì martedì mercoledì giovedì venerdì sabato domenica mese mesi giorni settimane fa scorso prossimo chiamo chiama chiami comprato mangiato visto detto imparare nuotare quale quali nostra nostri vuoi devo deve vorrei abitiamo",
    letters: /[èìò]/u,
  },
  pt: {
    words:
      'o a os as um uma uns umas de do da dos das em no na nos nas ao à aos por pelo pela para com sem sobre entre até desde e ou mas se que quem quando como onde porque é são era eram sou ser está estão estou estava estar tenho tem têm ter tinha há vou vai vamos foi fui ir posso pode quero fazer faz sei eu tu ele ela nós eles elas você vocês me te lhe meu minha meus minhas teu seu sua nosso este esta isso isto esse essa aquele não sim mais menos muito muita também ainda já sempre nunca ontem hoje amanhã aqui tudo todos nada algo obrigado obrigada olá gosto bem casa ano dia irmã irmão mãe pai filha filho amiga esposa marido cachorro cão gato semana férias trabalho trabalha trabalhar ajudar comprar comer beber moro mora morar cidade carro escola próxima passada jogo joga acho quer comida dois duas três quatro cinco seis sete oito nove dez segunda terça quarta quinta sexta sábado domingo mês meses dias semanas anos atrás passado próximo chamo chama chamas chefe comprei comi fomos vimos ver aprender nadar falar nossa nossos queres preciso tens gatos',
    letters: /[ãõ]/u,
  },
  nl: {
    words:
      "de het een en of maar als omdat dat die dit deze van in op aan bij met naar uit voor over onder door om tot te is zijn was waren ben bent wordt worden heb hebt heeft hebben had kan kunnen moet moeten wil zal zou ga gaat gaan ik jij je hij zij ze wij we jullie mij me jou hem haar ons onze hun mijn jouw niet geen ja nee ook nog al wel zeer heel meer altijd nooit nu vandaag morgen gisteren hier daar wat wie wanneer waar waarom hoe goed nieuw veel alles iets niets dank hallo weet houdt geweest gedaan jaar dag kinderen dochter zoon m'n zo'n broer zus moeder vader vriend vriendin vrouw man hond kat week vakantie werk werkt werken helpen kopen eten drinken woon woont huis stad school volgende vorige speelt denk vind leuk kun wilt twee drie vier vijf zes zeven acht negen tien maandag dinsdag woensdag donderdag vrijdag zaterdag zondag maand maanden jaren weken dagen geleden vorig volgend heet heten gekocht gemaakt gegaan komen leren spelen welke",
    letters: /ij(?:n|k|d|s|\b)/u,
  },
  sv: {
    words:
      'och att det en ett den de som är var för på med av till från om men eller inte kan ska skulle har hade jag du han hon vi ni dem mig dig min mitt mina din sin också bara här där vad vem när hur varför mycket alla nu idag igår imorgon gick går tycker mycket bra tack hej ja nej år dag barn bror syster mor far mamma pappa dotter son vän fru hund katt vecka semester jobb jobbar arbetar hjälpa köpa äta dricka bor huset stad bil skola nästa förra två tre fyra fem sex sju åtta nio tio måndag tisdag onsdag torsdag fredag lördag söndag månad månader dagar veckor sedan heter gillar köpte åkte regnade såg vill lära vilken vilket våra',
    letters: /å|(?<=\p{L})ä/u,
  },
  da: {
    words:
      'og at det en et den de som er var for på med af til fra om men eller ikke kan skal skulle har havde jeg du han hun vi dem mig dig min mit mine din sig også kun her der hvad hvem hvornår hvor hvordan hvorfor meget alle nu dag går gik synes godt tak hej ja nej år børn blev bliver noget efter bror søster mor far datter søn ven kone hund kat uge ferie arbejde arbejder hjælpe købe spise drikke bor hus by bil skole næste sidste to tre fire fem seks syv otte ni ti mandag tirsdag onsdag torsdag fredag lørdag søndag måned måneder dage uger siden forrige hedder købte tog så vil lære hvilken vores lide regnede',
    letters: /[åæø]/u,
  },
  no: {
    words:
      'og at det en ei et den de som er var for på med av til fra om men eller ikke kan skal skulle har hadde jeg du han hun vi dere dem meg deg min mitt mine din seg også bare her der hva hvem når hvor hvordan hvorfor mye alle nå dag går gikk dro synes bra takk hei ja nei år barn ble blir noe etter bror søster mor far datter sønn venn kone hund katt uke ferie jobb jobber hjelpe kjøpe spise drikke bor hus by bil skole neste forrige to tre fire fem seks sju åtte ni ti mandag tirsdag onsdag torsdag fredag lørdag søndag måned måneder dager uker siden heter kjøpte så vil lære hvilken våre liker regnet',
    letters: /[åæø]/u,
  },
  fi: {
    words:
      'ja tai mutta että jos kun koska on ovat oli olivat olen olet olla ei en et eivät minä sinä hän me te he minun sinun hänen minua se tämä tuo mikä mitä kuka missä milloin miksi miten kanssa myös vain vielä nyt tänään eilen huomenna täällä siellä hyvä hyvin paljon kaikki mitään kiitos hei kyllä vuosi päivä veljeni siskoni äitini isäni veli sisko äiti isä koira kissa viikko loma työ työskentelee auttaa ostaa syödä juoda asun asuu talo koulu ensi viime voitko haluan pidän menen kävin kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina kuukausi viikkoa vuotta sitten asuin ostin satoi pidin tulla voin',
    letters: /ää|öö|yö|ä.*ä/u,
    endings: /(?:ss[aä]|st[aä]|ll[aä]|lt[aä]|ksi|iin|mme|neet?|nut|inen|i(?:t|vat)|ko)$/u,
  },
  pl: {
    words:
      'i w z na do od po za o u ze we że się nie tak jest są był była było być jestem mam masz ma mieć jak co kto kiedy gdzie dlaczego czy ale lub bo ja ty on ona my wy oni mnie mi cię go jej ich mój moja moje twój ten ta to te już jeszcze bardzo też tylko dziś dzisiaj wczoraj jutro tutaj wszystko nic coś wiem dzięki dziękuję cześć dobrze rok dzień brat bratem siostra siostrą matka ojciec córka syn przyjaciel żona mąż pies kot tydzień wakacje praca pracuje pracuję pomóc kupić jeść pić mieszkam mieszka dom miasto szkoła możesz chcę lubię moim dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć poniedziałek wtorek środę czwartek piątek sobotę niedzielę miesiąc miesiące tygodnie lata temu zeszłym kupił kupiła kupiłem mogę idę padało nazywa imię który która',
    letters: /[ąęłńśźż]/u,
  },
  cs: {
    words:
      'a i v ve s se na do od po za o u k z ze že ne ano je jsou byl byla bylo být jsem jsi jsme mám máš má mít jak co kdo kdy kde proč ale nebo protože já ty on ona my vy oni mě mi tě ho jí jejich můj moje tvůj ten ta to už ještě velmi také jen dnes včera zítra tady všechno nic něco vím díky děkuji ahoj dobře rok den bratr sestra matka otec dcera syn přítel žena muž pes kočka týden dovolená práce pracuje pracuji pomoci koupit jíst pít bydlím bydlí dům město škola můžeš chci dva dvě tři čtyři pět šest sedm osm devět deset pondělí úterý středu čtvrtek pátek sobotu neděli měsíc měsíce týdny let lety minulý koupil koupila rád ráda jmenuje můžu nemůžu který která pršelo kávu',
    letters: /[řěů]/u,
  },
  hu: {
    words:
      'a az és vagy de ha hogy mert nem igen van volt vannak voltak vagyok lenni egy ez azt ezt én te ő mi ti ők engem nekem neked az ami aki mit ki mikor hol miért hogyan is csak még már nagyon most ma tegnap holnap itt ott minden semmi valami jó köszönöm szia év nap meg mint fel el bátyám öcsém nővérem húgom anyám apám lányom fiam barátom kutya macska hét nyaralás munka dolgozik dolgozom segíteni venni enni inni lakom ház város iskola tudsz akarok szeretem megyek mentem két kettő három négy öt hat nyolc kilenc tíz hétfőn kedden szerdán csütörtökön pénteken szombaton vasárnap hónap hónapja napja éve múlt jövő lakik vettem hívják szereti nálunk esett melyik',
    letters: /[őű]/u,
    endings: /(?:b[ae]n|n[ae]k|v[ae]l|hoz|t[ae]m|s[áé]g|tunk|unk|[oe]m|ott|ett|[oeö]tt|ik)$/u,
  },
  ro: {
    words:
      'și si în la de pe cu din pentru de fără sau dar dacă că ce cine când unde cum este sunt era erau am ai are avem au fost fi eu tu el ea noi voi ei mă te îl îi mi meu mea mei tău său acest această nu da mai foarte și încă acum azi ieri mâine aici tot nimic ceva mulțumesc bună bine an zi sora merge vreau fratele mama tata fiica fiul prieten soția câine pisică săptămâna vacanță muncă lucrează lucrez ajuta cumpăra mânca locuiesc casa oraș școală poți îmi place doi două trei patru cinci șase șapte opt nouă zece luni marți miercuri joi vineri sâmbătă duminică lună zile săptămâni ani trecut trecută viitor cheamă cumpărat mers văzut pot care plouat cafeaua',
    letters: /[ăâîșțşţ]/u,
  },
  tr: {
    words:
      've veya ama çünkü eğer için ile gibi kadar bu şu o bir ben sen biz siz onlar beni bana seni benim senin onun var yok değil mi mı mu ne kim zaman nerede neden nasıl çok daha en da de şimdi bugün dün yarın burada her hiç şey iyi güzel teşekkürler merhaba evet hayır yıl gün hava oldu gittim geldi kardeşim annem babam kızım oğlum arkadaşım karım kocam köpek kedi hafta tatil iş çalışıyor çalışıyorum yardım almak yemek içmek oturuyorum ev şehir araba okul eder misin istiyorum seviyorum gidiyorum iki üç dört beş altı yedi sekiz dokuz on pazartesi salı çarşamba perşembe cuma cumartesi pazar ay önce geçen gelecek adı adım yaşıyorum yaşıyor severim aldım gittik yağdı hangi',
    letters: /[ğşıç]|i\u0307/u,
    endings:
      /(?:yor(?:um|sun|uz|lar|du|dum)?|[ae]r[ıi]m|[ıiuü]r[ıiuü]m|[td][ıiuü]k|[lrmn]d[ıiuü]|k?t[ıiuü]m?|d[ıiuü]m|m[ae]d[ıi]m?|l[ae]r[ıi]?m?|m[ıiuü][şs]t?[ıi]?|[ae]ca[kğg][ıi]?m?|[ae]ce[kğg][ıi]?m?|[dt][ae]n?|[ıiuü]nt[ıiuü]|[ae]m[ae]z|m[ae]k)$/u,
  },
  vi: {
    words:
      'và của là có không được cho với các những một này đó tôi bạn anh chị em ông bà chúng nó đi đến ở trong khi nếu nhưng vì để rất cũng đã đang sẽ gì ai đâu sao hôm nay qua mai nhà người năm ngày cảm ơn chào tốt mẹ cha con chó mèo tuần nghỉ làm việc giúp mua ăn uống sống thành phố trường thích muốn',
    letters: /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u,
  },
  id: {
    words:
      'dan atau tetapi tapi yang di ke dari untuk dengan pada adalah ini itu saya aku kamu dia kami kita mereka tidak bukan ya ada akan sudah belum sedang bisa harus mau apa siapa kapan mana mengapa kenapa bagaimana sangat juga hanya masih sekarang kemarin besok hari tahun semua baik terima kasih pergi rumah orang lagi banyak karena kakak adik ibu ayah anak teman istri suami anjing kucing minggu liburan kerja bekerja bantu membeli makan minum tinggal kota mobil sekolah suka ingin',
  },
});

/**
 * Zero to twenty, then the tens to ninety, and a hundred; one line per language, without accents. Slashes separate
 * alternatives.
 */
const COUNTED: readonly string[] = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
  'null eins/ein/eine/einen/einer zwei/zwo drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig hundert',
  'zero un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante septante huitante/octante nonante cent',
  'cero un/una/uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien/ciento',
  'zero um/uma dois/duas tres quatro cinco seis sete oito nove dez onze doze treze catorze/quatorze quinze dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem/cento',
  'zero uno/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd',
  'zero jeden/jedna/jedno dwa/dwie/dwoch trzy/trzech cztery/czterech piec/pieciu szesc/szesciu siedem/siedmiu osiem/osmiu dziewiec dziesiec/dziesieciu jedenascie dwanascie trzynascie czternascie pietnascie szesnascie siedemnascie osiemnascie dziewietnascie dwadziescia trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat sto',
];
/** English ordinals, from the first; and other words that mean a number. */
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const MEANT: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  thrice: 3,
  single: 1,
  double: 2,
  both: 2,
  couple: 2,
  pair: 2,
  triple: 3,
  fortnight: 2,
  dozen: 12,
  quarter: 15,
  noon: 12,
  midday: 12,
  midi: 12,
  mittag: 12,
  midnight: 0,
  minuit: 0,
  mitternacht: 0,
  thirtieth: 30,
};
const VALUES = [...Array(21).keys(), 30, 40, 50, 60, 70, 80, 90, 100];

function wordTable(): ReadonlyMap<string, number> {
  const table = new Map<string, number>(Object.entries(MEANT));
  for (const [at, word] of ORDINALS.entries()) table.set(word, at + 1);
  for (const line of COUNTED)
    for (const [at, spellings] of line.split(' ').entries())
      for (const word of spellings.split('/')) table.set(word, VALUES[at] ?? 0);
  // "fünfundzwanzig", "vijfentwintig".
  for (const [joint, line] of [
    ['und', COUNTED[1]],
    ['en', COUNTED[6]],
  ] as const) {
    const spelt = line?.split(' ').map((spellings) => spellings.split('/')) ?? [];
    for (let ten = 20; ten < 28; ten++)
      for (let unit = 1; unit <= 9; unit++)
        for (const [first, tens] of [[spelt[unit]?.at(1) ?? spelt[unit]?.[0], spelt[ten]?.[0]]])
          table.set(`${first ?? ''}${joint}${tens ?? ''}`, (VALUES[ten] ?? 0) + unit);
  }
  return table;
}
const TABLE = wordTable();

/** The number that a word means in one of eight languages; null for any other word. */
export function numberOfWord(word: string): number | null {
  return TABLE.get(foldAccents(word)) ?? null;
}

const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['hundert', 100],
  ['cent', 100],
  ['sto', 100],
  ...['k', 'thousand', 'tausend', 'mille', 'mil', 'duizend', 'tysiac', 'tysiace', 'tysiecy'].map(
    (word): [string, number] => [word, 1_000],
  ),
  ['million', 1_000_000],
  ['millionen', 1_000_000],
]);
const HALVES: ReadonlySet<string> = new Set(['half', 'halb', 'demi', 'demie', 'media', 'pol']);
const TOKEN = /\p{L}+|\d+(?:[.,]\d+)?/gu;

/**
 * The numbers that a text spells out, in one of eight languages, combined with multipliers: "nine hundred" is 900,
 * "538k" 538,000, "seven and a half" 7.5. Includes the parts of a compound, unless only whole numbers are asked for.
 * Linear in the text.
 */
export function spelledNumbers(
  text: string,
  parts: 'with parts' | 'whole' = 'with parts',
): Set<number> {
  const found = new Set<number>();
  let current: number | null = null;
  for (const [token] of matchAll(foldAccents(text), TOKEN)) {
    const figure = /^\d/.test(token) ? Number(token.replace(',', '.')) : null;
    const value: number | null = figure ?? numberOfWord(token);
    const times = MULTIPLIERS.get(token);
    if (times !== undefined) {
      if (parts === 'whole' && current !== null) found.delete(current);
      current = (current ?? 1) * times;
    } else if (HALVES.has(token)) {
      for (const part of [0.5, 30]) found.add(part);
      if (current !== null) current += 0.5;
    } else if (current !== null && JOINTS.has(token)) continue;
    else if (value === null) current = null;
    else {
      if (figure === null) found.add(value);
      current = current !== null && value < smallestStep(current) ? current + value : value;
      if (figure === value && current === value) continue;
    }
    if (current !== null) found.add(current);
  }
  return found;
}

const JOINTS: ReadonlySet<string> = new Set(['and', 'a', 'et', 'und', 'y', 'e', 'en', 'i']);

/**
 * Exclusive limit of what may be added to a number: units to a round ten, anything below a hundred to round hundreds.
 */
function smallestStep(number: number): number {
  if (number < 20) return 0;
  for (const step of [1_000_000, 1_000, 100, 10]) if (number % step === 0) return step;
  return 0;
}

import { hashText } from '../../language/text-hash.js';

/** Word groups that commands to a machine consist of, in the commonest languages; word prefixes, lower case. */
const CUES_BY_GROUP = {
  override:
    'ignor disregard forget overrid overwrit discard neglect bypass revok void cancel erase skip abandon dismiss pay_no_attention set_aside do_not_follow don_t_follow stop_following do_not_listen no_longer_apply not_apply ignorier missacht vergiss vergesse vernachlässig oublie ignore_ ne_tiens_pas olvida ignora no_hagas dimentica esqueça esquece desconsidere negeer vergeet игнорир забудь не_обращай zignoruj zapomnij yok_say unut تجاهل अनदेखा अनदेखी उपेक्षा भूल_जाओ भूल_जाएं भूल_जाइए abaikan lupakan bỏ_qua glöm bortse_från glem se_bort_fra unohda jätä_huomiotta zapomeň nedbej uită hagyd_figyelmen_kívül felejtsd ігноруй αγνόησε ξέχασε התעלם תתעלם התעלמו نادیده فراموش_کن ละเว้น เพิกเฉย ไม่ต้องสนใจ 忽略 无视 忘记 無視 忘れ 무시',
  instruction:
    'instruction directive guideline guidance prompt rule order command constraint restriction polic safeguard configuration directions training anweisung regel vorgabe befehl consigne règle directive instrucci regla istruzion regol instruç regra instructies указани инструкц правил instrukcj zasad talimat تعليمات निर्देश नियमों आदेश instruksi perintah instrukc hướng_dẫn chỉ_dẫn instruktion anvisning instruks ohjeet ohjeita pokyny pokynů instrucțiuni instructiuni utasítás інструкці вказівк οδηγίες οδηγιών הוראות ההוראות دستورات دستورالعمل คำสั่ง คำแนะนำ 指令 指示 规则 提示词 提示 プロンプト 지시 프롬프트',
  prior:
    'previous prior earlier above former preceding before initial original first top everything past old bisherig vorherig obig précédent dessus anterior acima arriba precedenti finora eerder предыдущ poprzedni önceki السابقة पिछले पिछली पहले ऊपर sebelumnya trước tidigare föregående tidligere foregående forrige aiemm edelli předchoz dřívější korábbi előző попередн προηγούμεν קודמות הקודמות קודמים قبلی پیشین ก่อนหน้า 之前 以上 以前 これまで 이전',
  machine:
    'assistant ai ais llm llms chatbot bot agent agents model models gpt copilot assistent modell modèle asistente modelo assistente modello ассистент модель 助手 人工智能 アシスタント 어시스턴트 ki ia ии yapay_zekâ yapay_zeka asystent asistan robô чат_бот чатбот intelligenza_artificiale intelligence_artificielle inteligencia_artificial künstliche_intelligenz مساعد ذكاء_اصطناعي एआई सहायक 人工知能 チャットボット 机器人 챗봇 인공지능 konstgjord',
  reply:
    'response responses answer answers reply replies output summary completion antwort réponse respuesta risposta resposta ответ 回答 回复 輸出 输出 返答 답변',
  secret:
    'password passwords credential credentials secret secrets token tokens api key keys confidential private hidden system_prompt systemprompt system_message passwort kennwort geheim mot_de_passe contraseña clave secreta segreto senha segredo wachtwoord парол секрет ключ hasło şifre كلمة_المرور पासवर्ड 密码 秘密 系统提示 システムプロンプト 비밀 시스템',
  disclose:
    'reveal print show display output repeat dump disclose leak export expose list tell quote copy zeige gib verrate nenne affiche montre révèle envoie muestra revela envía mostra dimmi mostre transfira toon geef покажи выведи pokaż göster اعرض बताएं 告诉 输出 显示 教えて 表示 출력',
  send: 'send email mail forward post upload transfer wire submit exfiltrate share sende schicke überweise envoie envía invia envie stuur отправь wyślij 发送 送信 보내',
  role: 'pretend act_as roleplay role_play simulate impersonate behave_as persona you_are_now you_re_now jailbreak jailbroken dan developer_mode maintenance_mode unrestricted unfiltered no_restrictions no_filter stay_in_character 扮演 ふりをして du_bist_jetzt du_bist_nun du_bist_ab stell_dir_vor tu_so_als spiele_die_rolle spielst_du verhalte_dich benimm_dich ohne_filter ohne_regeln ohne_grenzen uneingeschränkt in_dieser_rolle tu_es_maintenant tu_es_désormais vous_êtes_désormais fais_semblant faites_semblant tu_joues joue_le_rôle comporte_toi sans_filtre sans_filtres sans_limite sans_aucune_limite ce_personnage libérée_de ahora_eres desde_ahora_eres actúa_como actua_como finge_ser finge_que haz_de_cuenta compórtate sin_censura sin_filtros sin_restricciones sin_límites del_personaje fai_finta fingi_di comportati da_adesso_sei adesso_sei da_ora_sei senza_filtri senza_regole senza_limiti senza_restrizioni finja aja_como faça_de_conta agora_você_é sem_censura sem_regras sem_limites sem_restrições doe_alsof gedraag_je je_bent_nu vanaf_nu_ben zonder_regels zonder_beperkingen zonder_filter представь притворись веди_себя_как ты_теперь теперь_ты без_ограничений без_фильтров без_правил udawaj zachowuj_się jesteś_teraz teraz_jesteś wciel_się bez_zasad bez_ograniczeń gibi_davran rolü_yap rolünü rol_yap sınırsız kuralı_olmayan låtsas spela_rollen du_är_nu utan_regler utan_spärrar bete_dig نفترض تظاهر تصرف_كأنك أنت_الآن بلا_قيود بلا_قواعد بدون_قيود भूमिका_निभा नाटक_करो अब_से_तुम बिना_फ़िल्टर बिना_नियम बिना_किसी 演じ 振る舞 なりきっ 制限のない フィルターのない 假装 从现在起你 你现在是 没有限制 没有任何限制 没有过滤 인_척 척해 역할을 제한이_없는 필터가_없는',
  memory:
    'memory memories memorise memorize remember long_term stored facts recall retrieved profile future_sessions every_session permanently forever 记住 记忆 記憶 gedächtnis dauerhaft merke_dir merk_dir künftigen_gespräch für_immer erinnerung mémoire mémorise définitivement pour_toujours retiens conversations_à_venir tes_souvenirs memoria memoriza recuerdos para_siempre permanente futuras_conversaciones memorizza ricorda_per per_sempre conversazioni_future memória memorize lembre_se permanentemente geheugen onthoud voor_altijd памят запомни навсегда pamięc pamięć zapamiętaj na_zawsze hafıza kalıcı sonsuza_kadar ditt_minne minnet för_alltid ذاكرت ذاكرتك للأبد إلى_الأبد احفظ याददाश्त स्मृति हमेशा_के_लिए 長期記憶 永久に 永久 长期记忆 기억에 기억해 영원히',
  conceal:
    'do_not_tell don_t_tell do_not_mention without_asking without_telling not_mention hide_this keep_this_hidden keep_this_confidential quietly silently secretly no_confirmation without_confirmation',
  tool: 'tool tools execute run invoke call_the delete_all delete_the curl wget bash sudo rm_rf webhook download install browser file_tool admin root no_verify',
  principal:
    'user users user_s human operator principal developer vendor owner whoever_asks person_you_help person_who_asked benutzer nutzer utilisateur usuario utente usuário gebruiker пользовател użytkownik kullanıcı 用户 ユーザー 사용자 benutzerin utilisatrice kunde kundin cliente client отправител klient müşteri 고객 客户 고객 المستخدم उपयोगकर्ता användare absender expéditeur remitente remetente',
  dialogue:
    'conversation conversations chat session sessions message messages dialogue dialog context turn step plan',
  yours: '',
  request:
    'write compose draft explain describe translate provide create list give suggest recommend summarise summarize generate develop convert calculate tell show outline design plan produce name break_down help_me who what how when which why where',
} as const;
/** Groups of what an assistant has: "your instructions", "your memory", "your answer" are addressed to a machine. */
const HAD: ReadonlySet<string> = new Set([
  'instruction',
  'reply',
  'memory',
  'tool',
  'machine',
  'role',
  'dialogue',
  'secret',
]);
const YOUR: ReadonlySet<string> = new Set(
  'your dein deine deinen deiner ihre ihren votre vos tes ton ta tus tu tuo tua tuoi suas sua seu je uw твои твой twoje'.split(
    ' ',
  ),
);
export type CueGroup = keyof typeof CUES_BY_GROUP;
const CUE_GROUPS = Object.keys(CUES_BY_GROUP) as readonly CueGroup[];

/** Words that count only as whole words; too many others begin with them. */
const WHOLE = new Set(
  'ki ia ии cliente client user users human owner chat turn step plan ai ais bot agent agents model models order command api key keys rule top first past old run show list tell dan token tokens before name plan post mail share'.split(
    ' ',
  ),
);
const LONGEST_PHRASE = 3;
/** Cues in scripts without spaces. */
const IN_SIGNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

interface Entry {
  readonly group: CueGroup;
  readonly whole: boolean;
}

const BY_WORD = new Map<string, Entry[]>();
const BY_BEGINNING = new Map<string, { readonly beginning: string; readonly group: CueGroup }[]>();
/** First words of phrases of several words. */
const BEGIN_PHRASES = new Set<string>();
const BY_SIGNS: { readonly signs: string; readonly group: CueGroup }[] = [];

for (const group of CUE_GROUPS) {
  for (const cue of CUES_BY_GROUP[group].split(' ').filter((each) => each !== '')) {
    const phrase = cue.replaceAll('_', ' ').trim();
    if (IN_SIGNS.test(phrase)) {
      BY_SIGNS.push({ signs: phrase, group });
      continue;
    }
    if (phrase.includes(' ')) BEGIN_PHRASES.add(phrase.slice(0, phrase.indexOf(' ')));
    if (phrase.includes(' ') || WHOLE.has(phrase) || phrase.length < 5)
      BY_WORD.set(phrase, [...(BY_WORD.get(phrase) ?? []), { group, whole: true }]);
    else
      BY_BEGINNING.set(phrase.slice(0, 4), [
        ...(BY_BEGINNING.get(phrase.slice(0, 4)) ?? []),
        { beginning: phrase, group },
      ]);
  }
}

/** The positions of each group, by word number; words of scripts without spaces count as at the beginning. */
function cuesIn(words: readonly string[], text: string): Map<CueGroup, number> {
  const found = new Map<CueGroup, number>();
  const note = (group: CueGroup, at: number): void => {
    if (!found.has(group)) found.set(group, at);
  };
  const noteOwn = (group: CueGroup, at: number): void => {
    note(group, at);
    if (HAD.has(group) && (YOUR.has(words[at - 1] ?? '') || YOUR.has(words[at - 2] ?? '')))
      note('yours', at);
  };
  for (const [at, word] of words.entries()) {
    const begun = word.length < 4 ? undefined : BY_BEGINNING.get(word.slice(0, 4));
    if (begun !== undefined)
      for (const { beginning, group } of begun)
        if (word.startsWith(beginning) && word.length <= beginning.length + 5) noteOwn(group, at);
    let phrase = word;
    const whole = BY_WORD.get(word);
    if (whole !== undefined) for (const { group } of whole) noteOwn(group, at);
    if (!BEGIN_PHRASES.has(word)) continue;
    for (let length = 1; length < LONGEST_PHRASE; length++) {
      const next = words[at + length];
      if (next === undefined) break;
      phrase += ` ${next}`;
      for (const { group } of BY_WORD.get(phrase) ?? []) note(group, at);
    }
  }
  if (/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text))
    for (const { signs, group } of BY_SIGNS) if (text.includes(signs)) note(group, 0);
  return found;
}

/** A stretch of text that may be a command, as input of the classifiers. */
export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly words: readonly string[];
  readonly cues: ReadonlyMap<CueGroup, number>;
  /** Its content words by their first letters. */
  readonly telling: readonly string[];
}

/** Includes combining marks: Hindi writes most vowels that way. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAX_WORDS = 60;

export function segmentOf(text: string, start: number): Segment {
  const lower = text.toLowerCase();
  const words = (lower.match(WORD) ?? []).slice(0, MAX_WORDS);
  return {
    text,
    start,
    words,
    cues: cuesIn(words, lower),
    telling: words
      .filter((word) => word.length > 2 && !SMALL.has(word))
      .map((word) => word.slice(0, BEGUN)),
  };
}

const SMALL = new Set(
  'the and for you your with this that from have has are was were will can not any all our how what who does about into more some they them their'.split(
    ' ',
  ),
);
const BEGUN = 5;

const SEED = 0x51ed270b;
/** The kind of a feature; a number, because features are hashed without being spelled out. */
const [WORD_AT, BEGINNING, PAIR, FIRST, SECOND, THIRD, LAST, SIGNS, GROUP, EARLY, GROUPS, FORM] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
];
const NUMBER = hashText('0', SEED);
const SIGNS_READ = 120;
const DIGIT = /\d/;

/**
 * The classifiers' features as distinct hashed buckets: words, pairs, prefixes, groups of cues and pairs of them, the
 * form of the sentence. `buckets` is a power of two.
 */
export function segmentBuckets({ text, words, cues }: Segment, buckets: number): Uint32Array {
  const seen = new Buckets(buckets);
  const add = (sort: number, a: number, b = 0): void => seen.add(mixed(sort, a, b) & (buckets - 1));
  const hashes = words.map((word) => (DIGIT.test(word) ? NUMBER : hashText(word, SEED)));
  for (const [at, hash] of hashes.entries()) {
    add(WORD_AT, hash);
    const word = words[at] ?? '';
    if (word.length > 5) add(BEGINNING, hashText(word, SEED, BEGUN));
    if (at > 0) add(PAIR, hashes[at - 1] ?? 0, hash);
  }
  const [first = 0, second = 0, third = 0] = hashes;
  add(FIRST, first);
  add(SECOND, first, second);
  add(THIRD, mixed(SECOND, first, second), third);
  add(LAST, hashes.at(-1) ?? 0);
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text))
    for (let i = 0; i + 1 < Math.min(text.length, SIGNS_READ); i++)
      add(SIGNS, text.charCodeAt(i), text.charCodeAt(i + 1));
  const groups =
    cues.size === 0
      ? []
      : [...cues]
          .map(([group, at]) => ({ number: CUE_GROUPS.indexOf(group), at }))
          .sort((a, b) => a.number - b.number);
  for (const { number, at } of groups) {
    add(GROUP, number);
    if (at <= 2) add(EARLY, number);
    for (const other of groups) if (number < other.number) add(GROUPS, number, other.number);
  }
  for (const form of formOf(text, words.length)) add(FORM, form);
  return seen.all();
}

/**
 * For each bucket, the number of the set that marked it last; one table serves all sets, as only one is filled at a
 * time.
 */
let marks = new Uint32Array(0);
let sets = 0;

/** A set of buckets, without a hash table per sentence. */
class Buckets {
  readonly #own: number[] = [];

  constructor(size: number) {
    if (marks.length < size || sets === 0xffffffff)
      [marks, sets] = [new Uint32Array(Math.max(size, marks.length)), 0];
    sets++;
  }

  add(bucket: number): void {
    if (marks[bucket] === sets) return;
    marks[bucket] = sets;
    this.#own.push(bucket);
  }

  all(): Uint32Array {
    return Uint32Array.from(this.#own);
  }
}

function mixed(sort: number, a: number, b: number): number {
  let hash = Math.imul(sort, 0x9e3779b1) ^ a;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Numbers of the sentence forms that apply. */
function formOf(text: string, words: number): number[] {
  const end = text.trimEnd().at(-1) ?? '';
  const forms = [
    words < 4,
    words >= 4 && words < 9,
    words >= 9 && words < 20,
    words >= 20,
    end === '?',
    end === '!',
    end === ':',
    text.includes('```'),
    /https?:|www\./.test(text),
    /["“'‘][^"”'’]{3,80}["”'’]/.test(text),
    /[\d$€£%]/.test(text),
    /<[a-z!/|]|\[\/?[A-Z]|\{"|#{2,}|={3,}/.test(text),
    /^\p{Ll}/u.test(text),
    /\b(?:we|our|us|i|my)\b/i.test(text),
    /\b(?:your|you)\b/i.test(text),
  ];
  return forms.flatMap((holds, at) => (holds ? [at] : []));
}

/** A fitted classifier of segments: figures only. */
export interface SegmentModel {
  /** One signed byte per bucket, in base64. */
  readonly weights: string;
  readonly scale: number;
  readonly intercept: number;
  readonly fittedOn: string;
}

import { instructionProbability } from './instructions.js';
import { isRequest, readIntention } from './intention.js';
import { statesPreference } from './judgements.js';
import { wordList } from './lexicon.js';
import { AGAIN, LASTING, PAST } from './past-forms.js';
import { sentences } from './segmentation.js';
import { hasCue } from './speech.js';

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

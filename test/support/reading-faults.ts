import { admit } from '../../packages/core/src/remember/admit.js';
import { readDraft, readInput } from '../../packages/core/src/remember/read-draft.js';
import { readVoice, readWanted } from '../../packages/core/src/recall/profile-and-question.js';
import { screen } from '../../packages/core/src/safety/injection/screen.js';
import { findMismatch } from '../../packages/core/src/safety/find-mismatch.js';
import { findPersonal } from '../../packages/core/src/safety/personal/redact.js';
import { CodeReader } from '../../packages/core/src/language/code/code-reader.js';
import { createCodeSpace } from '../../packages/core/src/spaces/e07-code.js';
import { wordReaders } from '../../packages/core/src/spaces/registry.js';
import { possibleLanguages } from '../../packages/core/src/language/detect-language.js';
import { describeInterval } from '../../packages/core/src/language/calendar.js';
import { nextOccurrence } from '../../packages/core/src/language/dates/weekdays-and-recurrence.js';
import { readClaimsIn } from '../../packages/core/src/language/claims/read-claims.js';
import { readDates } from '../../packages/core/src/language/dates.js';
import {
  isRequest,
  readDiscourse,
  readPlanState,
} from '../../packages/core/src/language/speech.js';
import {
  mayStateOpinion,
  readJudgements,
  readOutcome,
  statesPreference,
} from '../../packages/core/src/language/judgements.js';
import {
  instructionProbability,
  readNorms,
} from '../../packages/core/src/language/instructions.js';
import { readOwnNames } from '../../packages/core/src/language/entity-names.js';
import { questionDirection } from '../../packages/core/src/language/causal/causal-judgement.js';
import {
  askedClaims,
  askedTime,
} from '../../packages/core/src/language/claims/asked-and-foreign-claims.js';
import { decompose } from '../../packages/core/src/language/decompose-question.js';
import { kinPhrases } from '../../packages/core/src/language/relations/kinship.js';
import { referencesIn } from '../../packages/core/src/language/references.js';
import { readRoute } from '../../packages/core/src/language/route/read-route.js';
import {
  collectFaults,
  type ReadingFault,
  ReadText,
} from '../../packages/core/src/language/read-text.js';
import { splitText } from '../../packages/core/src/language/passages.js';

const { stemmer, causal } = wordReaders();
const reader = new CodeReader(stemmer);
const code = createCodeSpace(reader, stemmer);
const LANGUAGES = 'de fr es it pt nl sv ru uk ja zh ko tr'.split(' ');
const HINTS = { people: ['Ana', 'Bo'], known: () => undefined, partOf: () => undefined };
/** Everything that reads a text by itself, the question that it might be included. */
const READERS: readonly ((text: string) => unknown)[] = [
  possibleLanguages,
  readDiscourse,
  isRequest,
  mayStateOpinion,
  readJudgements,
  readNorms,
  readOutcome,
  readOwnNames,
  readPlanState,
  statesPreference,
  questionDirection,
  askedClaims,
  askedTime,
  decompose,
  kinPhrases,
  referencesIn,
  readRoute,
  instructionProbability,
  splitText,
  readWanted,
  readVoice,
  (text) => findPersonal(text, 'strict'),
];

/** What fails on a text, with the step that fails; nothing for a text that every step gets through. */
export async function faultsOn(text: string, seed: number): Promise<readonly unknown[]> {
  const faults: (ReadingFault | { readonly step: string; readonly why: unknown })[] = [];
  const saidAt = new Date(Date.UTC(1990 + (seed % 60), seed % 12, 1 + (seed % 28))).toISOString();
  try {
    await reader.ready(text);
    collectFaults(faults as ReadingFault[], () => {
      readAll(text, saidAt, seed);
    });
  } catch (error) {
    faults.push({ step: 'another', why: error });
  }
  return faults.map((fault) => ({ ...fault, seed, text }));
}

function readAll(text: string, saidAt: string, seed: number): void {
  const input = {
    ...admit({ content: text, saidAt, speaker: seed % 2 === 0 ? 'Ana' : undefined }, 0),
    redacted: {},
    takenOut: '',
    faults: [],
    suspicion: null,
    guard: 'quarantine' as const,
    pictures: [],
    reading: new ReadText(text),
  };
  const draft = readDraft(readInput(input, stemmer), HINTS);
  for (const date of draft.dates) {
    describeInterval(date.from, date.to, date.precision);
    if (date.recurring) nextOccurrence(date, input.local);
    if (!(date.to > date.from)) throw new RangeError(`${date.text} ends before it begins`);
  }
  const other = LANGUAGES[seed % LANGUAGES.length] ?? 'de';
  readDates(text, input.local, other);
  readClaimsIn(seed % 2 === 0 ? 'de' : 'es', text, []);
  causal.read(text, draft.language);
  code.memory({ ...draft, content: text } as never);
  const occurred = { occurredFrom: input.saidAt, occurredTo: input.saidAt + 1 };
  findMismatch({
    ...draft,
    ...occurred,
    source: 'web',
    speaker: null,
    session: null,
    origin: null,
    recordedAt: 0,
  });
  screen(
    { content: text, metadata: { title: text }, labels: [], source: 'web', utterance: false },
    'quarantine',
  );
  for (const read of READERS) read(text);
}

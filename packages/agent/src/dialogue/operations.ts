import { z } from 'zod';
import { reversible } from '@mneme/core/domain/change.js';
import {
  CurationReceipt,
  PreferenceInput,
  PreferenceReceipt,
  StageReceipt,
} from './amend-dialogue.js';
import { CurateInput, StageInput } from './artifact.js';
import {
  BridgeInput,
  DialogueAnswer,
  DialogueInput,
  HistoryInput,
  TurnFilter,
} from './read-dialogue.js';
import { TurnInput, TurnReceipt } from './turn.js';
import {
  renderCuration,
  renderDialogue,
  renderPreferences,
  renderStage,
  renderTurn,
} from './view.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import {
  defineOperation,
  deprecatedVerb,
  fieldsBut,
  inputOf,
  optionalFields,
  requiredField,
} from '@mneme/core/operations/operation.js';

const TurnWork = z.strictObject({
  ...optionalFields(TurnInput),
  ...optionalFields(StageInput),
  ...optionalFields(CurateInput),
  turn: CurateInput.shape.turn
    .optional()
    .describe('The turn to run a stage on, or to edit, as in x_01h5k0c2x9w7a.'),
});

export const dialogueTurnOperation = defineOperation({
  name: 'dialogue_turn',
  words: ['dialogue', 'turn'],
  summary:
    'Map what several models said to one query, or one, and keep the map; run a stage on a turn, or edit its map.',
  description:
    'Of answers: claims with those who support them, outliers, tensions, what nobody answered, and the bridge to the next turn; by rules, or by the language model where one is configured. The map never changes; edits stand beside it. With `stage`, by the language model or with the `output` of a model of yours: where none is configured, the answer has the prompt for it; a stage that fails leaves the turn as it was, and the answer says why. An edit of a `turn` is the strongest signal there is: every later bridge tells of it, and what was removed is never a priority. Two edits that contradict: the later holds, and says so. Undo takes an edit back.',
  input: TurnWork,
  output: z.union([reversible(TurnReceipt), reversible(StageReceipt), reversible(CurationReceipt)]),
  positional: ['session', 'query'],
  effect: 'write',
  forOperators: true,
  founds: 'answers',
  idempotent: false,
  examples: [
    {
      command:
        'mneme dialogue turn kitchen "Which worktop?" --answer \'{"model":"llama","text":"Oak is warm."}\' --answer \'{"model":"qwen","text":"Take oak, it is warm."}\'',
      shows: 'the claims, who makes them, and where they pull apart',
    },
    {
      command: 'mneme dialogue turn --turn x_01h5k0c2x9w7a --stage understand',
      shows: 'the frame, and what it leaves open',
    },
    {
      command: 'mneme dialogue turn --turn x_01h5k0c2x9w7a --elevate c1 --remove o2',
      shows: 'the map as you left it, and what follows from the removal',
    },
    {
      command: 'mneme dialogue turn --turn x_01h5k0c2x9w7a --add "The wall is load-bearing"',
      shows: 'a claim that no model made',
    },
  ],
  verb: ['dialogue.turn'],
  also: [{ verb: ['dialogue.stage'] }, { verb: ['dialogue.curate'] }],
  places: [
    { method: 'POST', path: '/dialogue/turns', without: fieldsBut(TurnWork, TurnInput) },
    {
      method: 'POST',
      path: '/dialogue/turns/{turn}/stages',
      without: fieldsBut(TurnWork, StageInput),
      called: 'dialogue_stage',
      positional: ['turn', 'stage'],
    },
    {
      method: 'POST',
      path: '/dialogue/turns/{turn}/edits',
      without: fieldsBut(TurnWork, CurateInput),
      called: 'dialogue_curate',
    },
  ],
  asLines: (answer) =>
    'stage' in answer
      ? renderStage(answer)
      : 'edit' in answer
        ? renderCuration(answer)
        : renderTurn(answer),
  run: async ({ dialogue }, given, { signal }) => {
    const options = definedOnly({ signal });
    if (given.stage !== undefined)
      return dialogue.stage(inputOf(StageInput, given, 'dialogue_turn'), options);
    return given.turn === undefined
      ? dialogue.turn(inputOf(TurnInput, given, 'dialogue_turn'), options)
      : dialogue.curate(inputOf(CurateInput, given, 'dialogue_turn'));
  },
});

export const dialogueOperation = defineOperation({
  name: 'dialogue',
  summary:
    'Tell what is kept of conversations: turns, what the next one gets, what earlier ones hold.',
  description:
    'The turns, the latest first, with what each came to. Of a conversation also the bridge to its next turn: conclusion, what is settled or rejected, open edges, next step, and the person’s own word, as a part of a prompt. Of a turn its map, edits and stages. For a query what earlier conversations hold, by likeness and age: what you kept, asked or threw out counts twice, what is 30 days old half.',
  input: DialogueInput,
  output: DialogueAnswer,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme dialogue --session kitchen',
      shows: 'its turns, and the text for the next prompt',
    },
    { command: 'mneme dialogue --turn x_01h5k0c2x9w7a', shows: 'all of one turn' },
    {
      command: 'mneme dialogue --query "How do we price the service?" --max-tokens 300',
      shows: 'the text for the next prompt',
    },
  ],
  verb: ['dialogue.read'],
  places: [
    {
      method: 'GET',
      path: '/dialogue/turns',
      without: ['turn', 'query', 'maxTokens', 'except'],
    },
    { method: 'GET', path: '/dialogue/turns/{turn}', called: 'dialogue_shown' },
    { method: 'POST', path: '/dialogue/history', called: 'dialogue_asked' },
  ],
  asLines: renderDialogue,
  run: (memory, input) => memory.dialogue.read(input),
});

export const dialoguePreferencesOperation = defineOperation({
  name: 'dialogue_preferences',
  words: ['dialogue', 'preferences'],
  summary: 'Tell what your edits say of you, set one by hand, or switch steering off.',
  description:
    'Sides, kinds of claims, topics: counts with shrinkage, -1 to 1. They steer what is extracted, recalled and dwelt on. What is set holds over what is counted.',
  input: PreferenceInput,
  output: reversible(PreferenceReceipt),
  positional: ['aspect', 'name'],
  effect: 'write',
  writesWith: ['aspect', 'name', 'weight', 'forget', 'steering'],
  forOperators: true,
  founds: true,
  idempotent: true,
  examples: [
    { command: 'mneme dialogue preferences', shows: 'the profile' },
    {
      command: 'mneme dialogue preferences dimension cost --weight 0.8',
      shows: 'cost counts from now on',
    },
    {
      command: 'mneme dialogue preferences dimension cost --forget',
      shows: 'what was counted is gone',
    },
    {
      command: 'mneme dialogue preferences --steering off',
      shows: 'nothing is steered by it',
    },
  ],
  served: { pace: 'quick' },
  verb: ['dialogue.preferences'],
  places: [
    { method: 'GET', path: '/dialogue/preferences', without: Object.keys(PreferenceInput.shape) },
    { method: 'POST', path: '/dialogue/preferences', called: 'dialogue_prefer' },
  ],
  asLines: renderPreferences,
  run: (memory, input) => memory.dialogue.preferences(input),
});

// Former names of verbs that were merged into `dialogue`, `dialogue_turn` and `dialogue_preferences`.

export const FORMER = {
  dialogue_stage: deprecatedVerb(dialogueTurnOperation, {
    name: 'dialogue_stage',
    words: ['dialogue', 'stage'],
    positional: ['turn', 'stage'],
    input: StageInput,
    as: (asked) => asked,
  }),
  dialogue_curate: deprecatedVerb(dialogueTurnOperation, {
    name: 'dialogue_curate',
    words: ['dialogue', 'curate'],
    positional: ['turn'],
    served: { pace: 'quick' },
    input: CurateInput,
    as: (edit) => edit,
  }),
  dialogue_bridge: deprecatedVerb(dialogueOperation, {
    name: 'dialogue_bridge',
    words: ['dialogue', 'bridge'],
    positional: ['session'],
    places: [{ method: 'GET', path: '/dialogue/bridge' }],
    input: BridgeInput,
    as: (asked) => asked,
  }),
  dialogue_show: deprecatedVerb(dialogueOperation, {
    name: 'dialogue_show',
    words: ['dialogue', 'show'],
    positional: ['turn'],
    input: z.strictObject({ turn: requiredField(DialogueInput.shape.turn) }),
    as: (asked) => asked,
  }),
  dialogue_list: deprecatedVerb(dialogueOperation, {
    name: 'dialogue_list',
    words: ['dialogue', 'list'],
    positional: ['session'],
    input: TurnFilter,
    as: (filter) => filter,
  }),
  dialogue_history: deprecatedVerb(dialogueOperation, {
    name: 'dialogue_history',
    words: ['dialogue', 'history'],
    positional: ['query'],
    input: HistoryInput,
    as: (asked) => asked,
  }),
  dialogue_prefer: deprecatedVerb(dialoguePreferencesOperation, {
    name: 'dialogue_prefer',
    words: ['dialogue', 'prefer'],
    positional: ['aspect', 'name'],
    input: PreferenceInput.extend({
      steering: z
        .boolean()
        .optional()
        .describe(PreferenceInput.shape.steering.description ?? ''),
    }),
    as: ({ steering, ...given }) => ({
      ...given,
      ...(steering === undefined
        ? {}
        : { steering: steering ? ('on' as const) : ('off' as const) }),
    }),
  }),
};

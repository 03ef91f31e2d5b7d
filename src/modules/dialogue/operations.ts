import { z } from 'zod';
import { defineOperation } from '../../operations/operation.js';
import { reversible } from '../../domain/reversal.js';
import { CurationReceipt } from './curate.js';
import { CurateInput } from './curation/edit.js';
import { BridgeAnswer, BridgeInput, TurnFilter, TurnList } from './read-bridge.js';
import { HistoryAnswer, HistoryInput } from './history/retrieve-history.js';
import { PreferenceProfile } from './preferences/profile.js';
import { PreferenceInput, PreferenceReceipt } from './preferences/set-preference.js';
import { StageReceipt } from './run-stage.js';
import { ShownTurn } from './show.js';
import { StageInput } from './stages/stage-input.js';
import { ShowInput } from './show.js';
import { TurnInput, TurnReceipt } from './turn.js';
import {
  renderTurn,
  renderStage,
  renderCuration,
  renderShownTurn,
  renderTurns,
  renderPreferences,
  renderPreference,
} from './view.js';

export const dialogueTurnOperation = defineOperation({
  name: 'dialogue_turn',
  words: ['dialogue', 'turn'],
  summary: 'Map what several models said to one query, or one, and keep the map.',
  description:
    'Claims with those who support them, outliers, tensions, what nobody answered, and the bridge to the next turn. By rules, or by the language model where one is configured. The map never changes; edits stand beside it.',
  input: TurnInput,
  output: reversible(TurnReceipt),
  positional: ['session', 'query'],
  effect: 'write',
  forOperators: true,
  founds: true,
  idempotent: false,
  examples: [
    {
      command:
        'mneme dialogue turn kitchen "Which worktop?" --answer \'{"model":"llama","text":"Oak is warm."}\' --answer \'{"model":"qwen","text":"Take oak, it is warm."}\'',
      shows: 'the claims, who makes them, and where they pull apart',
    },
  ],
  verb: ['dialogue.turn'],
  places: [{ method: 'POST', path: '/dialogue/turns' }],
  asLines: renderTurn,
  run: (memory, input, { signal }) =>
    memory.dialogue.turn(input, signal === undefined ? {} : { signal }),
});

export const dialogueCurateOperation = defineOperation({
  name: 'dialogue_curate',
  words: ['dialogue', 'curate'],
  summary: 'Edit a turn’s map: add, remove, modify, elevate, override.',
  description:
    'The strongest signal there is: every later bridge tells of it, and what was removed is never a priority. Two edits that contradict: the later holds, and says so. Undo takes an edit back.',
  input: CurateInput,
  output: reversible(CurationReceipt),
  positional: ['turn'],
  effect: 'write',
  forOperators: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme dialogue curate x_01h5k0c2x9w7a --elevate c1 --remove o2',
      shows: 'the map as you left it, and what follows from the removal',
    },
    {
      command: 'mneme dialogue curate x_01h5k0c2x9w7a --add "The wall is load-bearing"',
      shows: 'a claim that no model made',
    },
  ],
  served: { pace: 'quick' },
  verb: ['dialogue.curate'],
  places: [{ method: 'POST', path: '/dialogue/turns/{turn}/edits' }],
  asLines: renderCuration,
  run: (memory, input) => memory.dialogue.curate(input),
});

export const dialogueStageOperation = defineOperation({
  name: 'dialogue_stage',
  words: ['dialogue', 'stage'],
  summary: 'Run a stage on a turn: understand, decide, refiner, antagonist.',
  description:
    'By the language model, or with the output of a model of yours: where none is configured, the answer has the prompt for it. A stage that fails leaves the turn as it was, and the answer says why.',
  input: StageInput,
  output: reversible(StageReceipt),
  positional: ['turn', 'stage'],
  effect: 'write',
  forOperators: true,
  idempotent: false,
  examples: [
    {
      command: 'mneme dialogue stage x_01h5k0c2x9w7a understand',
      shows: 'the frame, and what it leaves open',
    },
  ],
  verb: ['dialogue.stage'],
  places: [{ method: 'POST', path: '/dialogue/turns/{turn}/stages' }],
  asLines: renderStage,
  run: (memory, input, { signal }) =>
    memory.dialogue.stage(input, signal === undefined ? {} : { signal }),
});

export const dialogueBridgeOperation = defineOperation({
  name: 'dialogue_bridge',
  words: ['dialogue', 'bridge'],
  summary: 'Tell what the next turn of a conversation gets from those before it.',
  description:
    'Conclusion, what is settled or rejected, open edges, next step, the landscape, and the person’s own word; and all of it as a part of a prompt.',
  input: BridgeInput,
  output: BridgeAnswer,
  positional: ['session'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme dialogue bridge kitchen', shows: 'the text for the next prompt' }],
  asText: ({ text }) => (text === '' ? 'No turn of this conversation is kept.' : text),
  served: { pace: 'quick' },
  verb: ['dialogue.bridge'],
  places: [{ method: 'GET', path: '/dialogue/bridge' }],
  asLines: ({ text }) => (text === '' ? 'No turn of this conversation is kept.' : text),
  run: (memory, input) => memory.dialogue.bridge(input),
});

export const dialogueShowOperation = defineOperation({
  name: 'dialogue_show',
  words: ['dialogue', 'show'],
  summary: 'Show a turn: its map, its edits, its stages, the bridge behind it.',
  description: 'The map as it was made, and as people left it.',
  input: ShowInput,
  output: ShownTurn,
  positional: ['turn'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme dialogue show x_01h5k0c2x9w7a', shows: 'all of one turn' }],
  served: { pace: 'quick' },
  verb: ['dialogue.show', 'turn'],
  places: [{ method: 'GET', path: '/dialogue/turns/{turn}' }],
  asLines: renderShownTurn,
  run: (memory, { turn }) => memory.dialogue.show(turn),
});

export const dialogueListOperation = defineOperation({
  name: 'dialogue_list',
  words: ['dialogue', 'list'],
  summary: 'List the turns that are kept, the latest first.',
  description: 'With what each came to, and how often it was edited.',
  input: TurnFilter,
  output: TurnList,
  positional: ['session'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme dialogue list kitchen', shows: 'the turns of one conversation' }],
  served: { pace: 'quick' },
  verb: ['dialogue.list'],
  places: [{ method: 'GET', path: '/dialogue/turns' }],
  asLines: renderTurns,
  run: (memory, input) => memory.dialogue.list(input),
});

export const dialogueHistoryOperation = defineOperation({
  name: 'dialogue_history',
  words: ['dialogue', 'history'],
  summary: 'Tell what earlier conversations hold for a query, within a budget of tokens.',
  description:
    'What was noted, what was concluded (1.2), and what you kept, asked or threw out (2.0), by likeness and age: what is 30 days old counts half.',
  input: HistoryInput,
  output: HistoryAnswer,
  positional: ['query'],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme dialogue history "How do we price the service?" --max-tokens 300',
      shows: 'the text for the next prompt',
    },
  ],
  asText: ({ text }) => (text === '' ? 'No earlier conversation bears on it.' : text),
  verb: ['dialogue.history'],
  places: [{ method: 'POST', path: '/dialogue/history' }],
  asLines: ({ text }) => (text === '' ? 'No earlier conversation bears on it.' : text),
  run: (memory, input) => memory.dialogue.history(input),
});

export const dialoguePreferencesOperation = defineOperation({
  name: 'dialogue_preferences',
  words: ['dialogue', 'preferences'],
  summary: 'Tell what your edits say of you: sides, kinds of claims, topics.',
  description:
    'Counts with shrinkage, -1 to 1. They steer what is extracted, recalled and dwelt on. Set one by hand, or forget it: mneme dialogue prefer.',
  input: z.strictObject({}),
  output: PreferenceProfile,
  positional: [],
  effect: 'read',
  forOperators: true,
  idempotent: true,
  examples: [{ command: 'mneme dialogue preferences', shows: 'the profile' }],
  served: { pace: 'quick' },
  verb: ['dialogue.preferences'],
  places: [{ method: 'GET', path: '/dialogue/preferences' }],
  asLines: renderPreferences,
  run: (memory) => memory.dialogue.preferences(),
});

export const dialoguePreferOperation = defineOperation({
  name: 'dialogue_prefer',
  words: ['dialogue', 'prefer'],
  summary: 'Set a preference by hand, forget one, or switch steering off.',
  description: 'What is set holds over what is counted. Undo takes it back.',
  input: PreferenceInput,
  output: reversible(PreferenceReceipt),
  positional: ['aspect', 'name'],
  effect: 'write',
  forOperators: true,
  founds: true,
  idempotent: true,
  examples: [
    {
      command: 'mneme dialogue prefer dimension cost --weight 0.8',
      shows: 'cost counts from now on',
    },
    { command: 'mneme dialogue prefer dimension cost --forget', shows: 'what was counted is gone' },
    { command: 'mneme dialogue prefer --no-steering', shows: 'nothing is steered by it' },
  ],
  served: { pace: 'quick' },
  verb: ['dialogue.prefer'],
  places: [{ method: 'POST', path: '/dialogue/preferences' }],
  asLines: renderPreference,
  run: (memory, input) => memory.dialogue.prefer(input),
});

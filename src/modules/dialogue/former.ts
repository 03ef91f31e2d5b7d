// What `dialogue` and `dialogue_preferences` have taken in, under the names that it had in the version before.
import { z } from 'zod';
import { formerly, needed } from '../../operations/formerly.js';
import { HistoryInput } from './history/retrieve-history.js';
import { dialogueOperation, dialoguePreferencesOperation } from './operations.js';
import { PreferenceInput } from './preferences/set-preference.js';
import { BridgeInput, TurnFilter } from './read-bridge.js';
import { DialogueInput } from './read-dialogue.js';

export const FORMER = {
  dialogue_bridge: formerly(dialogueOperation, {
    name: 'dialogue_bridge',
    words: ['dialogue', 'bridge'],
    positional: ['session'],
    places: [{ method: 'GET', path: '/dialogue/bridge' }],
    input: BridgeInput,
    as: (asked) => asked,
  }),
  dialogue_show: formerly(dialogueOperation, {
    name: 'dialogue_show',
    words: ['dialogue', 'show'],
    positional: ['turn'],
    input: z.strictObject({ turn: needed(DialogueInput.shape.turn) }),
    as: (asked) => asked,
  }),
  dialogue_list: formerly(dialogueOperation, {
    name: 'dialogue_list',
    words: ['dialogue', 'list'],
    positional: ['session'],
    input: TurnFilter,
    as: (filter) => filter,
  }),
  dialogue_history: formerly(dialogueOperation, {
    name: 'dialogue_history',
    words: ['dialogue', 'history'],
    positional: ['query'],
    input: HistoryInput,
    as: (asked) => asked,
  }),
  dialogue_prefer: formerly(dialoguePreferencesOperation, {
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

import { defineModule } from '../module.js';
import { contextOperation } from './operations/context.js';
import { briefOperation } from './operations/brief.js';
import {
  sessionNoteOperation,
  sessionShowOperation,
  sessionClearOperation,
  scratchpadOperation,
} from './operations/session.js';

/** What is given to a model: context, brief, and the notes of a session. */
export const context = defineModule({
  name: 'context',
  operations: {
    context: contextOperation,
    brief: briefOperation,
    session_note: sessionNoteOperation,
    session_show: sessionShowOperation,
    session_clear: sessionClearOperation,
    scratchpad: scratchpadOperation,
  },
});

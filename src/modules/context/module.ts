import { defineModule } from '../module.js';
import { contextOperation } from './operations/context.js';
import { briefOperation } from './operations/brief.js';
import {
  scratchpadOperation,
  sessionClearOperation,
  sessionNoteOperation,
  sessionShowOperation,
} from './operations/former.js';
import { sessionOperation } from './operations/session.js';

/** What is given to a model: context, brief, and the notes of a session. */
export const context = defineModule({
  name: 'context',
  operations: {
    context: contextOperation,
    brief: briefOperation,
    session: sessionOperation,
  },
  former: {
    session_note: sessionNoteOperation,
    session_show: sessionShowOperation,
    session_clear: sessionClearOperation,
    scratchpad: scratchpadOperation,
  },
});

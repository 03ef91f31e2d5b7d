import type { NoteStatus, NoteType } from '../../domain/note.js';

const types: Readonly<Record<NoteType, string>> = {
  fact: 'fact',
  preference: 'preference',
  instruction: 'instruction',
  event: 'event',
  plan: 'plan',
  relation: 'relation',
  howto: 'how-to',
  decision: 'decision',
  opinion: 'opinion',
};

const statuses: Readonly<Record<NoteStatus, string>> = {
  holds: 'holds',
  planned: 'planned',
  done: 'done',
  ended: 'ended',
  denied: 'denied',
  cancelled: 'called off',
};

export const notes = {
  title: 'Notes',
  lead: 'What was read off what was told: of whom, what, since when.',
  about: 'About',
  aspect: 'Aspect',
  type: 'Type',
  status: 'Status',
  any: 'Any',
  none: 'No such note.',
  empty: 'Nothing was read yet: `mneme read` reads what waits, or an agent does.',
  types,
  statuses,
  note: 'What it says',
  value: 'Value',
  is: 'What that is',
  days: 'Days',
  because: 'Because',
  outcome: 'How it went',
  went: { good: 'well', bad: 'badly', mixed: 'both ways' },
  asks: 'It answers',
  matters: 'Needed for',
  reader: 'Read by',
  links: {
    turns: 'Read off',
    replaces: 'In place of',
    doubts: 'Puts in doubt',
    replacedBy: 'Replaced by',
    doubtedBy: 'Put in doubt by',
    restsOn: 'Rests on',
    bears: 'A change would touch',
    notes: 'Notes read off it',
  },
} as const;

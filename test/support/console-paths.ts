import type { Mneme } from '../../packages/mneme/src/index.js';

const QUESTION = encodeURIComponent('Where does Tom live now?');

/** Every page of the console, as its address has it, by a short name. */
export async function consolePaths(memory: Mneme): Promise<Readonly<Record<string, string>>> {
  const [latest] = (await memory.list({ order: 'newest', limit: 1 })).memories;
  const [note] = (await memory.list({ about: 'Tom', aspect: 'kettle' })).memories.slice(-1);
  const cause = encodeURIComponent('the pump had seized');
  return {
    home: 'home',
    ask: `ask?q=${QUESTION}`,
    'ask-ranking': `ask?q=${QUESTION}&part=ranking`,
    'ask-context': `ask?q=${QUESTION}&part=context`,
    'ask-whynot': `ask?q=${QUESTION}&part=whynot&of=${latest?.id ?? ''}`,
    'ask-compare': `ask?q=${QUESTION}&compare=1&b.strategy=plain`,
    memory: `memory/${latest?.id ?? ''}`,
    timeline: 'timeline',
    'timeline-happened': 'timeline?clock=occurred&kind=experience',
    notes: 'notes',
    'notes-planned': 'notes?status=planned',
    'memory-note': `memory/${note?.id ?? ''}`,
    people: 'people',
    thing: 'thing/Tom',
    graph: 'graph',
    'graph-around': 'graph?view=around&of=Tom',
    'graph-path': 'graph?view=path&of=Tom&to=Porto',
    'graph-causes': `graph?view=causes&of=${cause}`,
    journal: 'journal',
    'journal-diff': 'journal?part=diff',
    night: 'night',
    plans: 'plans',
    'plans-forecasts': 'plans?part=forecasts',
    'plans-strategies': 'plans?part=strategies',
    review: 'review',
    'review-tasks': 'review?part=tasks',
    'review-doubts': 'review?part=doubts',
    'review-unread': 'review?part=unread',
    'review-refused': 'review?part=refused',
    'review-quarantine': 'review?part=quarantine',
    settings: 'settings',
    'settings-banks': 'settings?part=banks',
    'settings-keys': 'settings?part=keys',
    'settings-import': 'settings?part=import',
    'settings-backup': 'settings?part=backup',
    'settings-models': 'settings?part=models',
    'settings-live': 'settings?part=live',
  };
}

// A chat in the terminal that asks two models and lets you curate what they say.
//
//   node samples/dialogue/chat.mjs                                  recorded answers, no model needed
//   node samples/dialogue/chat.mjs --url http://127.0.0.1:11434/v1 --models llama3.2,qwen2.5
//
// --file keeps the memory (default: chat.mneme). Type a question, or:
//   + TEXT   add a claim          - o1 noise   remove one (noise, duplicate, incorrect, irrelevant)
//   * c1     put one first        ? TEXT       say what the open question is
//   undo · bridge · preferences · quit
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openMemory } from 'mneme';

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: 'chat.mneme' },
    session: { type: 'string', default: 'chat' },
    url: { type: 'string' },
    models: { type: 'string', default: 'llama3.2,qwen2.5' },
  },
});
const RECORDED = JSON.parse(readFileSync(new URL('./answers.json', import.meta.url), 'utf8'));
const memory = await openMemory({ file: values.file });
const { session } = values;
const named = values.models.split(',').map((name) => name.trim());
const models = values.url === undefined ? RECORDED.models : [...new Set(named.filter(Boolean))];
/** Of one answer, in characters: what a turn takes. */
const MAX_ANSWER = 200_000;
/** Of what a server says of a failure. */
const MAX_REASON = 300;

/** What a model says, or why it says nothing: one that is away does not stop the others. */
async function ask(model, messages) {
  try {
    const text = values.url === undefined ? recorded(model, messages) : await served(model, messages);
    return { model, text };
  } catch (error) {
    // Where a connection fails, the reason stands in the cause.
    const reason = error.cause?.message || error.cause?.code || error.message;
    return { model, text: '', failed: reason.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON) };
  }
}

function recorded(model, messages) {
  const query = messages.at(-1).content;
  const found = RECORDED.turns.find((turn) => turn.query.toLowerCase() === query.toLowerCase());
  if (found === undefined)
    throw new Error(`no answer is recorded; try: ${RECORDED.turns.map((turn) => turn.query).join(' | ')}`);
  return found.answers[model] ?? '';
}

async function served(model, messages) {
  const response = await fetch(endpoint(values.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages }),
    signal: AbortSignal.timeout(120_000),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${response.statusText} ${body}`.trim());
  return said(body).slice(0, MAX_ANSWER);
}

/** The address of the server, with or without `/v1`, with or without a slash at its end. */
function endpoint(url) {
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  return `${origin}${path === '' ? '/v1' : path}/chat/completions`;
}

/** The text of an answer, which comes whole or in parts; what a model thought aloud before it is none of it. */
function said(body) {
  const content = parsed(body)?.choices?.[0]?.message?.content;
  if (content === undefined) throw new Error(`not the answer of a chat: ${body}`);
  const text = Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : content;
  return (text ?? '').split('</think>').at(-1);
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

let turn = null;
const undoable = [];

async function question(query) {
  const { bridge, history } = await memory.dialogue.read({ session, query, except: session });
  const system = [bridge.text, history.text].filter((text) => text !== '').join('\n\n');
  const messages = [
    ...(system === '' ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content: query },
  ];
  const answers = await Promise.all(models.map((model) => ask(model, messages)));
  const receipt = await memory.dialogue.turn({ session, query, answers });
  turn = receipt.turn;
  undoable.push(receipt.reversal);
  for (const { model, failed } of receipt.answers)
    if (failed !== null) console.log(`  (${model} said nothing: ${failed})`);
  show((await memory.dialogue.read({ turn })).shown.curated, receipt.bridge);
}

async function curate(edit) {
  if (turn === null) throw new Error('ask something first');
  const { curated, bridge, reversal, notes } = await memory.dialogue.curate({ turn, ...edit });
  undoable.push(reversal);
  show(curated, bridge);
  for (const note of notes) console.log(`  ${note}`);
}

function show({ claims, removed, topology }, { openEdges }) {
  console.log(`  ${topology.replace('_', ' ')}`);
  for (const { id, text, supporters, elevated, added } of claims)
    console.log(`  ${elevated !== null ? '★' : ' '} ${id.padEnd(3)} ${text}  — ${added ? 'you' : supporters.join(', ')}`);
  for (const { claim, reason } of removed) console.log(`  − ${claim.id.padEnd(3)} ${claim.text}  (${reason})`);
  if (openEdges.length > 0) console.log(`  open: ${openEdges.join(' · ')}`);
}

async function command(line) {
  const [, sign, rest] = /^([+*?-])\s+(.+)$/.exec(line) ?? [];
  if (sign === '+') return curate({ add: [rest] });
  if (sign === '*') return curate({ elevate: [rest] });
  if (sign === '?') return curate({ ghost: rest });
  if (sign === '-') {
    const [claim, reason = 'irrelevant'] = rest.split(/\s+/);
    return curate({ remove: [{ claim, reason }] });
  }
  if (line === 'bridge') return console.log((await memory.dialogue.read({ session })).bridge.text);
  if (line === 'preferences')
    return console.table((await memory.dialogue.preferences()).preferences);
  if (line === 'undo') {
    const reversal = undoable.pop();
    if (reversal === undefined) return console.log('  nothing to undo');
    await memory.undo(reversal);
    return console.log('  undone');
  }
  return question(line);
}

const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
lines.prompt();
for await (const line of lines) {
  const asked = line.trim();
  if (asked === 'quit') break;
  try {
    if (asked !== '') await command(asked);
  } catch (error) {
    console.log(`  ${error.message} ${error.hint ?? ''}`);
  }
  lines.prompt();
}
lines.close();
await memory.close();

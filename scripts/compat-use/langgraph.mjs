// Uses a LangGraph store: a graph passes it to its nodes, and wraps it for batching.
import { strict as assert } from 'node:assert';
import { met, told } from './told.mjs';
import { AsyncBatchedStore, BaseStore, InMemoryStore } from '@langchain/langgraph-checkpoint';
import { Annotation, StateGraph } from '@langchain/langgraph';
import { openMemory } from 'mneme';
import { MnemeStore } from 'mneme/langgraph';

const memory = await openMemory({ file: ':memory:' });
const store = new MnemeStore({ memory });
assert(store instanceof BaseStore);

/** Runs the same calls on any store; the answers are without scores and times. */
async function session(of) {
  const plain = (item) => item && { namespace: item.namespace, key: item.key, value: item.value };
  const answers = [];
  const ann = ['users', 'ann'];
  await of.put(ann, 'prefs', { theme: 'dark', score: 3, nested: { list: [1, null] } });
  await of.put(['users', 'bob'], 'prefs', { theme: 'light', score: 5 });
  await of.put(['docs', 'v1'], 'guide', { title: 'Guide' }, ['title']);
  await of.put(['docs', 'v2'], 'guide', { title: 'Guide 2' }, false);
  answers.push(plain(await of.get(ann, 'prefs')), await of.get(ann, 'none'));
  for (const [prefix, options] of [
    [['users'], {}],
    [['users'], { filter: { theme: 'dark' } }],
    [['users'], { filter: { score: { $gt: 4 } } }],
    [['users'], { limit: 1, offset: 1 }],
    [[], { filter: { score: { $ne: 3 }, theme: { $in: ['light'] } } }],
  ])
    answers.push((await of.search(prefix, options)).map(plain));
  for (const options of [
    {},
    { prefix: ['docs'] },
    { suffix: ['v1'] },
    { maxDepth: 1 },
    { prefix: ['*', 'v2'] },
    { limit: 1, offset: 1 },
  ])
    answers.push((await of.listNamespaces(options)).sort());
  await of.put(ann, 'prefs', { theme: 'grey' });
  await of.delete(['docs', 'v1'], 'guide');
  await of.delete(['docs', 'v1'], 'guide');
  answers.push(plain(await of.get(ann, 'prefs')), await of.get(['docs', 'v1'], 'guide'));
  await assert.rejects(of.put([], 'x', {}), { name: 'InvalidNamespaceError' });
  await assert.rejects(of.put(['a.b'], 'x', {}), { name: 'InvalidNamespaceError' });
  await assert.rejects(of.put(['langgraph'], 'x', {}), { name: 'InvalidNamespaceError' });
  return answers;
}
assert.deepEqual(await session(store), await session(new InMemoryStore()));
met('put, get, delete, search, listNamespaces: as their own store in memory');

const { createdAt, updatedAt } = await store.get(['users', 'ann'], 'prefs');
assert(createdAt instanceof Date && updatedAt >= createdAt);

const batched = new AsyncBatchedStore(store);
batched.start();
await Promise.all([
  batched.put(['facts'], 'a', { text: 'The staging database has a pool of 40 connections.' }),
  batched.put(['facts'], 'b', { text: 'Ann waters the fern on Mondays.' }),
]);
const [best] = await batched.search(['facts'], { query: 'How large is the pool of staging?' });
assert.equal(best.key, 'a');
assert(best.score > 0.1);
batched.stop();
met('their batching, search by words');

const State = Annotation.Root({ answer: Annotation() });
const graph = new StateGraph(State)
  .addNode('note', async (_, { store: own }) => {
    await own.put(['graph'], 'seen', { text: 'The heron nests by the weir.' });
    const [found] = await own.search(['graph'], { query: 'Where does the heron nest?' });
    return { answer: found.value.text };
  })
  .addEdge('__start__', 'note')
  .addEdge('note', '__end__')
  .compile({ store });
assert.deepEqual(await graph.invoke({}), { answer: 'The heron nests by the weir.' });
met('a graph whose nodes are handed it');
await memory.close();
told();

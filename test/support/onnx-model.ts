/** A tiny ONNX embedding model, written byte by byte: a table of word vectors, and a tokenizer that splits at spaces. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Field numbers are those of onnx.proto3; wire types 0 (varint) and 2 (length-delimited) are all that is needed. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const number = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, content: Iterable<number>): number[] => {
  const list = [...content];
  return [...varint(field * 8 + 2), ...varint(list.length), ...list];
};
const text = (field: number, content: string): number[] =>
  bytes(field, new TextEncoder().encode(content));

const FLOAT = 1;
const INT64 = 7;
const attribute = {
  int: (name: string, value: number): number[] =>
    bytes(5, [...text(1, name), ...number(3, value), ...number(20, 2)]),
  ints: (name: string, values: readonly number[]): number[] =>
    bytes(5, [...text(1, name), ...values.flatMap((value) => number(8, value)), ...number(20, 7)]),
};
const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly number[] = [],
): number[] =>
  bytes(1, [
    ...inputs.flatMap((input) => text(1, input)),
    ...text(2, output),
    ...text(4, operator),
    ...attributes,
  ]);
const dimension = (size: number | string): number[] =>
  bytes(1, typeof size === 'number' ? number(1, size) : text(2, size));
const value = (
  field: number,
  name: string,
  type: number,
  sizes: readonly (number | string)[],
): number[] =>
  bytes(field, [
    ...text(1, name),
    ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, sizes.flatMap(dimension))])),
  ]);

/** `mean` gives one vector a text itself; else the vectors of the tokens come out, and the reader pools them. */
export function onnxModel(table: readonly (readonly number[])[], mean: boolean): Uint8Array {
  const width = table[0]?.length ?? 0;
  const raw = new Uint8Array(Float32Array.from(table.flat()).buffer);
  const tensor = bytes(5, [
    ...number(1, table.length),
    ...number(1, width),
    ...number(2, FLOAT),
    ...text(8, 'table'),
    ...bytes(9, raw),
  ]);
  const tokens = 'last_hidden_state';
  const graph = [
    ...node('Gather', ['table', 'input_ids'], tokens, attribute.int('axis', 0)),
    ...(mean
      ? node('ReduceMean', [tokens], 'sentence_embedding', [
          ...attribute.ints('axes', [1]),
          ...attribute.int('keepdims', 0),
        ])
      : []),
    ...text(2, 'words'),
    ...tensor,
    ...value(11, 'input_ids', INT64, ['texts', 'tokens']),
    ...value(11, 'attention_mask', INT64, ['texts', 'tokens']),
    ...(mean
      ? value(12, 'sentence_embedding', FLOAT, ['texts', width])
      : value(12, tokens, FLOAT, ['texts', 'tokens', width])),
  ];
  return Uint8Array.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, number(2, 13))]);
}

/** A folder as sentence-transformers leaves it: the words' vectors by word; the first stands for padding, the second for what is unknown. */
export function writeOnnxFolder(
  folder: string,
  words: Readonly<Record<string, readonly number[]>>,
  mean = false,
): void {
  mkdirSync(folder, { recursive: true });
  const vocabulary = Object.keys(words);
  writeFileSync(join(folder, 'model.onnx'), onnxModel(Object.values(words), mean));
  const special = vocabulary.slice(0, 2).map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'WhitespaceSplit' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: vocabulary[1],
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  writeFileSync(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({ model_max_length: 8, unk_token: vocabulary[1], pad_token: vocabulary[0] }),
  );
}

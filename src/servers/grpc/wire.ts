import { CHOICE, type MessageShape, type Shape } from './shape.js';

type Fields = Readonly<Record<string, unknown>>;

/** A value as a message holds it. What is null is left out. */
export function toWire(value: unknown, shape: Shape): unknown {
  if (shape.kind === 'scalar') return value;
  if (shape.kind === 'free') return toFree(value);
  if (shape.kind === 'list')
    return (value as readonly unknown[]).map((each) => toWire(each, shape.of));
  if (shape.kind === 'map') return mapValues(value as Fields, (each) => toWire(each, shape.of));
  if (!shape.choice) return messageOf(value as Fields, shape);
  const name = CHOICE[typeof value as keyof typeof CHOICE];
  const field = shape.fields.find((each) => each.name === name);
  return field === undefined || value === null ? {} : { [field.name]: toWire(value, field.shape) };
}

/** A message's value as JSON has it: the other way round. */
export function fromWire(value: unknown, shape: Shape): unknown {
  if (shape.kind === 'scalar') return value;
  if (shape.kind === 'free') return fromFree(value as Fields);
  if (shape.kind === 'list')
    return (value as readonly unknown[]).map((each) => fromWire(each, shape.of));
  if (shape.kind === 'map') return mapValues(value as Fields, (each) => fromWire(each, shape.of));
  const there = shape.fields.filter(({ name }) => (value as Fields)[name] !== undefined);
  const [chosen] = there;
  if (shape.choice)
    return chosen === undefined ? null : fromWire((value as Fields)[chosen.name], chosen.shape);
  return Object.fromEntries(
    there.map((field) => [field.name, fromWire((value as Fields)[field.name], field.shape)]),
  );
}

function messageOf(value: Fields, { fields }: MessageShape): Fields {
  return Object.fromEntries(
    fields
      .filter(({ name }) => value[name] !== undefined && value[name] !== null)
      .map(({ name, shape }) => [name, toWire(value[name], shape)]),
  );
}

function mapValues(value: Fields, change: (each: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
}

/** JSON as google.protobuf.Value. */
export function toFree(value: unknown): Fields {
  if (value === null || value === undefined) return { nullValue: 0 };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(toFree) } };
  return { structValue: { fields: mapValues(value as Fields, toFree) } };
}

function fromFree({
  stringValue,
  numberValue,
  boolValue,
  listValue,
  structValue,
}: Fields): unknown {
  if (listValue !== undefined)
    return (((listValue as Fields)['values'] ?? []) as readonly Fields[]).map(fromFree);
  if (structValue !== undefined)
    return mapValues(((structValue as Fields)['fields'] ?? {}) as Fields, (each) =>
      fromFree(each as Fields),
    );
  return stringValue ?? numberValue ?? boolValue ?? null;
}

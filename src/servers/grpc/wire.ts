type Fields = Readonly<Record<string, unknown>>;

/** JSON as google.protobuf.Value. */
export function toWire(value: unknown): Fields {
  if (value === null || value === undefined) return { nullValue: 0 };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(toWire) } };
  return { structValue: toStruct(value as Fields) };
}

/** A google.protobuf.Value as JSON. */
export function fromWire(value: Fields): unknown {
  const { stringValue, numberValue, boolValue, listValue, structValue } = value;
  if (listValue !== undefined)
    return (((listValue as Fields)['values'] ?? []) as readonly Fields[]).map(fromWire);
  if (structValue !== undefined) return fromStruct(structValue as Fields);
  return stringValue ?? numberValue ?? boolValue ?? null;
}

/** An object as google.protobuf.Struct. Fields that are undefined are left out, as JSON does. */
export function toStruct(value: Fields): Fields {
  const there = Object.entries(value).filter(([, each]) => each !== undefined);
  return { fields: Object.fromEntries(there.map(([key, each]) => [key, toWire(each)])) };
}

/** A google.protobuf.Struct as an object. */
export function fromStruct(value: Fields): Fields {
  const fields = Object.entries((value['fields'] ?? {}) as Fields);
  return Object.fromEntries(fields.map(([key, each]) => [key, fromWire(each as Fields)]));
}

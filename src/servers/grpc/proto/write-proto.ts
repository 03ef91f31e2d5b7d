import { calls, type Call } from '../calls.js';
import { PACKAGE, SERVICE } from '../service-name.js';
import { declarationOf, declareMessages, type Declared } from './declare.js';
import { extendNumbers, retired, type FieldNumbers } from './numbers.js';
import type { SchemaNames } from '../../json-schema.js';

const HEAD = `// Mneme's operations over gRPC. Written by \`npm run proto\` from the table of operations: do not edit.
//
// A field that is left out is not the same as an empty one, and has the default its comment tells. Words of a closed list are texts:
// any other is refused by its field. An empty list is one that was left out. Moments are epoch milliseconds; one that is sent may be
// a text in ISO 8601. A refusal has a Refusal in its status's details.

syntax = "proto3";

package ${PACKAGE};

import "google/protobuf/struct.proto";
`;

export interface Written {
  /** The description, as a .proto file. */
  readonly text: string;
  readonly numbers: FieldNumbers;
}

/** The description of all operations, with the numbers its fields have, and those that are new. */
export function writeProto(names: SchemaNames, known: FieldNumbers): Written {
  const all = calls(names);
  const messages = declareMessages(all);
  const each = messages.flatMap(withNested);
  const numbers = extendNumbers(known, new Map(each.map(({ name, fields }) => [name, fields.map(declarationOf)])));
  return { text: [HEAD, serviceText(all), ...messages.map((message) => messageText(message, numbers, []))].join('\n'), numbers };
}

function withNested(message: Declared): Declared[] {
  return [message, ...message.nested.flatMap(withNested)];
}

function serviceText(all: readonly Call[]): string {
  const lines = all.map(({ name, about, messages, streams }) => {
    const { request, response } = messages();
    const [asked, answered] = [streams === 'request' ? 'stream ' : '', streams === 'response' ? 'stream ' : ''];
    return `  // ${about}\n  rpc ${name}(${asked}${request.name}) returns (${answered}${response.name});\n`;
  });
  return `service ${SERVICE} {\n${lines.join('\n')}}\n`;
}

/** `around` are the messages it stands in, the outermost first. */
function messageText(message: Declared, numbers: FieldNumbers, around: readonly Declared[]): string {
  const indent = '  '.repeat(around.length);
  const own = numbers[message.name] ?? {};
  const scope = [...around, message];
  const free = retired(own, message.fields.map(declarationOf));
  const inner = message.choice ? `${indent}    ` : `${indent}  `;
  const fields = message.fields.flatMap((field) => [
    ...(field.notes === '' ? [] : [`${inner}// ${field.notes}`]),
    `${inner}${field.label}${field.type.replace(field.message ?? '', shortened(field.message ?? '', scope))} ${field.name} = ${own[declarationOf(field)]};`,
  ]);
  const body = [
    ...(free.length > 0 ? [`${indent}  reserved ${free.join(', ')};`] : []),
    ...message.nested.map((nested) => messageText(nested, numbers, scope).trimEnd()),
    ...(message.choice ? [`${indent}  oneof kind {`, ...fields, `${indent}  }`] : fields),
  ];
  return `${indent}message ${lastOf(message.name)} {${body.length === 0 ? '' : `\n${body.join('\n')}\n${indent}`}}\n`;
}

/** A message by the shortest name that means it where it stands. */
function shortened(name: string, scope: readonly Declared[]): string {
  if (name.includes('.')) return lastOf(name);
  return scope.some(({ nested }) => nested.some((other) => lastOf(other.name) === name)) ? `.${PACKAGE}.${name}` : name;
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

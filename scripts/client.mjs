// `npm run client`: writes client/types.ts from docs/openapi.json. With `--check` it writes nothing and fails when the file is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const FILE = path.join(ROOT, 'client', 'types.ts');
const { components, paths } = JSON.parse(readFileSync(path.join(ROOT, 'docs', 'openapi.json'), 'utf8'));

const literal = (value) => (typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value));
const named = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));
/** `Error` is a word of the language already. */
const schemaName = (name) => (name === 'Error' ? 'ErrorBody' : name);
const comment = ({ description }, indent) => (description ? `${indent}/** ${description.replaceAll('*/', '* /')} */\n` : '');

function plainType(schema, indent) {
  if (schema.$ref) return schemaName(schema.$ref.split('/').at(-1));
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map(literal)
      .join(' | ');
  switch (schema.type) {
    case 'array':
      return `ReadonlyArray<${typeOf(schema.items, indent)}>`;
    case 'object':
      return schema.properties ? fieldsOf(schema, indent) : '{ readonly [name: string]: unknown }';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
      return schema.type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`The client has no type for ${JSON.stringify(schema)}.`);
  }
}

function typeOf(schema, indent) {
  return schema.nullable ? `${plainType(schema, indent)} | null` : plainType(schema, indent);
}

function fieldsOf({ properties, required = [] }, indent) {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema, inner)}${inner}readonly ${named(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}

/** The parameters of one place (`path` or `query`) as an object type. */
function parametersOf(operation, place) {
  const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  if (found.length === 0) return 'undefined';
  const properties = Object.fromEntries(found.map(({ name, schema, description }) => [name, { ...schema, description }]));
  return fieldsOf({ properties, required: found.filter(({ required }) => required).map(({ name }) => name) }, '    ');
}

const contentOf = (part) => part?.content?.['application/json']?.schema;

/** Operators' addresses are not for customers, and the heartbeat is not for programs. */
const operations = Object.entries(paths)
  .filter(([address]) => !address.startsWith('/admin') && address !== '/heartbeat')
  .flatMap(([address, methods]) => Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${address}`, operation]));

const schemas = Object.entries(components.schemas).map(([name, schema]) => {
  return `${comment(schema, '')}export interface ${schemaName(name)} ${fieldsOf(schema, '')}\n`;
});
const entries = operations.map(([name, operation]) => {
  const body = contentOf(operation.requestBody);
  const answer = contentOf(operation.responses['200']);
  return [
    `${comment({ description: operation.summary }, '  ')}  ${literal(name)}: {\n`,
    `    path: ${parametersOf(operation, 'path')};\n`,
    `    query: ${parametersOf(operation, 'query')};\n`,
    `    body: ${body ? typeOf(body, '    ') : 'undefined'};\n`,
    `    answer: ${answer ? typeOf(answer, '    ') : 'undefined'};\n`,
    '  };\n',
  ].join('');
});
const limits = operations
  .map(([name, operation]) => [name, contentOf(operation.requestBody)?.maxItems])
  .filter(([, itemsMax]) => itemsMax !== undefined)
  .map(([name, itemsMax]) => `  ${literal(name)}: ${itemsMax},\n`);

const text = [
  '// The words of the API as types, written by `npm run client` from docs/openapi.json; do not edit.\n\n',
  schemas.join('\n'),
  '\n/** Every operation: what it takes and what it answers. */\nexport interface Operations {\n',
  entries.join(''),
  '}\n\n/** How many entries a list may have. */\nexport const ITEMS_MAX = {\n',
  limits.join(''),
  '} as const;\n',
].join('');

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
  process.stdout.write('client/types.ts is written.\n');
} else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('client/types.ts is stale: run npm run client.\n');
  process.exit(1);
}

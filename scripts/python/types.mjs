// Types of the Python client: one TypedDict per object of docs/openapi.json.

/** The operations that the client calls. The admin API and the compatibility endpoints are not among them. */
const USED = /^\/(?:serp|keyword|ai|whois|technologies|user|objects|ranks|usage|quote|events|tracking|projects|region)(?:\/|$)/;
const WIDTH = 116;
const KEYWORDS = new Set(['from', 'import', 'in', 'is', 'class', 'def', 'global', 'with', 'as', 'not', 'or', 'and', 'pass', 'lambda']);

const isName = (name) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
const camel = (text) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
const literal = (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value));

/** Returns the description as comment lines. */
function comment(description, indent) {
  const lines = [''];
  for (const word of (description ?? '').split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== '' && indent.length + last.length + word.length + 3 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines[0] === '' ? '' : lines.map((line) => `${indent}# ${line}\n`).join('');
}

/** `Error` would hide nothing in Python, but `Event` and `Error` are names of other things there. */
const schemaName = (name) => ({ Error: 'ErrorBody', Event: 'FeedEvent' })[name] ?? name;

export function typesText({ components, paths }) {
  /** Text of each definition by its name, in the order in which they were found. */
  const definitions = new Map();
  /** Name by structure, so that equal objects and lists of values share one name. */
  const names = new Map();
  const limits = [];

  const uniqueName = (wanted) => {
    let name = wanted;
    for (let number = 2; definitions.has(name) || name in components.schemas; number++) name = `${wanted}${number}`;
    return name;
  };

  const typeOf = (schema, name) => (schema.nullable ? `Optional[${plainType(schema, name)}]` : plainType(schema, name));

  function plainType(schema, name) {
    if (schema.$ref) return referred(schema.$ref.split('/').at(-1));
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return `Union[${choices.map((one, index) => typeOf(one, `${name}${index + 1}`)).join(', ')}]`;
    if (schema.enum)
      return valuesType(
        schema.enum.filter((value) => value !== null),
        name,
      );
    switch (schema.type) {
      case 'array':
        return `List[${typeOf(schema.items ?? {}, name)}]`;
      case 'object':
        if (schema.properties) return objectType(schema, name);
        return `Dict[str, ${schema.additionalProperties?.type ? typeOf(schema.additionalProperties, name) : 'Any'}]`;
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'string':
        return 'str';
      case 'boolean':
        return 'bool';
      case undefined:
        return 'Any';
      default:
        throw new Error(`The Python client has no type for ${JSON.stringify(schema)}.`);
    }
  }

  function valuesType(values, name) {
    const text = `Literal[${values.map(literal).join(', ')}]`;
    if (text.length < 60) return text;
    return named(text, name, (own) => `${own} = Literal[\n${values.map((value) => `    ${literal(value)},\n`).join('')}]\n`);
  }

  const objectType = ({ properties, required }, name) =>
    named(JSON.stringify([properties, required]), name, (own) => objectText({ properties, required }, own));

  function named(structure, wanted, textOf) {
    const known = names.get(structure);
    if (known) return known;
    const name = uniqueName(wanted);
    names.set(structure, name);
    // Reserves the place, because the text may name further definitions.
    definitions.set(name, '');
    definitions.set(name, textOf(name));
    return name;
  }

  function referred(reference) {
    const name = schemaName(reference);
    if (!definitions.has(name)) {
      definitions.set(name, '');
      const schema = components.schemas[reference];
      definitions.set(name, schema.properties ? objectText(schema, name) : `${name} = ${typeOf(schema, `${name}Value`)}\n`);
    }
    return name;
  }

  /** Required and optional fields are two classes, because Python 3.9 and 3.10 cannot mark a single field. */
  function objectText({ properties, required = [], description }, name) {
    const fields = Object.entries(properties).map(([key, schema]) => ({
      key,
      text: `${comment(schema.description, '    ')}    ${key}: ${typeOf(schema, `${name}${camel(key)}`)}\n`,
      type: isName(key) ? '' : typeOf(schema, `${name}${camel(key)}`),
      isRequired: required.includes(key),
    }));
    const special = fields.filter(({ key }) => !isName(key));
    const [needed, optional] = [true, false].map((isRequired) =>
      fields.filter((field) => isName(field.key) && field.isRequired === isRequired).map(({ text }) => text),
    );
    const parts = [];
    let base = 'TypedDict';
    if (special.length > 0) {
      const entries = special.map(({ key, type }) => `${literal(key)}: "${type.replaceAll('"', "'")}"`).join(', ');
      parts.push(
        `_${name}Special = TypedDict("_${name}Special", {${entries}}, total=${special.every(({ isRequired }) => isRequired) ? 'True' : 'False'})\n`,
      );
      base = `_${name}Special`;
    }
    if (needed.length > 0 && optional.length > 0) {
      parts.push(`class _${name}Required(${base}):\n${needed.join('')}`);
      base = `_${name}Required`;
    }
    const total = optional.length > 0 || needed.length === 0 ? ', total=False' : '';
    const own = optional.length > 0 ? optional : needed;
    const title = comment(description, '    ');
    parts.push(
      `class ${name}(${base}${total}):\n${title}${title && own.length > 0 ? '\n' : ''}${own.length > 0 ? own.join('') : '    pass\n'}`,
    );
    return parts.join('\n\n');
  }

  const contentOf = (part) => part?.content?.['application/json']?.schema;
  for (const [address, methods] of Object.entries(paths).filter(([address]) => USED.test(address))) {
    for (const [method, operation] of Object.entries(methods)) {
      const subject = camel(address.replaceAll(/\{\w+\}/g, ''));
      const name = `${method === 'get' ? '' : camel(method)}${subject}`;
      const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      if (query.length > 0) {
        const properties = Object.fromEntries(query.map(({ name: key, schema, description }) => [key, { ...schema, description }]));
        objectType({ properties, required: query.filter(({ required }) => required).map(({ name: key }) => key) }, `${name}Query`);
      }
      const body = contentOf(operation.requestBody);
      if (body) typeOf(body, `${name}Body`);
      if (body?.maxItems) limits.push(`    ${literal(`${method.toUpperCase()} ${address}`)}: ${body.maxItems},\n`);
      const answer = contentOf(operation.responses['200']);
      if (answer) typeOf({ ...answer, description: undefined }, `${name}Answer`);
    }
  }
  referred('Error');
  if (components.schemas.TrackingMessage) referred('TrackingMessage');

  const arrays = Object.entries(components.schemas.SERP.properties.data.properties)
    .filter(([name, schema]) => schema.type === 'array' && name !== 'raw')
    .map(([name]) => `    ${literal(name)},\n`);
  return [
    '"""Types of the API, generated by `npm run python` from docs/openapi.json. Do not edit."""\n\n',
    'from __future__ import annotations\n\n',
    'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n\n\n',
    [...definitions.values()].join('\n\n'),
    '\n\n# Maximum number of entries in a list.\nITEMS_MAX: Dict[str, int] = {\n',
    limits.join(''),
    '}\n\n# The arrays of `data` of a SERP.\nSERP_ARRAYS = (\n',
    arrays.join(''),
    ')\n',
  ].join('');
}

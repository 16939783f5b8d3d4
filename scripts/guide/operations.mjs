// Renders operations of docs/openapi.json: parameters, body and responses; and one table per object.
import { escapeHtml } from './highlight.mjs';
import { tableHtml } from './markdown.mjs';

const DEPTH_MAX = 4;
const HEADING = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/;

const code = (text) => `<code>${escapeHtml(String(text))}</code>`;
const words = (text = '') => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
const refOf = (schema) => schema?.$ref?.split('/').at(-1);
const link = (name) => `<a href="@guide/fields#${name.toLowerCase()}">${escapeHtml(name)}</a>`;

function typeOf(schema) {
  const name = refOf(schema);
  if (name) return link(name);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  return escapeHtml(schema.format ?? schema.type ?? (typeof schema.enum?.[0] || 'anything'));
}

/** Returns description, allowed values, default and limits of one field, as short sentences. */
function notesOf(schema) {
  const choice = schema.enum ?? schema.items?.enum;
  const told = [words(schema.description)];
  if (choice)
    told.push(
      `One of ${choice
        .filter((value) => value !== null)
        .map(code)
        .join(' ')}.`,
    );
  if (schema.default !== undefined) told.push(`Default ${code(JSON.stringify(schema.default))}.`);
  if (schema.minimum !== undefined && schema.maximum !== undefined) told.push(`${schema.minimum} to ${schema.maximum}.`);
  else if (schema.minimum !== undefined) told.push(`At least ${schema.minimum}.`);
  if (schema.maxItems !== undefined) told.push(`At most ${schema.maxItems.toLocaleString('en')} entries.`);
  if (schema.maxLength !== undefined) told.push(`At most ${schema.maxLength.toLocaleString('en')} characters.`);
  return told.filter(Boolean).join(' ');
}

/** Rows for the fields of an object. Nested fields have dots in their names. */
function rowsOf({ properties = {}, required = [] }, before = '', depth = 1) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.type === 'array' ? schema.items : schema;
    const label = `${before}${name}`;
    const isObject = inner?.type === 'object' && inner.properties;
    const kind = isObject ? (schema.type === 'array' ? 'array of objects' : 'object') : typeOf(schema);
    const row = `<tr><td>${code(label)}${required.includes(name) ? ' <b title="required">*</b>' : ''}</td><td>${kind}</td><td>${notesOf(schema)}</td></tr>`;
    const deeper = isObject && depth < DEPTH_MAX ? rowsOf(inner, `${label}${schema.type === 'array' ? '[]' : ''}.`, depth + 1) : [];
    return [row, ...deeper];
  });
}

const fieldTable = (schema, heading) =>
  tableHtml('<th>Field</th><th>Type</th><th>Notes</th>', rowsOf(schema).join('\n'), `Fields of ${heading}`);
const folded = (title, html) => `<details class="fold"><summary>${title}</summary>\n${html}</details>\n`;
const schemaOf = (part) => part?.content?.['application/json']?.schema;

/** Returns the generated end of a section whose heading is an operation. Empty for every other heading. */
export function operationHtml(heading, { paths, components }) {
  const [, method, address] = HEADING.exec(heading) ?? [];
  const operation = method && paths[address]?.[method.toLowerCase()];
  if (!operation) return '';
  let html = '';
  if (operation.parameters?.length) {
    const rows = operation.parameters.map(
      ({ name, in: place, required, schema, description }) =>
        `<tr><td>${code(name)}${required ? ' <b title="required">*</b>' : ''}</td><td>${escapeHtml(place)}</td><td>${typeOf(schema)}</td><td>${notesOf({ ...schema, description: description ?? schema.description })}</td></tr>`,
    );
    html += folded(
      'Parameters',
      tableHtml('<th>Name</th><th>In</th><th>Type</th><th>Notes</th>', rows.join('\n'), `Parameters of ${heading}`),
    );
  }
  const body = schemaOf(operation.requestBody);
  if (body) {
    const name = refOf(body) ?? refOf(body.items);
    const schema = name ? components.schemas[name] : body;
    const title = name ? `Fields of the body: ${body.items ? 'an array of ' : ''}${name}` : 'Fields of the body';
    html += schema.properties ? folded(title, fieldTable(schema, heading)) : `<p>The body is ${typeOf(body)}.</p>\n`;
  }
  const answers = Object.entries(operation.responses).map(([status, stated]) => {
    const answer = stated.$ref ? components.responses[stated.$ref.split('/').at(-1)] : stated;
    const schema = schemaOf(answer);
    return `<tr><td>${code(status)}</td><td>${words(answer.description)}</td><td>${schema ? typeOf(schema) : ''}</td></tr>`;
  });
  html += folded('Responses', tableHtml('<th>Status</th><th>When</th><th>Body</th>', answers.join('\n'), `Responses of ${heading}`));
  const inline = schemaOf(operation.responses['200']);
  if (inline?.properties) html += folded('Fields of the response', fieldTable(inline, `the response of ${heading}`));
  return html;
}

/** Returns the table of one named object of the contract. */
export const objectHtml = (name, { components }) => (components.schemas[name] ? fieldTable(components.schemas[name], name) : '');

/** Returns `GET /serp/{id}` and so on, for every operation of the document. */
export const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([address, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`));

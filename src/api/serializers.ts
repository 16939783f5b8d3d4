// Serializers of response bodies. Each is compiled once per process, with only the schemas that it refers to.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;
type Serializer = ReturnType<ReturnType<Factory>>;
type Schemas = Readonly<Record<string, unknown>>;

const build = SerializerSelector();
const compiled = new Map<string, Serializer>();

/**
 * A replacement of Fastify's own factory. That one passes all schemas of the API to each of several hundred responses,
 * and the compiler checks them all again each time, which takes most of the start.
 */
export const buildSerializer: Factory = (schemas, options) => (route) => {
  const used = referredBy(route.schema, schemas as Schemas);
  const key = JSON.stringify([route.schema, used]);
  const known = compiled.get(key);
  if (known) return known;
  const serializer = build(used, options)(route);
  compiled.set(key, serializer);
  return serializer;
};

/** The schemas that this one refers to, directly or through others. */
function referredBy(schema: unknown, schemas: Schemas, found: Record<string, unknown> = {}): Schemas {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [name, value] of Object.entries(schema)) {
    if (name !== '$ref' || typeof value !== 'string') {
      referredBy(value, schemas, found);
      continue;
    }
    const id = value.split('#')[0]!;
    if (!(id in schemas) || id in found) continue;
    found[id] = schemas[id];
    referredBy(schemas[id], schemas, found);
  }
  return found;
}

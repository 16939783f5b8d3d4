// The parts of an OpenAPI schema that the dashboard uses. The schemas of the service are loaded once.
import { useEffect, useState } from 'preact/hooks';
import { asProblem, call, type Problem } from '../api.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly (string | number | null)[];
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}
export type Schemas = Readonly<Record<string, Schema>>;

let loading: Promise<Schemas> | undefined;

export function useSchemas(): { schemas: Schemas | null; problem: Problem | null } {
  const [state, setState] = useState<{ schemas: Schemas | null; problem: Problem | null }>({ schemas: null, problem: null });
  useEffect(() => {
    loading ??= call<{ components: { schemas: Schemas } }>('/openapi.json').then(({ components }) => components.schemas);
    loading.then(
      (schemas) => setState({ schemas, problem: null }),
      (error) => {
        loading = undefined;
        setState({ schemas: null, problem: asProblem(error) });
      },
    );
  }, []);
  return state;
}

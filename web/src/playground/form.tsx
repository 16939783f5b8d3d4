// The request as a form made from its schema, or as the JSON that is sent.
import { useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { RegionPicker, type RegionValue } from '../region/picker.tsx';
import type { Wrongs } from '../schema/check.ts';
import { Control } from '../schema/control.tsx';
import type { Schema } from '../schema/schema.ts';
import type { Product, Request } from './products.ts';

export interface FormProps {
  readonly product: Product;
  readonly schema: Schema;
  readonly request: Request;
  readonly wrongs: Wrongs;
  readonly onRequest: (request: Request) => void;
}

/** Offered elsewhere on the page, or only there for older programs. */
const isHidden = (name: string, schema: Schema): boolean =>
  name === 'regionSearch' || name === 'dryRun' || (schema.description?.startsWith('Older variant') ?? false);

export function RequestForm(props: FormProps) {
  const { product, schema, request, wrongs, onRequest } = props;
  const all = Object.entries(schema.properties ?? {}).filter(([name, field]) => !isHidden(name, field));
  const isFirst = (name: string) => product.first.includes(name);
  const first = all.filter(([name]) => isFirst(name)).sort(([a], [b]) => product.first.indexOf(a) - product.first.indexOf(b));
  const rest = all.filter(([name]) => !isFirst(name));
  const set = (fields: Request) =>
    onRequest(Object.fromEntries(Object.entries({ ...request, ...fields }).filter(([, value]) => value !== undefined)));
  const control = ([name, field]: [string, Schema]) =>
    name === 'region' ? (
      <RegionPicker
        key={name}
        value={request as unknown as RegionValue}
        onValue={({ region, regionSearch }) => set({ region, regionSearch })}
      />
    ) : (
      <Control
        key={`${product.type}-${name}`}
        name={name}
        schema={field}
        value={request[name]}
        required={schema.required?.includes(name) ?? false}
        wrong={wrongs[name]}
        onValue={(value) => set({ [name]: value })}
      />
    );
  const used = rest.filter(([name]) => request[name] !== undefined).length;
  return (
    <div class="compose">
      <div class="fields">{first.map(control)}</div>
      {rest.length > 0 && (
        <details open={used > 0}>
          <summary>
            More options{' '}
            <span class="muted tiny">
              {rest.length} fields{used > 0 ? `, ${used} set` : ''}
            </span>
          </summary>
          <div class="fields">{rest.map(control)}</div>
        </details>
      )}
    </div>
  );
}

export function RequestJson({ request, wrongs, onRequest }: FormProps) {
  const [text, setText] = useState(() => JSON.stringify(request, null, 2));
  const [wrong, setWrong] = useState('');
  const take = (typed: string) => {
    setText(typed);
    try {
      const value: unknown = JSON.parse(typed);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('It must be an object.');
      setWrong('');
      onRequest(value as Request);
    } catch (error) {
      setWrong((error as Error).message);
    }
  };
  const named = Object.entries(wrongs).map(([name, words]) => `${name}: ${words}`);
  return (
    <Field label="Request body" wrong={wrong || named.join(' ') || undefined} help="Sent as it stands here.">
      {(control) => (
        <textarea
          {...control}
          class="fixed"
          rows={16}
          spellcheck={false}
          value={text}
          onInput={(event) => take(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

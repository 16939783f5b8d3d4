// The request editor: a form generated from the schema, or JSON.
import { useState } from 'preact/hooks';
import { counted } from '../format.ts';
import { Field } from '../parts/field.tsx';
import { RegionPicker, type RegionValue } from '../region/picker.tsx';
import { Control } from '../schema/control.tsx';
import type { Schema } from '../schema/schema.ts';
import type { FieldErrors } from '../schema/validate.ts';
import type { Product, Request } from './products.ts';

export interface FormProps {
  readonly product: Product;
  readonly schema: Schema;
  readonly request: Request;
  readonly errors: FieldErrors;
  readonly onRequest: (request: Request) => void;
}

/** Fields that have their own control, or that exist only for older clients. */
const isHidden = (name: string, schema: Schema): boolean =>
  name === 'regionSearch' || name === 'dryRun' || (schema.description?.startsWith('Older variant') ?? false);

export function RequestForm(props: FormProps) {
  const { product, schema, request, errors, onRequest } = props;
  const all = Object.entries(schema.properties ?? {}).filter(([name, field]) => !isHidden(name, field));
  const { mainFields } = product;
  const main = all.filter(([name]) => mainFields.includes(name)).sort(([a], [b]) => mainFields.indexOf(a) - mainFields.indexOf(b));
  const more = all.filter(([name]) => !mainFields.includes(name));
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
        error={errors[name]}
        onValue={(value) => set({ [name]: value })}
      />
    );
  const used = more.filter(([name]) => request[name] !== undefined).length;
  return (
    <div class="compose">
      <div class="fields">{main.map(control)}</div>
      {more.length > 0 && (
        <details open={used > 0}>
          <summary>
            More options{' '}
            <span class="muted tiny">
              {counted(more.length, 'field')}
              {used > 0 ? `, ${used} set` : ''}
            </span>
          </summary>
          <div class="fields">{more.map(control)}</div>
        </details>
      )}
    </div>
  );
}

export function RequestJson({ request, errors, onRequest }: FormProps) {
  const [text, setText] = useState(() => JSON.stringify(request, null, 2));
  const [syntaxError, setSyntaxError] = useState('');
  const change = (typed: string) => {
    setText(typed);
    try {
      const value: unknown = JSON.parse(typed);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('The request must be a JSON object.');
      setSyntaxError('');
      onRequest(value as Request);
    } catch (error) {
      setSyntaxError((error as Error).message);
    }
  };
  const fieldErrors = Object.entries(errors).map(([name, error]) => `${name}: ${error}`);
  return (
    <Field label="Request body" error={syntaxError || fieldErrors.join(' ') || undefined} help="Sent exactly as written here.">
      {(control) => (
        <textarea
          {...control}
          class="fixed"
          rows={16}
          spellcheck={false}
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

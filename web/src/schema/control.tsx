// Form control for one request field, chosen by its schema.
import { useState } from 'preact/hooks';
import { fieldLabelOf, labelOf } from '../labels.ts';
import { CheckField, Field, SelectField, TextField } from '../parts/field.tsx';
import type { Schema } from './schema.ts';

export interface ControlProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly required: boolean;
  readonly error: string | undefined;
  /** Undefined removes the field from the request. */
  readonly onValue: (value: unknown) => void;
}

const MULTILINE = new Set(['prompt']);
const isTextList = ({ type, items }: Schema): boolean => type === 'array' && items?.type === 'string' && !items.enum;
const isPairList = ({ type, items }: Schema): boolean => type === 'array' && items?.properties?.name !== undefined;
const helpText = (schema: Schema): string | undefined => schema.description?.replaceAll('`', '');
const defaultOption = ({ default: value }: Schema): string => (value === undefined ? 'Not set' : `Default: ${labelOf(String(value))}`);
const labels = (name: string, required: boolean) => ({ label: required ? `${fieldLabelOf(name)} *` : fieldLabelOf(name), hint: name });

export function Control(props: ControlProps) {
  const { name, schema, value, required, error, onValue } = props;
  const shared = { ...labels(name, required), help: helpText(schema), error };
  if (schema.enum) {
    const options = schema.enum.filter((one) => one !== null).map(String);
    const read = (text: string) => (text === '' ? undefined : schema.type === 'integer' ? Number(text) : text);
    return (
      <SelectField
        {...shared}
        value={value === undefined ? '' : String(value)}
        options={[['', defaultOption(schema)] as const, ...options.map((option) => [option, labelOf(option)] as const)]}
        onText={(text) => onValue(read(text))}
      />
    );
  }
  if (schema.type === 'boolean') return <CheckField {...shared} value={value === true} onValue={(on) => onValue(on ? true : undefined)} />;
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <TextField
        {...shared}
        type="number"
        value={value === undefined ? '' : String(value)}
        onText={(text) => onValue(text === '' ? undefined : Number(text))}
      />
    );
  if (isTextList(schema)) return <Lines {...props} read={(line) => line} write={String} placeholder="One per line" />;
  if (isPairList(schema)) return <Lines {...props} read={pairOf} write={writePair} placeholder="name=value, one per line" />;
  if (schema.type === 'object' && schema.properties) return <Group {...props} />;
  if (MULTILINE.has(name)) return <LongText {...props} />;
  return (
    <TextField
      {...shared}
      value={value === undefined ? '' : String(value)}
      placeholder={schema.example === undefined ? '' : String(schema.example)}
      onText={(text) => onValue(text === '' ? undefined : text)}
    />
  );
}

const pairOf = (line: string) => {
  const [name = '', value] = line.split(/=(.*)/s);
  return { name, value: value ?? null };
};
const writePair = (pair: unknown): string => {
  const { name, value } = pair as { name: string; value: string | null };
  return value === null ? name : `${name}=${value}`;
};

/** A list, edited as lines. The text is stored as typed, so that a new line can be empty. */
function Lines(
  props: ControlProps & {
    readonly read: (line: string) => unknown;
    readonly write: (value: unknown) => string;
    readonly placeholder: string;
  },
) {
  const { name, schema, value, required, error, onValue, read, write, placeholder } = props;
  const written = Array.isArray(value) ? value.map(write).join('\n') : '';
  const [text, setText] = useState(written);
  const lines = (all: string) => all.split('\n').filter((line) => line.trim() !== '');
  const shown = lines(text).join('\n') === written ? text : written;
  const change = (typed: string) => {
    setText(typed);
    onValue(lines(typed).length === 0 ? undefined : lines(typed).map(read));
  };
  return (
    <Field {...labels(name, required)} help={helpText(schema)} error={error} wide>
      {(control) => (
        <textarea
          {...control}
          rows={name === 'keywords' ? 4 : 2}
          placeholder={placeholder}
          spellcheck={false}
          value={shown}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function LongText({ name, schema, value, required, error, onValue }: ControlProps) {
  return (
    <Field {...labels(name, required)} help={helpText(schema)} error={error} wide>
      {(control) => (
        <textarea
          {...control}
          rows={5}
          placeholder={String(schema.example ?? '')}
          value={value === undefined ? '' : String(value)}
          onInput={(event) => onValue(event.currentTarget.value || undefined)}
        />
      )}
    </Field>
  );
}

/** A nested object of the request, with its fields in a frame. */
function Group({ name, schema, value, error, onValue }: ControlProps) {
  const current = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const set = (field: string, one: unknown) => {
    const next: Record<string, unknown> = { ...current, [field]: one };
    if (one === undefined) delete next[field];
    onValue(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset class="group wide">
      <legend>
        {fieldLabelOf(name)} <code class="hint">{name}</code>
      </legend>
      {schema.description && <p class="tiny muted">{helpText(schema)}</p>}
      {error && <p class="error">{error}</p>}
      <div class="fields">
        {Object.entries(schema.properties ?? {}).map(([field, one]) => (
          <Control
            key={field}
            name={field}
            schema={one}
            value={current[field]}
            required={schema.required?.includes(field) ?? false}
            error={undefined}
            onValue={(next) => set(field, next)}
          />
        ))}
      </div>
    </fieldset>
  );
}

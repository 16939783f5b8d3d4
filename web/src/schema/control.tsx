// One field of a request as the control that fits its schema.
import { useState } from 'preact/hooks';
import { CheckField, Field, SelectField, TextField } from '../parts/field.tsx';
import type { Schema } from './schema.ts';

export interface ControlProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly required: boolean;
  readonly wrong: string | undefined;
  /** Undefined takes the field out of the request. */
  readonly onValue: (value: unknown) => void;
}

const LONG = new Set(['prompt']);
const isTextList = ({ type, items }: Schema): boolean => type === 'array' && items?.type === 'string' && !items.enum;
const isPairList = ({ type, items }: Schema): boolean => type === 'array' && items?.properties?.name !== undefined;
const plainHelp = (schema: Schema): string | undefined => schema.description?.replaceAll('`', '');
const standard = ({ default: value }: Schema): string => (value === undefined ? 'not set' : `default: ${String(value)}`);

export function Control(props: ControlProps) {
  const { name, schema, value, required, wrong, onValue } = props;
  const shared = { label: required ? `${name} *` : name, help: plainHelp(schema), wrong };
  if (schema.enum) {
    const options = schema.enum.filter((one) => one !== null).map(String);
    const read = (text: string) => (text === '' ? undefined : schema.type === 'integer' ? Number(text) : text);
    return (
      <SelectField
        {...shared}
        value={value === undefined ? '' : String(value)}
        options={[['', standard(schema)] as const, ...options]}
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
  if (isTextList(schema)) return <Lines {...props} read={(line) => line} write={String} placeholder="one per line" />;
  if (isPairList(schema)) return <Lines {...props} read={pairOf} write={writePair} placeholder="name=value, one per line" />;
  if (schema.type === 'object' && schema.properties) return <Group {...props} />;
  if (LONG.has(name)) return <LongText {...props} />;
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

/** A list as lines. What is typed is kept as it is, so that a line can be empty while the next one is begun. */
function Lines(
  props: ControlProps & {
    readonly read: (line: string) => unknown;
    readonly write: (value: unknown) => string;
    readonly placeholder: string;
  },
) {
  const { name, schema, value, required, wrong, onValue, read, write, placeholder } = props;
  const written = Array.isArray(value) ? value.map(write).join('\n') : '';
  const [text, setText] = useState(written);
  const lines = (all: string) => all.split('\n').filter((line) => line.trim() !== '');
  const shown = lines(text).join('\n') === written ? text : written;
  const take = (typed: string) => {
    setText(typed);
    onValue(lines(typed).length === 0 ? undefined : lines(typed).map(read));
  };
  return (
    <Field label={required ? `${name} *` : name} help={plainHelp(schema)} wrong={wrong} wide>
      {(control) => (
        <textarea
          {...control}
          rows={name === 'keywords' ? 4 : 2}
          placeholder={placeholder}
          spellcheck={false}
          value={shown}
          onInput={(event) => take(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

function LongText({ name, schema, value, required, wrong, onValue }: ControlProps) {
  return (
    <Field label={required ? `${name} *` : name} help={plainHelp(schema)} wrong={wrong} wide>
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

/** An object inside the request: its fields in a frame of their own. */
function Group({ name, schema, value, wrong, onValue }: ControlProps) {
  const current = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const set = (field: string, one: unknown) => {
    const next: Record<string, unknown> = { ...current, [field]: one };
    if (one === undefined) delete next[field];
    onValue(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset class="group wide">
      <legend>{name}</legend>
      {schema.description && <p class="tiny muted">{plainHelp(schema)}</p>}
      {wrong && <p class="wrong">{wrong}</p>}
      <div class="fields">
        {Object.entries(schema.properties ?? {}).map(([field, one]) => (
          <Control
            key={field}
            name={field}
            schema={one}
            value={current[field]}
            required={schema.required?.includes(field) ?? false}
            wrong={undefined}
            onValue={(next) => set(field, next)}
          />
        ))}
      </div>
    </fieldset>
  );
}

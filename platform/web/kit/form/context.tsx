import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';
import type { z } from 'zod';

/** What a control needs of the form around it; controls also work without one, with value and onChange of their own. */
export interface FormBinding {
  schema: z.ZodType;
  disabled: boolean;
  requiredOf: (path: string) => boolean;
  get: (path: string) => unknown;
  set: (path: string, value: unknown) => void;
  /** checks one field, after the first blur */
  check: (path: string) => void;
  error: (path: string) => ReactNode;
  /** how often sending was refused: what hides its faults, such as tabs, then shows them */
  attempt: number;
}

export const FormContext = createContext<FormBinding | null>(null);

export interface FieldProps<T> {
  /** dotted path in the form's values */
  name?: string | undefined;
  label?: ReactNode | undefined;
  'aria-label'?: string | undefined;
  description?: ReactNode | undefined;
  placeholder?: string | undefined;
  /** read from the form's schema when left out */
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  error?: ReactNode | undefined;
  value?: T | undefined;
  onChange?: ((value: T) => void) | undefined;
  onBlur?: (() => void) | undefined;
  /** takes the whole row of a two-column section */
  wide?: boolean | undefined;
}

export interface Field<T> {
  value: T;
  onChange: (value: T) => void;
  onBlur: () => void;
  required: boolean;
  disabled: boolean;
  error: ReactNode;
  schema: z.ZodType | undefined;
  /** spread on a Mantine input: label, description, error, required, disabled, address for focus */
  // biome-ignore lint/suspicious/noExplicitAny: the inputs' own types differ in what they call these
  input: Record<string, any>;
}

export const useFormBinding = (): FormBinding | null => useContext(FormContext);

/** Joins a control with the form by its name, or with its own props. `empty` stands for a value that is not there. */
export function useField<T>(props: FieldProps<T>, empty: T): Field<T> {
  const form = useContext(FormContext);
  const { name } = props;
  const bound = form && name !== undefined ? form : null;
  const stored = bound && props.value === undefined ? (bound.get(name as string) as T | null | undefined) : props.value;
  const required = props.required ?? (bound ? bound.requiredOf(name as string) : false);
  const disabled = (props.disabled ?? false) || (bound?.disabled ?? false);
  const error = props.error ?? (bound ? bound.error(name as string) : undefined);
  const onChange = (value: T) => {
    if (bound) bound.set(name as string, value);
    props.onChange?.(value);
  };
  const onBlur = () => {
    if (bound) bound.check(name as string);
    props.onBlur?.();
  };
  const input: Record<string, unknown> = { required, disabled, onBlur, 'data-path': name };
  for (const key of ['label', 'description', 'placeholder', 'aria-label'] as const)
    if (props[key] !== undefined) input[key] = props[key];
  if (error) input.error = error;
  if (props.wide) input.style = { gridColumn: '1 / -1' };
  return { value: stored ?? empty, onChange, onBlur, required, disabled, error, schema: bound?.schema, input };
}

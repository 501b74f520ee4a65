import { useState } from 'react';
import type { Field } from '../form/context.tsx';

export interface Reading<T> {
  /** a value as it stands in the box; what could not be read stands there as it was typed */
  show: (value: T) => string;
  /** the value of a text; of a text that cannot be read, one that no schema takes */
  read: (text: string) => T;
}

/**
 * A box in which one may type what is no value: the text stays until it is mended, as whoever typed it must see it and
 * nothing may be sent without it. A readable text is shown in the usual way as soon as the box is left.
 */
export function useTyped<T>({ value, onChange, onBlur }: Field<T>, { show, read }: Reading<T>) {
  const [typed, setTyped] = useState<{ text: string; value: T } | null>(null);
  const [inside, setInside] = useState(false);
  const own = typed !== null && Object.is(typed.value, value) ? typed : null;
  return {
    text: own ? own.text : show(value),
    /** Half a date is no mistake while it is being typed. */
    inside,
    type: (text: string) => {
      const next = read(text);
      setTyped({ text, value: next });
      if (!Object.is(next, value)) onChange(next);
    },
    onFocus: () => setInside(true),
    onBlur: () => {
      setInside(false);
      if (!Number.isNaN(own?.value)) setTyped(null);
      onBlur();
    },
  };
}

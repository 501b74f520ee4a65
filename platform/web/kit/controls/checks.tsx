import { Checkbox, Switch } from '@mantine/core';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';

/** Mantine sets no asterisk on boxes; the label says it itself, hidden from readers, who hear `required`. */
function useBox(props: FieldProps<boolean>) {
  const { value, onChange, input, required } = useField<boolean>(props, false);
  const label = required ? (
    <>
      {props.label}{' '}
      <span aria-hidden style={{ color: 'var(--mantine-color-error)' }}>
        *
      </span>
    </>
  ) : (
    props.label
  );
  const { placeholder: _, ...rest } = input;
  return {
    ...rest,
    label,
    checked: value,
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked),
  };
}

export function CheckboxField(props: FieldProps<boolean>) {
  return <Checkbox {...useBox(props)} />;
}

export function SwitchField(props: FieldProps<boolean>) {
  return <Switch {...useBox(props)} />;
}

import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';

// The editor weighs more than all other controls together; pages without one never load it.
const Editor = lazy(() => import('./rich-text-editor.tsx'));

export interface RichTextProps extends FieldProps<string> {
  /** sends an image and answers its lasting address; without it the image button is not shown */
  upload?: ((file: File) => Promise<string>) | undefined;
}

/** Formatted text. Value: sanitised HTML, '' when nothing is written. */
export function RichText({ upload, ...props }: RichTextProps) {
  const id = useId();
  const { value, onChange, onBlur, input, disabled, required, error } = useField<string>(props, '');
  return (
    <Input.Wrapper
      labelElement="div"
      labelProps={{ id }}
      label={input.label}
      description={input.description}
      error={error}
      required={required}
      data-path={props.name}
      style={input.style}
    >
      <Suspense fallback={<Skeleton h={180} mt={4} />}>
        <Editor value={value} onChange={onChange} onBlur={onBlur} disabled={disabled} labelledBy={id} upload={upload} />
      </Suspense>
    </Input.Wrapper>
  );
}

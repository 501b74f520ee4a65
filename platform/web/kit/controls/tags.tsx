import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField } from '../form/context.tsx';

/** Words of one's own: Enter or Tab adds. */
export function TagsField({
  suggestions = [],
  maxTags,
  ...props
}: FieldProps<string[]> & { suggestions?: string[] | undefined; maxTags?: number | undefined }) {
  const intl = useIntl();
  const { value, onChange, input } = useField<string[]>(props, []);
  const [typed, setTyped] = useState('');
  return (
    <TagsInput
      data={suggestions}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      {...(maxTags === undefined ? {} : { maxTags })}
      placeholder={intl.formatMessage({ id: 'kit.tags.hint' })}
      clearable
      clearButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.clear' }) }}
      onKeyDown={(event) => {
        const tag = typed.trim();
        // With nothing typed Tab goes on to the next control, as everywhere.
        if (event.key !== 'Tab' || event.shiftKey || tag === '') return;
        event.preventDefault();
        if (
          !value.some((other) => other.toLowerCase() === tag.toLowerCase()) &&
          (maxTags === undefined || value.length < maxTags)
        )
          onChange([...value, tag]);
        setTyped('');
      }}
      {...input}
    />
  );
}

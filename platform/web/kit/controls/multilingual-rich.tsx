import { Stack } from '@mantine/core';
import type { FieldProps } from '../form/context.tsx';
import { LanguageTabs, type Multilingual, useMultilingual } from './multilingual.tsx';
import { RichText, type RichTextProps } from './rich-text.tsx';

/** Formatted text in three languages. Value: `{uz, ru, en}` of sanitised HTML. */
export function MultilingualRichText({ upload, ...props }: FieldProps<Multilingual> & Pick<RichTextProps, 'upload'>) {
  const { value, input, error, disabled, required, onBlur, onText, tabs } = useMultilingual(props);
  return (
    <Stack gap={4} data-path={props.name} style={input.style}>
      <RichText
        // Another language is another text with its own steps to take back.
        key={tabs.language}
        label={props.label}
        description={props.description}
        value={value[tabs.language]}
        onChange={onText}
        onBlur={onBlur}
        disabled={disabled}
        required={required}
        error={error}
        upload={upload}
      />
      <LanguageTabs {...tabs} />
    </Stack>
  );
}

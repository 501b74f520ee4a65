import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FieldProps } from '../form/context.tsx';
import { useField, useFormBinding } from '../form/context.tsx';

export interface Multilingual {
  uz: string;
  ru: string;
  en: string;
}
const languages = ['uz', 'ru', 'en'] as const;
const none: Multilingual = { uz: '', ru: '', en: '' };

/** One text in three languages: tabs with a mark where something is missing. Value: `{uz, ru, en}`. */
export function MultilingualField({
  multiline = false,
  maxLength = 300,
  ...props
}: FieldProps<Multilingual> & { multiline?: boolean | undefined; maxLength?: number | undefined }) {
  const intl = useIntl();
  const id = useId();
  const form = useFormBinding();
  const { value: stored, onChange, onBlur, input, disabled, required } = useField<Multilingual>(props, none);
  const value = { ...none, ...stored };
  const [language, setLanguage] = useState<(typeof languages)[number]>('uz');
  const errorIn = (key: string): ReactNode =>
    form && props.name !== undefined ? form.error(`${props.name}.${key}`) : undefined;
  const faulty = languages.find((key) => errorIn(key));
  const error =
    props.error ??
    errorIn(language) ??
    (faulty ? (
      <FormattedMessage
        id="kit.multilingual.other"
        values={{ language: faulty.toUpperCase(), error: errorIn(faulty) }}
      />
    ) : undefined) ??
    input.error;
  const Box = multiline ? Textarea : TextInput;
  return (
    <Input.Wrapper
      id={id}
      label={input.label}
      description={input.description}
      error={error}
      required={required}
      data-path={props.name}
      style={input.style}
    >
      <Box
        id={id}
        aria-label={typeof props.label === 'string' ? `${props.label} (${language})` : undefined}
        lang={language}
        value={value[language]}
        maxLength={maxLength}
        disabled={disabled}
        error={Boolean(error)}
        onBlur={onBlur}
        onChange={(event: { currentTarget: { value: string } }) =>
          onChange({ ...value, [language]: event.currentTarget.value })
        }
        {...(multiline ? { autosize: true, minRows: 3 } : { rightSectionWidth: 132, rightSection: undefined })}
        {...(input.placeholder === undefined ? {} : { placeholder: input.placeholder })}
      />
      <SegmentedControl
        size="xs"
        mt={4}
        aria-label={intl.formatMessage({ id: 'kit.multilingual.language' })}
        value={language}
        onChange={(next) => setLanguage(next as 'uz')}
        data={languages.map((key) => ({
          value: key,
          label: (
            <span
              title={intl.formatMessage({ id: value[key] ? 'kit.multilingual.filled' : 'kit.multilingual.missing' })}
            >
              {key.toUpperCase()}
              <span
                aria-hidden
                style={{ color: errorIn(key) ? 'var(--mantine-color-error)' : 'var(--mantine-color-dimmed)' }}
              >
                {value[key] ? ' ✓' : ' ·'}
              </span>
            </span>
          ),
        }))}
      />
    </Input.Wrapper>
  );
}

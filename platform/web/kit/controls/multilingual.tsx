import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
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

type Language = (typeof languages)[number];

interface LanguageTabsProps {
  language: Language;
  onLanguage: (language: Language) => void;
  value: Multilingual;
  errorIn: (language: Language) => ReactNode;
}

/** Chooses the language that is written in; a mark says which are filled. */
export function LanguageTabs({ language, onLanguage, value, errorIn }: LanguageTabsProps) {
  const intl = useIntl();
  return (
    <SegmentedControl
      size="xs"
      mt={4}
      w="fit-content"
      aria-label={intl.formatMessage({ id: 'kit.multilingual.language' })}
      value={language}
      onChange={(next) => onLanguage(next as Language)}
      data={languages.map((key) => {
        const Mark = value[key] ? IconCheck : IconCircleDashed;
        const color = errorIn(key) ? 'var(--mantine-color-error)' : 'var(--mantine-color-dimmed)';
        return {
          value: key,
          label: (
            <span
              title={intl.formatMessage({ id: value[key] ? 'kit.multilingual.filled' : 'kit.multilingual.missing' })}
            >
              {key.toUpperCase()}
              <Mark size={12} aria-hidden style={{ marginLeft: 4, verticalAlign: -1, color }} />
            </span>
          ),
        };
      })}
    />
  );
}

/** What form and state of a text in three languages have in common. */
export function useMultilingual(props: FieldProps<Multilingual>) {
  const form = useFormBinding();
  const field = useField<Multilingual>(props, none);
  const value = { ...none, ...field.value };
  const [language, setLanguage] = useState<Language>('uz');
  const errorIn = (key: Language): ReactNode =>
    form && props.name !== undefined ? form.error(`${props.name}.${key}`) : undefined;
  const faulty = languages.find((key) => errorIn(key));
  const elsewhere = faulty && (
    <FormattedMessage id="kit.multilingual.other" values={{ language: faulty.toUpperCase(), error: errorIn(faulty) }} />
  );
  // A form that cannot be sent shows the language that is at fault.
  const attempt = form?.attempt ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when sending was refused, not while one types
  useEffect(() => {
    if (attempt > 0 && faulty && !errorIn(language)) setLanguage(faulty);
  }, [attempt]);
  const error = props.error ?? errorIn(language) ?? elsewhere ?? field.input.error;
  const onText = (text: string) => field.onChange({ ...value, [language]: text });
  return { ...field, value, error, onText, tabs: { language, onLanguage: setLanguage, value, errorIn } };
}

/** One text in three languages: tabs with a mark where something is missing. Value: `{uz, ru, en}`. */
export function MultilingualField({
  multiline = false,
  maxLength = 300,
  ...props
}: FieldProps<Multilingual> & { multiline?: boolean | undefined; maxLength?: number | undefined }) {
  const id = useId();
  const { value, input, error, disabled, required, onBlur, onText, tabs } = useMultilingual(props);
  const { language } = tabs;
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
        onChange={(event: { currentTarget: { value: string } }) => onText(event.currentTarget.value)}
        {...(multiline ? { autosize: true, minRows: 3 } : { rightSectionWidth: 132, rightSection: undefined })}
        {...(input.placeholder === undefined ? {} : { placeholder: input.placeholder })}
      />
      <LanguageTabs {...tabs} />
    </Input.Wrapper>
  );
}

import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocale } from '#platform/web/index.ts';
import {
  CheckboxField,
  DateField,
  EmailField,
  NumberField,
  PhoneField,
  SelectField,
  TextAreaField,
  TextField,
} from '#platform/web/kit/index.ts';
import type { Answer, FormField } from '../../../form.ts';

type Title = FormField['title'];

/** A multilingual text in the person's language; Uzbek where that is missing. */
function useTitle() {
  const { locale } = useLocale();
  return (title: Title | null | undefined): string => title?.[locale] || title?.uz || '';
}

const mostRadios = 5;

interface Props {
  field: FormField;
  value: Answer | undefined;
  onChange: (value: Answer) => void;
  error?: ReactNode;
}

/** One question of a form with the control for its type. */
export function AnswerField({ field, value, onChange, error }: Props) {
  const title = useTitle();
  const hint = title(field.hint);
  const shared = {
    name: `answers.${field.key}`,
    label: title(field.title),
    required: field.required ?? false,
    error,
    description: hint || undefined,
  };
  const options = (field.options ?? []).map((one) => ({ id: one.value, title: title(one.title) }));
  switch (field.type) {
    case 'TEXTAREA':
      return <TextAreaField {...shared} value={text(value)} onChange={onChange} maxLength={field.max ?? 10_000} />;
    case 'NUMBER':
      return <NumberField {...shared} value={typeof value === 'number' ? value : null} onChange={onChange} />;
    case 'DATE':
      return <DateField {...shared} value={text(value) || null} onChange={onChange} />;
    case 'PHONE':
      return <PhoneField {...shared} value={text(value)} onChange={onChange} />;
    case 'EMAIL':
      return <EmailField {...shared} value={text(value)} onChange={onChange} />;
    case 'SELECT':
      if (options.length > mostRadios)
        return (
          <SelectField {...shared} options={options} value={text(value) || null} onChange={(id) => onChange(id)} />
        );
      return (
        <Radio.Group
          label={shared.label}
          description={shared.description}
          error={error}
          withAsterisk={shared.required}
          value={text(value)}
          onChange={onChange}
          data-path={shared.name}
        >
          <Stack gap={8} mt={6}>
            {options.map((one) => (
              <Radio key={one.id} value={one.id} label={one.title} />
            ))}
          </Stack>
        </Radio.Group>
      );
    case 'MULTISELECT':
      return (
        <Checkbox.Group
          label={shared.label}
          description={shared.description}
          error={error}
          withAsterisk={shared.required}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
          data-path={shared.name}
        >
          <Stack gap={8} mt={6}>
            {options.map((one) => (
              <Checkbox key={one.id} value={one.id} label={one.title} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case 'BOOLEAN':
      return (
        <Group>
          <CheckboxField {...shared} value={value === true} onChange={onChange} />
        </Group>
      );
    default:
      return <TextField {...shared} value={text(value)} onChange={onChange} maxLength={field.max ?? 1000} />;
  }
}

const text = (value: Answer | undefined) => (typeof value === 'string' ? value : '');

import { Checkbox, Group, Input, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { uploadFor } from '#domains/files/web/index.ts';
import { titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import {
  CheckboxField,
  DateField,
  EmailField,
  FileUploader,
  NumberField,
  PhoneField,
  SelectField,
  TextAreaField,
  TextField,
  type UploadedFile,
} from '#platform/web/kit/index.ts';
import type { Answer, FormField } from '../contract.ts';
import { SignaturePad } from './signature.tsx';

type Title = FormField['title'];

/** A multilingual text in the person's language; Uzbek where that is missing. */
export function useTitle() {
  const { locale } = useLocale();
  return (title: Title | null | undefined): string => titleIn(title, locale);
}

const mostRadios = 5;
const megabyte = 1024 * 1024;
export const paperKinds = ['pdf', 'png', 'jpg', 'jpeg', 'doc', 'docx'];
export const photoKinds = ['png', 'jpg', 'jpeg'];

interface Props {
  field: FormField;
  value: Answer | undefined;
  onChange: (value: Answer) => void;
  /** Left: from now on its faults are told. */
  onBlur?: () => void;
  error?: ReactNode;
  /** What was asked to be mended, by who returned it. */
  note?: ReactNode;
  /** Records of files among the answers. */
  files: readonly UploadedFile[];
}

/** One question of a form with the control for its type. */
export function AnswerField({ field, value, onChange, onBlur, error, note, files }: Props) {
  const title = useTitle();
  const hint = title(field.hint);
  const shared = {
    name: `answers.${field.key}`,
    label: title(field.title),
    required: field.required ?? false,
    error,
    ...(onBlur ? { onBlur } : {}),
    description: note || hint || undefined,
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
    case 'RECORD':
      return <SelectField {...shared} options={options} value={text(value) || null} onChange={(id) => onChange(id)} />;
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
    case 'FACT':
    case 'FORMULA':
      return <Written {...shared} value={value} />;
    case 'SIGNATURE':
      return <SignaturePad {...shared} value={typeof value === 'number' ? value : null} onChange={onChange} />;
    case 'FILE':
    case 'PHOTO':
      return <FileAnswer {...shared} photo={field.type === 'PHOTO'} value={value} files={files} onChange={onChange} />;
    default:
      return <TextField {...shared} value={text(value)} onChange={onChange} maxLength={field.max ?? 1000} />;
  }
}

const text = (value: Answer | undefined) => (typeof value === 'string' ? value : '');

/** What the server writes: to read, with where it comes from. */
function Written({
  label,
  description,
  value,
}: {
  label: ReactNode;
  description?: ReactNode;
  value: Answer | undefined;
}) {
  const t = useMessages();
  return (
    <Input.Wrapper label={label} description={description ?? t('questions.written')}>
      <Text mt={4}>{value === null || value === undefined || value === '' ? '—' : String(value)}</Text>
    </Input.Wrapper>
  );
}

function FileAnswer({
  value,
  files,
  onChange,
  ...props
}: Omit<FileProps, 'file' | 'onChange'> & Pick<Props, 'value' | 'files' | 'onChange'>) {
  // Until the answer is saved, only this page knows the file.
  const [fresh, setFresh] = useState<UploadedFile | null>(null);
  return (
    <OneFile
      {...props}
      file={[...files, ...(fresh ? [fresh] : [])].find((file) => file.id === value) ?? null}
      onChange={(file) => {
        setFresh(file);
        onChange(file?.id ?? null);
      }}
      removable
    />
  );
}

interface FileProps {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  required: boolean;
  error?: ReactNode;
  photo: boolean;
  file: UploadedFile | null;
  onChange: (file: UploadedFile | null) => void;
  /** A paper is replaced and never taken out again. */
  removable?: boolean;
}

/** One file; another takes its place. */
export function OneFile({ photo, file, onChange, removable = false, description, ...props }: FileProps) {
  return (
    <FileUploader
      {...props}
      {...(description ? { description } : {})}
      upload={uploadFor(photo ? 'photo' : 'file')}
      extensions={photo ? photoKinds : paperKinds}
      maxSize={10 * megabyte}
      multiple={false}
      value={file ? [file] : []}
      onChange={(files) => {
        const next = files.at(-1) ?? null;
        if (next || removable) onChange(next);
      }}
    />
  );
}

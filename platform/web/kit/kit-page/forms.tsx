import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { z } from 'zod';
import { text as anyText, date, email, money, phone, requiredText, title, version } from '#platform/contract/shapes.ts';
import type { NameIn } from '../../i18n.tsx';
import { CheckboxField } from '../controls/checks.tsx';
import { CodeInput } from '../controls/code-input.tsx';
import { DateField } from '../controls/dates.tsx';
import { Dropzone } from '../controls/dropzone.tsx';
import { NumberStepper } from '../controls/numbers.tsx';
import type { Option, OptionId } from '../controls/options.ts';
import { PhoneField } from '../controls/phone.tsx';
import { SelectField } from '../controls/selects.tsx';
import { TextField } from '../controls/texts.tsx';
import type { Upload } from '../controls/upload.ts';
import { notify } from '../dialogs/notify.tsx';
import { FormDrawer } from '../form/form-drawer.tsx';
import type { FormSectionDefinition } from '../form/record-form.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { Section } from '../show/blocks.tsx';

const say = (name: NameIn<'kit.page'>) => <FormattedMessage id={`kit.page.${name}`} />;

const schema = z.object({
  id: z.int().optional(),
  version: version.optional(),
  name: requiredText(60),
  series: z.string().trim().min(1).length(2),
  latin: anyText(100),
  email: email.optional(),
  password: z.string().min(5, 'password').optional(),
  phone,
  phone_full: phone.optional(),
  mark: z.number().gt(0).lt(100),
  hour: z.number().min(0).max(23).nullable(),
  year: z.int().min(2000).max(2100).optional(),
  amount: money.optional(),
  birthdate: date,
  exam: z.iso.datetime().nullable().optional(),
  language: z.enum(['UZBEK', 'RUSSIAN', 'ENGLISH']),
  only: z.int(),
  group: z.int(),
  groups: z.array(z.int()).optional(),
  labels: z.array(z.union([z.string(), z.int()])).min(1),
  tags: z.array(z.string()).optional(),
  agree: z.literal(true),
  active: z.boolean(),
  code: z
    .string()
    .regex(/^\d{6}$/, 'code')
    .optional(),
  title,
  about: z.string().optional(),
  files: z.array(z.unknown()).optional(),
});

const groups: Option[] = Array.from({ length: 300 }, (_, index) => ({
  id: index + 1,
  title: `BM-${101 + index}`,
  note: `2026/${(index % 4) + 1}`,
}));
const loadGroups = async (search: string, ids?: OptionId[]) => {
  await new Promise((resolve) => setTimeout(resolve, 250));
  return groups
    .filter((group) => (ids ? ids.includes(group.id) : group.title.toLowerCase().includes(search.toLowerCase())))
    .slice(0, 20);
};

let nextFile = 1;
/** Keeps files in the browser: the page shows the control, not the server. */
const keep: Upload = async (files, onProgress) => {
  for (let step = 1; step <= 10; step++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    onProgress?.(step / 10);
  }
  return files.map((file) => {
    const address = URL.createObjectURL(file);
    return {
      id: nextFile++,
      original_name: file.name,
      file_size: file.size,
      original_url: address,
      extension: file.name.split('.').pop() ?? '',
      type: file.type,
      src: address,
    };
  });
};
const keepImage = async (file: File) => URL.createObjectURL(file);

function useSections(): FormSectionDefinition[] {
  const intl = useIntl();
  const [labels, setLabels] = useState<Option[]>(
    ['A', 'B', 'C', 'D', 'E'].map((letter, index) => ({ id: index + 1, title: letter.repeat(3) })),
  );
  return [
    {
      title: say('texts'),
      description: say('textsNote'),
      fields: [
        { control: 'text', name: 'name', label: say('name') },
        { control: 'text', name: 'series', label: say('series'), uppercase: true, maxLength: 2 },
        { control: 'text', name: 'latin', label: say('latin'), latinOnly: true },
        { control: 'email', name: 'email', label: say('email') },
        { control: 'password', name: 'password', label: say('password'), strength: true },
        { control: 'phone', name: 'phone', label: say('phone') },
        { control: 'phone', name: 'phone_full', label: say('phoneFull'), mask: 'full', foreign: false },
        { control: 'code', name: 'code', label: say('code') },
        { control: 'multilingual', name: 'title', label: say('multilingual'), wide: true },
      ],
    },
    {
      title: say('numbers'),
      fields: [
        { control: 'stepper', name: 'mark', label: say('mark'), max: 100 },
        { control: 'stepper', name: 'hour', label: say('hour'), max: 23, step: 1, wrap: true },
        { control: 'number', name: 'year', label: say('year') },
        { control: 'money', name: 'amount', label: say('amount') },
        { control: 'date', name: 'birthdate', label: say('birthdate') },
        { control: 'datetime', name: 'exam', label: say('exam') },
      ],
    },
    {
      title: say('choices'),
      fields: [
        {
          control: 'select',
          name: 'language',
          label: say('language'),
          options: ['UZBEK', 'RUSSIAN', 'ENGLISH'].map((id, index) => ({
            id,
            title: intl.formatDisplayName(['uz', 'ru', 'en'][index] ?? 'uz', { type: 'language' }) ?? id,
          })),
        },
        { control: 'select', name: 'only', label: say('only'), options: [{ id: 7, title: '2026/2027' }] },
        { control: 'async', name: 'group', label: say('group'), load: loadGroups },
        { control: 'async', name: 'groups', label: say('groups'), load: loadGroups, multiple: true },
        {
          control: 'creatable',
          name: 'labels',
          label: say('labels'),
          options: labels,
          onCreate: (name) => {
            const id = labels.length + 100;
            setLabels([...labels, { id, title: name }]);
            return id;
          },
          onDelete: (id) => setLabels(labels.filter((label) => label.id !== id)),
        },
        { control: 'tags', name: 'tags', label: say('tags') },
        { control: 'checkbox', name: 'agree', label: say('agree') },
        { control: 'switch', name: 'active', label: say('active') },
      ],
    },
    {
      title: say('long'),
      fields: [
        { control: 'rich', name: 'about', label: say('about'), upload: keepImage, wide: true },
        {
          control: 'files',
          name: 'files',
          label: say('files'),
          upload: keep,
          extensions: ['pdf', 'png', 'jpg', 'mp4'],
          maxSize: 10 * 1024 * 1024,
          wide: true,
        },
      ],
    },
  ];
}

const record = { id: 5, version: 1, name: '', active: true, group: 12 };

export function DemoForm() {
  const intl = useIntl();
  const sections = useSections();
  const [drawer, setDrawer] = useState(false);
  const trouble = useRef<'conflict' | 'refuse' | null>(null);
  const save = async (payload: object) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const what = trouble.current;
    trouble.current = null;
    if (what === 'conflict')
      throw {
        status: 409,
        code: 'STALE',
        message: '',
        data: { current: { ...payload, version: 2, name: 'Gʻulnora', mark: 71.5 } },
      };
    if (what === 'refuse')
      throw {
        status: 422,
        code: 'BAD_REQUEST',
        message: '',
        data: {
          fields: [{ path: 'series', code: 'DUPLICATE', message: intl.formatMessage({ id: 'kit.page.refused' }) }],
        },
      };
    return { version: 3 };
  };
  return (
    <Section
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => (trouble.current = 'conflict')}>
            {say('conflict')}
          </Button>
          <Button size="xs" variant="default" onClick={() => (trouble.current = 'refuse')}>
            {say('refuse')}
          </Button>
          <Button size="xs" onClick={() => setDrawer(true)}>
            {say('drawer')}
          </Button>
        </>
      }
    >
      <RecordForm schema={schema} record={record} sections={sections} save={save} onSaved={() => notify.success()} />
      <FormDrawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        title={say('form')}
        schema={schema.pick({ name: true, birthdate: true })}
        draftKey="kit-drawer"
        fields={[
          { control: 'text', name: 'name', label: say('name') },
          { control: 'date', name: 'birthdate', label: say('birthdate') },
        ]}
        save={save}
        onSaved={() => notify.success()}
      />
    </Section>
  );
}

/** Each control plain, disabled and at fault. */
export function States() {
  const states = [
    { key: 'plain', title: say('plain'), props: {} },
    { key: 'disabled', title: say('disabled'), props: { disabled: true } },
    {
      key: 'error',
      title: say('error'),
      props: { error: <FormattedMessage id="kit.error.required" />, required: true },
    },
  ];
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      {states.map(({ key, title: heading, props }) => (
        <Section key={key} title={heading}>
          <Stack>
            <TextField
              label={say('name')}
              value={key === 'plain' ? 'Oʻgʻiloy' : ''}
              onChange={() => undefined}
              {...props}
            />
            <PhoneField label={say('phone')} value="998901234567" {...props} />
            <NumberStepper label={say('mark')} value={0.3} {...props} />
            <SelectField
              label={say('language')}
              options={[
                { id: 1, title: 'A' },
                { id: 2, title: 'B' },
              ]}
              {...props}
            />
            <DateField label={say('birthdate')} value="2004-02-29" {...props} />
            <CodeInput label={say('code')} value="123" {...props} />
            <CheckboxField label={say('agree')} {...props} />
            <Group grow>
              <Dropzone
                onDrop={() => undefined}
                extensions={['csv', 'xlsx']}
                maxSize={1_048_576}
                disabled={key === 'disabled'}
              />
            </Group>
          </Stack>
        </Section>
      ))}
    </SimpleGrid>
  );
}

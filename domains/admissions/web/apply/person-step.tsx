import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { uploadFor } from '#domains/files/web/index.ts';
import { photoKinds } from '#domains/questions/web/index.ts';
import { birthdate, gender, maskOf, passportNumber } from '#platform/contract/index.ts';
import { codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { Empty, type FieldDefinition, RecordForm, type UploadedFile } from '#platform/web/kit/index.ts';
import type { Flavour } from '../../flavours.ts';
import { profileForm } from '../../shapes-guests.ts';
import { type PersonField, personFields } from '../../summary.ts';
import { api, loadRegions, refreshWhole } from './calls.ts';

/** What the summary says of a person, but for the account's own number; the photo is a file here. */
const askedFields = personFields.filter((name) => name !== 'phone' && name !== 'photo_file_id');
const personSchema = profileForm.pick(maskOf(askedFields)).extend({
  photo: z
    .array(z.object({ id: z.number() }).loose())
    .max(1)
    .optional(),
});
/** Of whoever comes to study the papers are asked for besides. */
const studentSchema = personSchema.extend({ gender, birthdate, passport_id: passportNumber });

interface Props {
  flavour: Flavour;
  /** Only these fields are open, each with what was asked; all without. */
  only?: Record<string, string> | undefined;
  submitLabel: ReactNode;
  onSaved: () => void;
  actions?: ReactNode;
}

/** Who applies. Written once, whatever one applies for. */
export function PersonForm({ flavour, only, submitLabel, onSaved, actions }: Props) {
  const t = useMessages();
  // Who studies here and never applied has a profile after this, made of what is known.
  const profile = useQuery({
    queryKey: api.guests.begin.key(),
    queryFn: () => api.guests.begin.call(undefined, silent),
    refetchOnMount: 'always',
  });
  if (profile.isError) return <Empty title={t('apply.failed')} text={t('apply.failed_text')} />;
  // What was read a while ago has an old version by now: sending the application in writes in the profile too.
  if (!profile.data || !profile.isFetchedAfterMount)
    return (
      <Stack gap="md">
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} h={58} />
        ))}
      </Stack>
    );
  const guest = profile.data;
  const schema = flavour.profile.includes('passport_id') ? studentSchema : personSchema;
  const label = (name: NameIn<'apply.person'>) => t(`apply.person.${name}`);
  // One control for everything that the summary of an application says of a person; the phone is the account's own.
  const all = {
    lastname: { control: 'text', name: 'lastname', label: label('lastname'), autoComplete: 'family-name' },
    firstname: { control: 'text', name: 'firstname', label: label('firstname'), autoComplete: 'given-name' },
    midname: { control: 'text', name: 'midname', label: label('midname'), autoComplete: 'additional-name' },
    gender: {
      control: 'select',
      name: 'gender',
      label: label('gender'),
      options: ['FEMALE', 'MALE'].map((id) => ({ id, title: t(codeId('apply.gender', id)) })),
    },
    birthdate: { control: 'date', name: 'birthdate', label: label('birthdate') },
    passport_id: {
      control: 'text',
      name: 'passport_id',
      label: label('passport_id'),
      placeholder: 'AA1234567',
      uppercase: true,
      maxLength: 9,
      latinOnly: true,
    },
    pinfl: { control: 'text', name: 'pinfl', label: label('pinfl'), inputMode: 'numeric', maxLength: 14 },
    region_id: {
      control: 'async',
      name: 'region_id',
      label: label('region_id'),
      load: loadRegions,
      ...(guest.region ? { known: [guest.region] } : {}),
    },
    address: { control: 'text', name: 'address', label: label('address'), wide: true },
    additional_phone: { control: 'phone', name: 'additional_phone', label: label('additional_phone') },
    photo_file_id: {
      control: 'files',
      name: 'photo',
      label: label('photo_file_id'),
      upload: uploadFor('photo'),
      extensions: photoKinds,
      multiple: false,
      maxSize: 10 * 1024 * 1024,
    },
  } satisfies Record<Exclude<PersonField, 'phone'>, FieldDefinition>;
  const fields: FieldDefinition[] = only
    ? Object.entries(all).flatMap(([name, field]) =>
        name in only ? [{ ...field, description: only[name] || undefined }] : [],
      )
    : Object.values(all);
  return (
    <RecordForm
      notice={false}
      schema={schema}
      record={{ ...guest, photo: guest.photo ? [guest.photo] : [] }}
      draftKey={`person.${guest.id}`}
      save={({ photo, ...values }) =>
        api.guests.save_profile.call(
          {
            ...valuesOfFields(values, fields),
            version: guest.version,
            ...(fields.some(({ name }) => name === 'photo')
              ? { photo_file_id: (photo as UploadedFile[] | undefined)?.[0]?.id ?? null }
              : {}),
          },
          silent,
        )
      }
      onSaved={async () => {
        await Promise.all([profile.refetch(), refreshWhole(flavour.name)]);
        onSaved();
      }}
      submitLabel={submitLabel}
      actions={actions}
      fields={fields}
    />
  );
}

/** Fields that are not shown are not sent: they may be closed by now. */
const valuesOfFields = (values: Record<string, unknown>, fields: readonly FieldDefinition[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields.some((field) => field.name === name)));

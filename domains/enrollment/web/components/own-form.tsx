import { useMemo } from 'react';
import { z } from 'zod';
import { birthdate, id, nativeLanguages, phone } from '#platform/contract/index.ts';
import { choices, codeId, messageOf, type NameIn, silent, type Translate, useMessages } from '#platform/web/index.ts';
import {
  confirm,
  type FieldDefinition,
  type RecordFormState,
  RecordFormView,
  tell,
  useRecordForm,
} from '#platform/web/kit/index.ts';
import { contactFields } from '../../shapes.ts';
import { api, type Info } from '../api.ts';

const schema = z
  .object(contactFields)
  // Of the guardian nothing is asked here: what is known goes along as it is.
  .omit({ guard_mobile_phone: true, guard_home_phone: true, guard_address: true, guard_email: true })
  .extend({
    course_id: id,
    birthdate,
    contact_phone: phone,
    confirmation: z.literal(true),
    change_service: z.literal(true),
    status: z.literal(true),
  });

/** The one draft of this page; Cancel forgets it. */
const draft = 'enrollment';

const languageOf = (value: string | null) => nativeLanguages.find((one) => one === value?.trim().toUpperCase()) ?? null;

/** What one is asked to look over and complete, with the three confirmations. Nothing is sent before it is asked once more. */
export function OwnForm({
  info,
  courses,
  onSent,
}: {
  info: Info;
  courses: { id: number; title: string }[];
  onSent: () => Promise<unknown>;
}) {
  const t = useMessages();
  const defaults = useMemo(
    () => ({
      course_id: info.course_id ?? (courses.length === 1 ? courses[0]?.id : null),
      birthdate: info.birthdate,
      gender: info.gender,
      native_language: languageOf(info.native_language),
      email: info.email ?? '',
      contact_phone: info.contact_phone ?? '',
      home_phone: info.home_phone ?? '',
      additional_phone1: info.additional_phone1 ?? '',
      additional_phone2: info.additional_phone2 ?? '',
      permanent_address: info.permanent_address ?? '',
      current_address: info.current_address ?? '',
      confirmation: false,
      change_service: false,
      status: false,
    }),
    [info, courses],
  );
  const [guard] = info.guards;
  const state = useRecordForm({
    schema,
    defaults,
    draftKey: draft,
    save: async (values) => {
      try {
        return await api.own.submit.call(
          {
            email: values.email ?? '',
            permanent_address: values.permanent_address ?? '',
            current_address: values.current_address ?? '',
            native_language: values.native_language ?? null,
            course_id: values.course_id,
            contact_phone: values.contact_phone,
            home_phone: values.home_phone ?? '',
            additional_phone1: values.additional_phone1 ?? '',
            additional_phone2: values.additional_phone2 ?? '',
            birthdate: values.birthdate,
            gender: values.gender ?? null,
            confirmation: values.confirmation,
            change_service: values.change_service,
            status: values.status,
            guard_mobile_phone: guard?.contact_phone ?? '',
            guard_home_phone: guard?.home_phone ?? '',
            guard_address: guard?.current_address ?? '',
            guard_email: guard?.email ?? '',
          },
          silent,
        );
      } catch (error) {
        await tell({ title: t('enrollment.own.error'), text: messageOf(error) });
        throw error;
      }
    },
    // The dialog that follows says it.
    notice: false,
    onSaved: () => void onSent(),
  });
  const asked: RecordFormState = {
    ...state,
    submit: async (event) => {
      event?.preventDefault();
      const ready = schema.safeParse(state.values).success;
      if (
        ready &&
        !(await confirm({
          name: t('enrollment.own.title'),
          text: t('enrollment.own.ask'),
          yes: t('enrollment.own.enroll'),
          danger: false,
        }))
      )
        return;
      await state.submit();
    },
  };
  return (
    <RecordFormView
      schema={schema}
      save={async () => undefined}
      state={asked}
      fields={fieldsOf(t, courses)}
      submitLabel={t('enrollment.own.enroll')}
      onCancel={() => state.discard()}
    />
  );
}

function fieldsOf(t: Translate, courses: { id: number; title: string }[]): FieldDefinition[] {
  const field = <N extends NameIn<'enrollment.field'>>(name: N) => ({
    name,
    label: t(codeId('enrollment.field', name)),
  });
  const full = { mask: 'full' as const };
  return [
    { control: 'select', ...field('course_id'), options: courses, clearable: false },
    { control: 'date', ...field('birthdate') },
    { control: 'select', ...field('gender'), options: choices(t, 'enrollment.gender', ['MALE', 'FEMALE']) },
    { control: 'select', ...field('native_language'), options: choices(t, 'enrollment.language', nativeLanguages) },
    { control: 'phone', ...field('contact_phone'), ...full },
    { control: 'phone', ...field('home_phone'), ...full, foreign: false },
    { control: 'phone', ...field('additional_phone1'), ...full, foreign: false },
    { control: 'phone', ...field('additional_phone2'), ...full, foreign: false },
    { control: 'email', ...field('email') },
    { control: 'textarea', ...field('permanent_address'), wide: true },
    { control: 'textarea', ...field('current_address'), wide: true },
    { control: 'checkbox', name: 'confirmation', label: t('enrollment.own.confirmation'), wide: true },
    { control: 'checkbox', name: 'change_service', label: t('enrollment.own.change_service'), wide: true },
    { control: 'checkbox', name: 'status', label: t('enrollment.own.status'), wide: true },
  ];
}

import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { silent, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { DateText, PhoneText, plainValue, Section, showDate, showNumber, showPhone } from '#platform/web/kit/index.ts';
import { type Answer, type FormField, isAsked } from '../../../form.ts';
import { type Application, api } from '../../api.ts';
import { Flagged } from './flagged.tsx';
import type { Review } from './use-review.ts';

interface Props {
  application: Application;
  review: Review;
}

/** Who it is and what was applied for. */
export function Person({ application, review }: Props) {
  const t = useMessages();
  const seesPeople = useAbility().can('guest.read');
  const guest = useQuery({
    ...api.guests.get.queryOptions({ input: { id: String(application.guest_id) } as never, ...silent }),
    enabled: seesPeople && !application.applicant.deleted,
  }).data;
  const field = (name: string, path: string, value: React.ReactNode) => (
    <Flagged
      key={name}
      path={path}
      label={t(`admissions.field.${name}`)}
      value={value}
      review={review}
      application={application}
    />
  );
  const { applicant } = application;
  return (
    <Section title={t('admissions.record.person')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={2}>
        {field('phone', 'profile.phone', <PhoneText value={applicant.phone} />)}
        {applicant.passport_id && field('passport_id', 'profile.passport_id', applicant.passport_id)}
        {guest && field('birthdate', 'profile.birthdate', <DateText value={guest.birthdate} />)}
        {guest && field('gender', 'profile.gender', guest.gender && t(`admissions.gender.${guest.gender}`))}
        {guest?.region && <Plain label={t('admissions.field.region_id')} value={guest.region.title} />}
        {application.course && field('course_id', 'campaign_id', application.course.title)}
        {application.vacancy && <Plain label={t('admissions.field.vacancy_id')} value={application.vacancy.title} />}
        {application.campaign_id !== null && (
          <>
            {field('tuition', 'tuition', t(`admissions.tuition.${application.tuition}`))}
            {field('applicant_type', 'applicant_type', t(`admissions.applicant_type.${application.applicant_type}`))}
            <Plain
              label={t('admissions.field.language')}
              value={application.language && t(`admissions.language.${application.language}`)}
            />
            <Plain label={t('admissions.field.education_form_id')} value={application.education_form?.title} />
          </>
        )}
        {application.type && <Plain label={t('admissions.field.type_id')} value={application.type.title} />}
        <Plain
          label={t('admissions.field.form_id')}
          value={t('admissions.record.form', {
            title: application.form?.title ?? '—',
            revision: application.form_revision,
          })}
        />
      </SimpleGrid>
    </Section>
  );
}

const Plain = ({ label, value }: { label: string; value: React.ReactNode }) => (
  <div style={{ padding: '6px var(--mantine-spacing-xs)', borderLeft: '3px solid transparent' }}>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {value || '—'}
    </Text>
  </div>
);

/** The answers, section by section, as the revision asked with which it was begun. */
export function Answers({ application, review }: Props) {
  const t = useMessages();
  const { locale } = useLocale();
  const batches = application.fields ?? [];
  const all = batches.flatMap((batch) => batch.fields) as FormField[];
  const asked = batches
    .map((batch) => ({
      ...batch,
      fields: (batch.fields as FormField[]).filter((field) => isAsked(all, field.key, application.answers)),
    }))
    .filter((batch) => batch.fields.length > 0);
  if (asked.length === 0)
    return <Section title={t('admissions.record.answers')}>{t('admissions.record.no_answers')}</Section>;
  return (
    <Stack gap="md">
      {asked.map((batch) => (
        <Section key={batch.id} title={plainValue(batch.title, locale)}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={2}>
            {batch.fields.map((field) => (
              <Flagged
                key={field.key}
                path={`answers.${field.key}`}
                label={plainValue(field.title, locale)}
                value={<Shown field={field} answer={application.answers[field.key]} application={application} />}
                review={review}
                application={application}
              />
            ))}
          </SimpleGrid>
        </Section>
      ))}
    </Stack>
  );
}

function Shown({
  field,
  answer,
  application,
}: {
  field: FormField;
  answer: Answer | undefined;
  application: Application;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  if (answer === undefined || answer === null || answer === '') return '—';
  const word = (value: string) =>
    plainValue(field.options?.find((option) => option.value === value)?.title ?? value, locale);
  switch (field.type) {
    case 'BOOLEAN':
      return t(answer === true ? 'kit.yes' : 'kit.no');
    case 'SELECT':
    case 'MULTISELECT':
      return [answer]
        .flat()
        .map((value) => word(String(value)))
        .join(', ');
    case 'DATE':
      return showDate(String(answer));
    case 'PHONE':
      return showPhone(String(answer));
    case 'NUMBER':
      // Years and numbers of papers have no thousands.
      return Number.isInteger(answer) && Number(answer) < 10_000 ? String(answer) : showNumber(Number(answer), locale);
    case 'FILE':
    case 'PHOTO': {
      const file = application.files?.[field.key];
      return file ? (
        <Anchor href={file.original_url} target="_blank" rel="noreferrer" size="sm">
          {file.original_name}
        </Anchor>
      ) : (
        '—'
      );
    }
    default:
      return String(answer);
  }
}

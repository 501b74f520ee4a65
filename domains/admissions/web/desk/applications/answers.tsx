import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { plainValue, Section } from '#platform/web/kit/index.ts';
import type { Application } from '../../api.ts';
import { AnswerShown, isNamed, PersonShown, partsOf, TargetShown } from '../../shown.tsx';
import { ReviewedField } from './reviewed-field.tsx';
import type { Review } from './use-review.ts';

interface Props {
  application: Application;
  review: Review;
}

/** What follows from what was chosen, or stands in the account, is not returned to be mended. */
const fixedFields = ['language', 'education_form_id', 'type_id', 'vacancy_id', 'form_id'];
/** What the server takes among the fields of a person that are returned. */
const returnable = ['passport_id', 'birthdate', 'gender', 'phone', 'photo_file_id'];

/** Who it is, what was applied for, and the answers, section by section, as the revision asked with which it was begun. */
export function Answers({ application, review }: Props) {
  const t = useMessages();
  const { locale } = useLocale();
  const parts = partsOf(application);
  return (
    <Stack gap="md">
      {parts.map((part) => {
        const grid = (rows: React.ReactNode) => (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={2}>
            {rows}
          </SimpleGrid>
        );
        switch (part.of) {
          case 'target':
            return (
              <Section key={part.key} title={t('admissions.record.target')}>
                {grid(
                  <>
                    {part.items
                      .filter(({ name }) => isNamed(name, application))
                      .map(({ name, path }) => {
                        const label = t(`admissions.field.${name === 'campaign_id' ? 'course_id' : name}`);
                        return fixedFields.includes(name) ? (
                          <PlainField
                            key={name}
                            label={label}
                            value={<TargetShown name={name} application={application} />}
                          />
                        ) : (
                          <ReviewedField
                            key={name}
                            {...{ path, label, review, application }}
                            value={<TargetShown name={name} application={application} />}
                          />
                        );
                      })}
                    <PlainField
                      label={t('admissions.field.revision')}
                      value={t('admissions.record.form', {
                        title: application.form?.title ?? '—',
                        revision: application.form_revision,
                      })}
                    />
                  </>,
                )}
              </Section>
            );
          case 'person':
            return (
              <Section key={part.key} title={t('admissions.record.person')}>
                {grid(
                  part.items.map(({ name, path }) => {
                    const label = t(`admissions.field.${name}`);
                    return returnable.includes(name) ? (
                      <ReviewedField
                        key={name}
                        {...{ path, label, review, application }}
                        value={<PersonShown name={name} application={application} />}
                      />
                    ) : (
                      <PlainField
                        key={name}
                        label={label}
                        value={<PersonShown name={name} application={application} />}
                      />
                    );
                  }),
                )}
              </Section>
            );
          case 'answers':
            return (
              <Section key={part.key} title={plainValue(part.title, locale)}>
                {grid(
                  part.items.map(({ field, path }) => (
                    <ReviewedField
                      key={field.key}
                      path={path}
                      label={plainValue(field.title, locale)}
                      value={
                        <AnswerShown field={field} answer={application.answers[field.key]} application={application} />
                      }
                      review={review}
                      application={application}
                    />
                  )),
                )}
              </Section>
            );
          default:
            // The papers stand beside.
            return null;
        }
      })}
    </Stack>
  );
}

const PlainField = ({ label, value }: { label: string; value: React.ReactNode }) => (
  <div style={{ padding: '6px var(--mantine-spacing-xs)', borderLeft: '3px solid transparent' }}>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {value || '—'}
    </Text>
  </div>
);

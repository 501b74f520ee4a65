import { Group, Text } from '@mantine/core';
import type { Answers } from '#domains/questions/contract.ts';
import { useTitle } from '#domains/questions/web/index.ts';
import { type MessageId, useMessages } from '#platform/web/index.ts';
import { Facts, StatusBadge } from '#platform/web/kit/index.ts';
import type { SummaryPart, TargetField } from '../../summary.ts';
import { AnswerShown, FileShown, isNamed, PersonShown, TargetShown } from '../shown.tsx';
import styles from './apply.module.css';
import type { Application } from './calls.ts';

/** What the parts are called that stand in every form. */
export const partTitles = {
  target: 'apply.view.application',
  person: 'apply.view.applicant',
  papers: 'apply.step.papers',
} as const;

const targetLabels: Record<TargetField, MessageId> = {
  campaign_id: 'apply.view.course',
  language: 'apply.view.language',
  education_form_id: 'apply.view.education_form',
  applicant_type: 'apply.target.applicant_type',
  tuition: 'apply.target.tuition',
  vacancy_id: 'apply.view.what',
  form_id: 'apply.view.what',
  type_id: 'admissions.field.type_id',
};

/** One part of an application as it stands, as whoever wrote it reads it. */
export function PartFacts({
  part,
  application,
  answers = application.answers,
}: {
  part: SummaryPart;
  application: Application;
  answers?: Answers;
}) {
  const t = useMessages();
  const title = useTitle();
  switch (part.of) {
    case 'target':
      return (
        <Facts
          columns={2}
          items={part.items
            .filter(({ name }) => isNamed(name, application))
            .map(({ name }) => ({
              label: t(targetLabels[name]),
              value: <TargetShown name={name} application={application} />,
            }))}
        />
      );
    case 'person':
      return (
        <Facts
          columns={2}
          items={part.items.map(({ name }) => ({
            label: t(`apply.person.${name}`),
            value: <PersonShown name={name} application={application} />,
          }))}
        />
      );
    case 'answers':
      return (
        <Facts
          columns={2}
          items={part.items.map(({ field }) => ({
            label: title(field.title),
            value: <AnswerShown field={field} answer={answers[field.key]} application={application} />,
          }))}
        />
      );
    case 'papers':
      return (
        <ul className={styles.rows}>
          {part.items.map((item) => {
            const brought = application.documents.find(({ type }) => type === item.type);
            return (
              <li key={item.type} className={styles.row}>
                <div className={styles.words}>
                  <Text size="sm" fw={500}>
                    {title(item.title) || item.type}
                  </Text>
                  {brought?.note ? (
                    <Text size="sm" c="dimmed">
                      {brought.note}
                    </Text>
                  ) : null}
                  {brought?.file ? <FileShown file={brought.file} /> : null}
                </div>
                <Group gap="xs">
                  {brought ? (
                    application.status === 'DRAFT' ? null : (
                      <StatusBadge status={brought.status} label={t(`admissions.document.${brought.status}`)} />
                    )
                  ) : (
                    <StatusBadge
                      status="MISSING"
                      color={item.required ? 'red' : 'gray'}
                      label={t('admissions.document.MISSING')}
                    />
                  )}
                </Group>
              </li>
            );
          })}
        </ul>
      );
  }
}

import { Alert, Anchor, Badge, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { codeId, messageOf, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Facts, Section, StatusBadge, showDateTime } from '#platform/web/kit/index.ts';
import { api, type Details, type Gradebook } from '../api.ts';
import { rowKeyOf, showMark, textOf } from '../marks.ts';
import type { Sheet } from '../use-gradebook.ts';
import { CriteriaPanel } from './criteria-panel.tsx';
import { MarkHistory } from './mark-history.tsx';
import { Withhold } from './withhold.tsx';

export interface Spot {
  row: string;
  column: string;
}
interface Props {
  book: Gradebook;
  sheet: Sheet;
  /** The cell; none closes. */
  spot: Spot | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Everything about one cell: who marked when, both values, comment, criteria. */
export function MarkDrawer(props: Props) {
  const t = useMessages();
  const { book, spot } = props;
  const student = book.students.find((one) => rowKeyOf(one) === spot?.row);
  const component = book.components.find((one) => String(one.id) === spot?.column);
  return (
    <Drawer
      opened={spot !== undefined && student !== undefined}
      onClose={props.onClose}
      position="right"
      size={560}
      title={student?.name ?? student?.code ?? ''}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {student && component && <Cell {...props} student={student} component={component} />}
      {student && !component && <Total book={book} student={student} />}
    </Drawer>
  );
}

type Student = Gradebook['students'][number];
type Component = Gradebook['components'][number];

function Cell({ book, sheet, student, component, onSaved }: Props & { student: Student; component: Component }) {
  const t = useMessages();
  const reports = useAbility().can('offence.report');
  const query = useQuery({
    ...api.mark.details.queryOptions({
      input: { course_module_id: book.course_module.id, student_id: student.id ?? 0 },
      ...silent,
    }),
    enabled: student.id !== null,
    staleTime: 0,
  });
  const known = query.data?.components.find((one) => one.id === component.id);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {component.title} · {component.weight} %
      </Text>
      {student.id === null && <Alert color="blue">{t('assessment.entry.anonymous')}</Alert>}
      {query.isError && <Alert color="red">{messageOf(query.error)}</Alert>}
      {student.id !== null && query.isPending && <Skeleton h={160} />}
      {known?.marks.map((mark) => (
        <MarkFacts key={mark.id} mark={mark}>
          {book.can.withhold && student.id !== null && (
            <Withhold
              course_module_id={book.course_module.id}
              component_id={component.id}
              student_id={student.id}
              mark={mark}
              onMoved={() => {
                void query.refetch();
                onSaved();
              }}
            />
          )}
        </MarkFacts>
      ))}
      {student.id !== null && reports && (
        <Anchor
          component={Link}
          size="sm"
          to={`/report-misconduct?component_id=${component.id}&student_id=${student.id}`}
        >
          {t('assessment.entry.report')}
        </Anchor>
      )}
      {known && known.marks.length === 0 && <Text size="sm">{t('assessment.status.NOT_MARKED')}</Text>}
      {known && known.criteria.length > 0 && (
        <CriteriaPanel
          key={`${student.id} ${component.id}`}
          component_id={component.id}
          student_id={student.id as number}
          attempt={sheet.attempt}
          version={known.marks.find((one) => one.attempt === sheet.attempt)?.version ?? null}
          criteria={known.criteria}
          disabled={!book.can.enter || sheet.as !== 'FIRST'}
          onSaved={() => {
            void query.refetch();
            onSaved();
          }}
        />
      )}
      {book.can.ledger && student.id !== null && known && known.marks.length > 0 && (
        <MarkHistory
          key={`${student.id} ${component.id} ${known.marks.map((one) => one.version).join()}`}
          course_module_id={book.course_module.id}
          student_id={student.id}
          component_id={component.id}
        />
      )}
    </Stack>
  );
}

function MarkFacts({ mark, children }: { mark: Details['components'][number]['marks'][number]; children: ReactNode }) {
  const t = useMessages();
  const intl = useIntl();
  const value = (one: number | null) => (one === null ? null : showMark(String(one), intl.locale));
  return (
    <Section
      title={
        <Group gap="xs">
          {t('assessment.entry.attempt', { number: mark.attempt })}
          <StatusBadge status={mark.status} label={t(`assessment.status.${mark.status}`)} />
        </Group>
      }
    >
      <Facts
        columns={2}
        items={[
          {
            label: t('assessment.field.value'),
            value: mark.special ? t(`assessment.special.${mark.special}`) : showMark(textOf(mark), intl.locale),
          },
          { label: t('assessment.field.marked_by'), value: mark.marked_by?.name },
          { label: t('assessment.field.marked_at'), value: showDateTime(mark.marked_at) },
          ...(mark.first_value === null
            ? []
            : [{ label: t('assessment.field.first_value'), value: value(mark.first_value) }]),
          ...(mark.second_value === null
            ? []
            : [
                { label: t('assessment.field.second_value'), value: value(mark.second_value) },
                { label: t('assessment.field.second_marker'), value: mark.second_marker?.name },
              ]),
          { label: t('assessment.field.comment'), value: mark.comment },
        ]}
      />
      {mark.penalised && <Alert color="orange">{t('assessment.penalised')}</Alert>}
      {children}
    </Section>
  );
}

function Total({ book, student }: { book: Gradebook; student: Student }) {
  const t = useMessages();
  const intl = useIntl();
  const { result } = student;
  if (!result) return <Text size="sm">{t('assessment.status.NOT_MARKED')}</Text>;
  return (
    <Stack>
      <Facts
        columns={2}
        items={[
          { label: t('assessment.entry.total'), value: showMark(String(result.total), intl.locale) },
          { label: t('assessment.scale.LETTER'), value: result.letter },
          { label: t('assessment.scale.FIVE'), value: result.five },
          { label: t('assessment.scale.ECTS'), value: result.ects },
          {
            label: t('assessment.field.passed'),
            value: result.passed === null ? null : t(result.passed ? 'assessment.passed' : 'assessment.failed'),
          },
          { label: t('assessment.field.pass_mark'), value: book.plan?.pass_mark },
        ]}
      />
      <Group gap="xs">
        {result.why_not.map((code) => (
          <Badge key={code} color="orange" variant="light">
            {t(codeId('assessment.why', code))}
          </Badge>
        ))}
      </Group>
    </Stack>
  );
}

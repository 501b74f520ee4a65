import { Accordion, Alert, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { messageOf, silent, type Translate, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, Facts, moduleColor, Section, showDate, showNumber } from '#platform/web/kit/index.ts';
import { api, type Details, type Held } from '../api.ts';
import { showMark, textOf } from '../marks.ts';
import { bySemester } from '../results.ts';
import { withheldName } from '../withheld.ts';
import { creditsOf, Path, type PathStep, pathOf } from './path.tsx';

type Row = Awaited<ReturnType<typeof api.mark.history.call>>['content'][number];
type ModuleRef = Row['course_module'];
/** A module that the student takes, with its result once that is there. */
interface Taken {
  course_module: ModuleRef;
  result: Row | undefined;
}

/** A student's modules by semester with totals, averages and the path over the semesters. Without an id: one's own. */
export function StudentResults({ student_id }: { student_id?: number }) {
  const t = useMessages();
  const intl = useIntl();
  const history = useQuery(
    api.mark.history.queryOptions({
      input: { size: 200, ...(student_id ? { student_id } : {}) },
      ...silent,
    }),
  );
  // Of modules without a total yet the marks that are there can be seen; only students ask for their own.
  const plans = useQuery({
    ...api.plan.list.queryOptions({ input: { size: 200, state: 'ACTIVE' }, ...silent }),
    enabled: student_id === undefined,
  });
  // What they make together is told by the transcript alone.
  const whole = useQuery({
    ...api.transcript.read.queryOptions({
      input: student_id ? { student_id } : {},
      ...silent,
    }),
    enabled: useAbility().can('transcript.read'),
  });
  const withheld = useQuery({ ...api.mark.withheld.queryOptions(silent), enabled: student_id === undefined });
  if (history.isError) return <Empty title={t('assessment.own.missing')} text={messageOf(history.error)} />;
  // What they make together stands above them: shown later, it would push away what one reads.
  if (history.isPending || whole.isLoading || (student_id === undefined && (plans.isPending || withheld.isPending)))
    return <Skeleton h={420} />;
  const results = history.data.content;
  const known = new Set(results.map((one) => one.course_module.id));
  const taken: Taken[] = [
    ...results.map((result) => ({ course_module: result.course_module, result })),
    ...(plans.data?.content ?? [])
      .filter((plan) => !known.has(plan.course_module_id))
      .map((plan) => ({ course_module: plan.course_module, result: undefined })),
  ];
  const held = withheld.data ?? [];
  if (taken.length === 0) return <Empty title={t('assessment.own.empty')} text={t('assessment.own.empty_text')} />;
  const semesters = bySemester(taken);
  const { data: reached } = whole;
  return (
    <Stack gap="md">
      {held.length > 0 && <Withheld held={held} />}
      {reached && (
        <>
          <Section>
            <Facts
              items={[
                {
                  label: t('assessment.own.average'),
                  value: reached.average === null ? null : showNumber(reached.average, intl.locale),
                },
                { label: t('assessment.own.credits'), value: creditsOf(reached, intl.locale) },
                { label: t('assessment.own.passed'), value: passedOf(pathOf(reached), t) },
              ]}
            />
          </Section>
          {reached.semesters.length > 1 && <Path steps={pathOf(reached)} />}
        </>
      )}
      {semesters.toReversed().map((semester) => (
        <Section
          key={semester.key}
          title={`${semester.academic_year}, ${t('assessment.module.semester', { semester: semester.semester })}`}
        >
          <Modules rows={semester.rows} held={held} student_id={student_id} />
        </Section>
      ))}
    </Stack>
  );
}

const passedOf = (steps: readonly PathStep[], t: Translate) =>
  t('assessment.own.of', {
    done: steps.reduce((sum, step) => sum + step.passed, 0),
    all: steps.reduce((sum, step) => sum + step.modules, 0),
  });

/** What is held back, why as far as it may be told, and whom to ask. */
function Withheld({ held }: { held: readonly Held[] }) {
  const t = useMessages();
  return (
    <Alert
      color="yellow"
      icon={<IconLock aria-hidden />}
      title={t('assessment.withheld.title', { count: held.length })}
      role="status"
    >
      <Stack gap={4}>
        {held.map((one) => (
          <Text size="sm" key={`${one.component_id} ${one.attempt}`}>
            <b>{withheldName(one, t)}.</b> {t(`assessment.withheld.${one.reason}`)}.
          </Text>
        ))}
        <Text size="sm">{t('assessment.withheld.ask')}</Text>
      </Stack>
    </Alert>
  );
}

function Modules({ rows, held, student_id }: { rows: Taken[]; held: readonly Held[]; student_id: number | undefined }) {
  const t = useMessages();
  const intl = useIntl();
  const [open, setOpen] = useState<string | null>(null);
  const heldIn = (module: number) => held.filter((one) => one.course_module_id === module);
  return (
    <Accordion value={open} onChange={setOpen} variant="default" order={3}>
      {rows.map(({ course_module, result }) => (
        <Accordion.Item key={course_module.id} value={String(course_module.id)}>
          <Accordion.Control>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <div
                style={{
                  minWidth: 0,
                  borderInlineStart: `3px solid ${moduleColor(course_module.code)}`,
                  paddingInlineStart: 8,
                }}
              >
                <Text size="sm" fw={550}>
                  {course_module.title}
                </Text>
                <Text size="xs" c="dimmed">
                  {course_module.code} · {t('assessment.own.module_credits', { count: course_module.credits })}
                </Text>
              </div>
              {result && result.passed !== null ? (
                <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
                  <Text fw={640} className="tabular">
                    {showNumber(result.total, intl.locale)}
                  </Text>
                  {result.grade && (
                    <Badge variant="light" style={{ flexShrink: 0 }}>
                      {result.grade}
                    </Badge>
                  )}
                  <Badge color={result.passed ? 'teal' : 'red'} variant="light" style={{ flexShrink: 0 }}>
                    {t(result.passed ? 'assessment.passed' : 'assessment.failed')}
                  </Badge>
                </Group>
              ) : (
                <Badge
                  color={heldIn(course_module.id).length ? 'yellow' : 'gray'}
                  variant="light"
                  style={{ flexShrink: 0 }}
                >
                  {t(heldIn(course_module.id).length ? 'assessment.status.WITHHELD' : 'assessment.own.running')}
                </Badge>
              )}
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            {open === String(course_module.id) && (
              <Marks module={course_module.id} held={heldIn(course_module.id)} student_id={student_id} />
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

/** The components of one module with the marks that may be seen. */
function Marks({
  module,
  held,
  student_id,
}: {
  module: number;
  held: readonly Held[];
  student_id: number | undefined;
}) {
  const query = useQuery(
    api.mark.details.queryOptions({
      input: { course_module_id: module, ...(student_id ? { student_id } : {}) },
      ...silent,
    }),
  );
  if (query.isError) return <Alert color="red">{messageOf(query.error)}</Alert>;
  if (query.isPending) return <Skeleton h={80} />;
  return (
    <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {query.data.components.map((one) => (
        <ComponentLine key={one.id} component={one} held={held.some(({ component_id }) => component_id === one.id)} />
      ))}
    </Stack>
  );
}

function ComponentLine({ component, held }: { component: Details['components'][number]; held: boolean }) {
  const t = useMessages();
  const intl = useIntl();
  const day = component.exam_date ?? component.due_at;
  const given = component.criteria.filter((one) => one.points !== null);
  return (
    <li style={{ paddingLeft: component.parent_id === null ? 0 : 20 }}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={component.leaf ? 400 : 550}>
            {component.title}
          </Text>
          <Text size="xs" c="dimmed">
            {[`${component.weight} %`, day && showDate(day)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {component.leaf && (
          <Stack gap={0} align="flex-end">
            {(held || component.marks.length === 0) && (
              <Text size="sm" c="dimmed">
                {t(held ? 'assessment.status.WITHHELD' : 'assessment.own.no_mark')}
              </Text>
            )}
            {component.marks.map((mark) => (
              <Text size="sm" fw={600} key={mark.id} className="tabular">
                {mark.special ? t(`assessment.special.${mark.special}`) : showMark(textOf(mark), intl.locale)}
                {mark.attempt > 1 ? ` (${t('assessment.entry.attempt', { number: mark.attempt })})` : ''}
              </Text>
            ))}
          </Stack>
        )}
      </Group>
      {given.map((one) => (
        <Text size="xs" c="dimmed" key={one.id} pl="sm">
          {one.title}: {showMark(String(one.points), intl.locale)}
          {one.comment ? ` — ${one.comment}` : ''}
        </Text>
      ))}
      {component.marks.some(({ penalised }) => penalised) && (
        <Text size="xs" c="orange" pl="sm">
          {t('assessment.penalised')}
        </Text>
      )}
      {component.marks.map((mark) =>
        mark.comment ? (
          <Text size="xs" c="dimmed" key={mark.id} pl="sm">
            {mark.comment}
          </Text>
        ) : null,
      )}
    </li>
  );
}

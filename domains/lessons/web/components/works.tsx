import { Accordion, Anchor, Button, Group, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { z } from 'zod';
import { codeId, type NameIn, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { FileList, fullName, RecordForm, StatusBadge, showDateTime } from '#platform/web/kit/index.ts';
import { assessmentInput } from '../../shapes.ts';
import { type AssessmentRow, api, type Lesson, refresh, type Submission } from '../api.ts';
import { LessonDrawer, type LessonDrawerProps } from './lesson-drawer.tsx';

const { id, version, points, feedback } = assessmentInput.shape;
const schema = z.object({ id, version, points, feedback });

/** Who handed in and who did not; each work with its points and feedback. */
export const Works = (props: LessonDrawerProps) => (
  <LessonDrawer {...props} size={760} title="lessons.works.of">
    {(lesson) => <Inside lesson={lesson} />}
  </LessonDrawer>
);

const stateOf = ({ submission }: AssessmentRow) =>
  submission === null ? 'MISSING' : submission.returned_at ? 'RETURNED' : submission.late ? 'LATE' : 'SUBMITTED';
const tones: Record<string, string> = {
  MISSING: 'INACTIVE',
  RETURNED: 'DONE',
  LATE: 'OVERDUE',
  SUBMITTED: 'SUBMITTED',
};

function Inside({ lesson }: { lesson: Lesson }) {
  const t = useMessages();
  const query = useQuery(api.assessment.all.queryOptions({ input: { lesson_id: lesson.id } }));
  const rows = query.data ?? [];
  const handed = rows.filter(({ submission }) => submission !== null).length;
  if (query.isPending) return <Skeleton h={240} />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('lessons.works.sum', { handed, all: rows.length })}
      </Text>
      <Accordion variant="contained" keepMounted={false}>
        {rows.map((row) => (
          <Accordion.Item key={row.student_id} value={String(row.student_id)}>
            <Accordion.Control disabled={row.submission === null}>
              <Group justify="space-between" gap="xs" pr="xs">
                <div>
                  <Text size="sm">{fullName(row)}</Text>
                  {row.submission && (
                    <Text size="xs" c="dimmed">
                      {t('lessons.works.at', {
                        when: showDateTime(row.submission.submitted_at),
                        number: row.submission.number,
                      })}
                    </Text>
                  )}
                </div>
                <Group gap="xs">
                  {row.submission?.points != null && <Text size="sm">{row.submission.points}</Text>}
                  <StatusBadge status={tones[stateOf(row)] ?? ''} label={t(`lessons.work.${stateOf(row)}`)} />
                </Group>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {row.submission && <Work lesson={lesson} work={row.submission} student_id={row.student_id} />}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function Work({ lesson, work, student_id }: { lesson: Lesson; work: Submission; student_id: number }) {
  const t = useMessages();
  const { can } = useAbility();
  const navigate = useNavigate();
  // Words of the work that are marked go along with a report.
  const words = useRef<HTMLDivElement>(null);
  const report = () => {
    const chosen = document.getSelection();
    const passage = chosen && words.current?.contains(chosen.anchorNode) ? chosen.toString().trim().slice(0, 1500) : '';
    void navigate({
      to: '/report-misconduct',
      search: { course_module_id: lesson.course_module_id, student_id, ...(passage ? { passage } : {}) },
    });
  };
  const field = <N extends NameIn<'lessons.field'>>(name: N) => ({ name, label: t(codeId('lessons.field', name)) });
  // Which of the two buttons sends the form. Every press asks anew: one that was refused must not decide for the next.
  const returning = useRef(false);
  const save = (returned: boolean) => (payload: z.input<typeof schema>) =>
    api.assessment.save.call({ ...payload, returned }, silent);
  return (
    <Stack
      gap="sm"
      onClickCapture={() => {
        returning.current = false;
      }}
    >
      {work.text !== '' && (
        <ScrollArea.Autosize mah={260}>
          <Text ref={words} size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {work.text}
          </Text>
        </ScrollArea.Autosize>
      )}
      <FileList files={work.files} />
      {can('offence.report') && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={report}>
          {t('lessons.works.report')}
        </Anchor>
      )}
      <RecordForm
        schema={schema}
        record={work}
        draftKey={`work#${work.id}`}
        fields={[
          {
            control: 'number',
            ...field('points'),
            decimals: 2,
            description: t('lessons.points.of', { max: lesson.homework?.max_points ?? 0 }),
          },
          { control: 'textarea', ...field('feedback') },
        ]}
        save={(payload) => save(returning.current || work.returned_at !== null)(payload)}
        submitLabel={t('lessons.works.save')}
        actions={
          work.returned_at === null && (
            <Button
              variant="default"
              type="submit"
              onClick={() => {
                returning.current = true;
              }}
            >
              {t('lessons.works.return')}
            </Button>
          )
        }
        onSaved={() => {
          void refresh();
        }}
      />
    </Stack>
  );
}

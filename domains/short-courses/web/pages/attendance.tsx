import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconCertificate, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, messageOf, silent, useAbility, useLocale } from '#platform/web/index.ts';
import {
  AsyncSelect,
  confirm,
  Empty,
  PageHeader,
  plainValue,
  Section,
  SelectField,
  showDateTime,
  tellError,
} from '#platform/web/kit/index.ts';
import { attendances } from '../../shapes.ts';
import { api, loadCourses, numberIn, refresh, useFields } from '../api.ts';

/** Who is at which meeting, and who has completed the course: one meeting at a time, so that it works on a phone in class. */
export default function Attendance() {
  const { t, label } = useFields();
  const navigate = useNavigate();
  const course = numberIn((useSearch({ strict: false }) as { course_id?: unknown }).course_id);
  return (
    <Stack gap="md" maw={860}>
      <PageHeader
        title={t('short-courses.attendance.title')}
        description={t('short-courses.attendance.about')}
        back="/short-term-course-list"
      />
      <AsyncSelect
        label={label('course')}
        load={loadCourses}
        value={course ?? null}
        onChange={(value) =>
          void navigate({ to: '.', search: value === null || value === undefined ? {} : { course_id: Number(value) } })
        }
      />
      {course === undefined ? <Empty title={t('short-courses.chapter.choose')} /> : <Sheet key={course} id={course} />}
    </Stack>
  );
}

type Row = Awaited<ReturnType<typeof api.attendance.sheet.call>>['rows'][number];

function Sheet({ id }: { id: number }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const client = useQueryClient();
  const teach = useAbility().can('short_course.teach');
  const [chosen, setChosen] = useState<string>();
  const asked = api.attendance.sheet.queryOptions({ input: { course_id: id }, ...silent });
  const query = useQuery(asked);
  if (query.isError) return <Empty title={messageOf(query.error)} />;
  const { data } = query;
  if (!data) return <Skeleton h={320} />;
  if (data.rows.length === 0) return <Empty title={t('short-courses.listeners.empty')} />;
  const meeting = data.meetings.find((one) => String(one.id) === chosen) ?? data.meetings[0];
  const ready = data.rows.filter((row) => !row.completed && row.lacks.length === 0);
  const act = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  const set = (row: Row, status: (typeof attendances)[number]) =>
    act(async () => {
      const answer = await api.attendance.save.call(
        { course_id: id, marks: [{ registration_id: row.registration_id, chapter_id: meeting!.id, status }] },
        silent,
      );
      client.setQueryData(asked.queryKey, answer);
    });
  const finish = async () => {
    const yes = await confirm({
      name: data.course.title,
      text: t('short-courses.completion.text', { count: ready.length }),
      yes: t('short-courses.completion.do'),
      danger: false,
    });
    if (yes)
      await act(() =>
        api.completion.start.call(
          { course_id: id, ids: ready.slice(0, 500).map((row) => row.registration_id) },
          silent,
        ),
      );
  };
  return (
    <>
      {meeting && (
        <SelectField
          label={t('short-courses.chapter_kind.LESSON')}
          options={data.meetings.map((one) => ({
            id: String(one.id),
            title: [plainValue(one.title, locale), one.starts_at && showDateTime(one.starts_at)]
              .filter(Boolean)
              .join(' · '),
          }))}
          value={String(meeting.id)}
          onChange={(value) => setChosen(value === null || value === undefined ? undefined : String(value))}
        />
      )}
      <Section
        title={t('short-courses.listeners.title')}
        actions={
          teach && (
            <Button
              leftSection={<IconCertificate size={16} aria-hidden />}
              disabled={ready.length === 0}
              onClick={() => void finish()}
            >
              {t('short-courses.completion.ready', { count: ready.length })}
            </Button>
          )
        }
      >
        <Stack gap="xs">
          {data.rows.map((row) => {
            const mark = row.marks.find((one) => one.chapter_id === meeting?.id)?.status;
            return (
              <Paper key={row.registration_id} withBorder p="xs">
                <Group justify="space-between" gap="xs">
                  <div style={{ flex: 1, minWidth: 180 }}>
                    <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                      {row.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {row.completed
                        ? t('short-courses.place_state.COMPLETED')
                        : row.lacks.length > 0
                          ? `${label('lacks')}: ${row.lacks.join('; ')}`
                          : t('short-courses.completion.is_ready')}
                    </Text>
                  </div>
                  {row.completed ? (
                    <IconCircleCheck
                      size={22}
                      color="var(--mantine-color-teal-6)"
                      aria-label={t('short-courses.place_state.COMPLETED')}
                    />
                  ) : (
                    meeting && (
                      <SegmentedControl
                        size="xs"
                        aria-label={row.name}
                        disabled={!teach}
                        value={mark ?? ''}
                        onChange={(value) => {
                          const status = attendances.find((one) => one === value);
                          if (status) void set(row, status);
                        }}
                        data={choices(t, 'short-courses.attendance_mark', attendances).map(({ id: value, title }) => ({
                          value: String(value),
                          label: title,
                        }))}
                      />
                    )
                  )}
                </Group>
              </Paper>
            );
          })}
        </Stack>
      </Section>
    </>
  );
}

import { Alert, Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { fileRecord } from '#platform/contract/index.ts';
import { silent, useMessages } from '#platform/web/index.ts';
import {
  FileList,
  FileUploader,
  notify,
  RecordForm,
  StatusBadge,
  showDateTime,
  TextAreaField,
} from '#platform/web/kit/index.ts';
import { submitInput } from '../../shapes.ts';
import { api, type Homework, type Lesson, refresh, type Submission } from '../api.ts';
import { Html } from './material.tsx';

const schema = z.object({ text: submitInput.shape.text, files: z.array(fileRecord).max(20).optional() });

/** The homework of a lesson for who learns: the task, until when, what was handed in and what the teacher said. */
export function OwnWork({ lesson, homework, canSubmit }: { lesson: Lesson; homework: Homework; canSubmit: boolean }) {
  const t = useMessages();
  const { state, mine } = homework;
  const [writing, setWriting] = useState(false);
  const open = state === 'ON_TIME' || state === 'LATE';
  return (
    <Paper withBorder p="md" component="section" aria-label={t('lessons.homework.title')}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{t('lessons.homework.title')}</Text>
          <StatusBadge
            status={mine?.returned_at ? 'DONE' : mine ? 'SUBMITTED' : state === 'LATE' ? 'OVERDUE' : 'PENDING'}
            label={t(
              mine?.returned_at ? 'lessons.work.RETURNED' : mine ? 'lessons.work.SUBMITTED' : `lessons.late.${state}`,
            )}
          />
        </Group>
        <Text size="sm">
          {state === 'NOT_YET'
            ? t('lessons.homework.opens', { when: showDateTime(homework.opens_at ?? homework.due_at) })
            : t('lessons.homework.due', { when: showDateTime(homework.due_at), points: homework.max_points })}
        </Text>
        {state === 'LATE' && !mine && (
          <Alert color="orange" p="xs">
            {t('lessons.homework.late', { when: showDateTime(homework.closes_at) })}
          </Alert>
        )}
        {homework.instructions && <Html html={homework.instructions} />}
        <FileList files={homework.files} />
        {mine && <Versions lesson={lesson} newest={mine} max={homework.max_points} />}
        {canSubmit &&
          open &&
          (mine && !writing ? (
            <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setWriting(true)}>
              {t('lessons.work.again')}
            </Anchor>
          ) : (
            <RecordForm
              notice={false}
              schema={schema}
              draftKey={`submission#${lesson.id}`}
              fields={[]}
              submitLabel={t('lessons.work.submit')}
              save={({ text, files }) =>
                api.homework.submit.call({ lesson_id: lesson.id, text, file_ids: files?.map(({ id }) => id) }, silent)
              }
              onSaved={() => {
                setWriting(false);
                notify.success(t('lessons.work.taken'));
                void refresh();
              }}
            >
              <TextAreaField name="text" label={t('lessons.field.text')} rows={5} />
              <FileUploader name="files" label={t('lessons.field.files')} upload={upload} />
            </RecordForm>
          ))}
      </Stack>
    </Paper>
  );
}

function Versions({ lesson, newest, max }: { lesson: Lesson; newest: Submission; max: number }) {
  const t = useMessages();
  const [all, setAll] = useState(false);
  const query = useQuery({
    ...api.homework.submissions.queryOptions({ input: { lesson_id: lesson.id } }),
    enabled: all,
  });
  const shown = all && query.data ? query.data : [newest];
  return (
    <Stack gap="xs">
      {shown.map((work) => (
        <Paper key={work.id} p="sm" bg="var(--mantine-color-default-hover)">
          <Text size="xs" c="dimmed">
            {t('lessons.works.at', { when: showDateTime(work.submitted_at), number: work.number })}
            {work.late && ` · ${t('lessons.work.LATE')}`}
          </Text>
          {work.text !== '' && (
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {work.text}
            </Text>
          )}
          <FileList files={work.files} />
          {work.returned_at && (
            <Alert color="teal" p="xs" mt="xs" title={t('lessons.points.got', { points: work.points ?? '—', max })}>
              {work.feedback}
            </Alert>
          )}
        </Paper>
      ))}
      {newest.number > 1 && !all && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setAll(true)}>
          {t('lessons.work.all', { count: newest.number })}
        </Anchor>
      )}
    </Stack>
  );
}

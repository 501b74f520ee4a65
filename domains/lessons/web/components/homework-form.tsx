import { Button } from '@mantine/core';
import { z } from 'zod';
import { upload, uploadPicture } from '#domains/files/web/index.ts';
import { fileRecord, saveBase } from '#platform/contract/index.ts';
import { codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { confirmDelete, FileUploader, FormDrawer, RichText } from '#platform/web/kit/index.ts';
import { homeworkSave } from '../../shapes.ts';
import { api, type Lesson, refresh } from '../api.ts';

const { instructions, opens_at, due_at, late_days, max_points } = homeworkSave.shape;
const schema = z.object({
  ...saveBase,
  due_at: due_at.unwrap(),
  opens_at,
  late_days,
  max_points,
  instructions,
  files: z.array(fileRecord).max(20).optional(),
});
const fresh = { late_days: 0, max_points: 100 };

/** The homework of a lesson: what to do, until when, for how many points. */
export function HomeworkForm({
  opened,
  lesson,
  onClose,
}: {
  opened: boolean;
  lesson: Lesson | undefined;
  onClose: () => void;
}) {
  const t = useMessages();
  const field = <N extends NameIn<'lessons.field'>>(name: N) => ({ name, label: t(codeId('lessons.field', name)) });
  const homework = lesson?.homework;
  const remove = async () => {
    if (!homework) return;
    const gone = await confirmDelete(() => api.homework.remove.call({ id: homework.id }, silent), lesson?.title ?? '');
    if (gone) onClose();
    await refresh();
  };
  return (
    <FormDrawer
      opened={opened && lesson !== undefined}
      onClose={onClose}
      title={t('lessons.homework.of', { lesson: lesson?.title ?? '' })}
      schema={schema}
      record={homework}
      defaults={fresh}
      draftKey={`homework#${lesson?.id}`}
      sections={[
        {
          fields: [
            { control: 'datetime', ...field('opens_at') },
            { control: 'datetime', ...field('due_at') },
            { control: 'number', ...field('late_days') },
            { control: 'number', ...field('max_points') },
          ],
        },
      ]}
      actions={
        homework && (
          <Button color="red" variant="subtle" mr="auto" onClick={() => void remove()}>
            {t('lessons.homework.remove')}
          </Button>
        )
      }
      save={({ files, ...payload }) =>
        api.homework.save.call(
          {
            ...payload,
            lesson_id: lesson?.id ?? 0,
            ...(files ? { file_ids: files.map(({ id }) => id) } : {}),
          },
          silent,
        )
      }
      onSaved={() => {
        void refresh();
      }}
    >
      <RichText {...field('instructions')} upload={uploadPicture} />
      <FileUploader {...field('files')} upload={upload} />
    </FormDrawer>
  );
}

import { z } from 'zod';
import { upload, uploadPicture } from '#domains/files/web/index.ts';
import { fileRecord, saveBase } from '#platform/contract/index.ts';
import { codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import {
  DateField,
  FileUploader,
  FormDrawer,
  FormSection,
  RichText,
  SwitchField,
  TextField,
} from '#platform/web/kit/index.ts';
import { lessonKinds, lessonSave } from '../../shapes.ts';
import { api, type Lesson, refresh } from '../api.ts';
import { LinksField } from './links-field.tsx';

const { kind, title, content, video_url, links, visible_from, visible_until, published } = lessonSave;
const schema = z.object({
  ...saveBase,
  kind,
  title,
  content,
  video_url,
  links,
  files: z.array(fileRecord).max(20).optional(),
  visible_from,
  visible_until,
  published,
});
const fresh = { kind: 'LECTURE', published: false };

export function LessonForm(props: {
  opened: boolean;
  lesson: Lesson | undefined;
  module: number;
  onClose: () => void;
}) {
  const t = useMessages();
  const { lesson, module } = props;
  const field = <N extends NameIn<'lessons.field'>>(name: N) => ({ name, label: t(codeId('lessons.field', name)) });
  return (
    <FormDrawer
      opened={props.opened}
      onClose={props.onClose}
      title={lesson ? t('lessons.edit') : t('lessons.add')}
      size={720}
      schema={schema}
      record={lesson}
      defaults={fresh}
      draftKey={`lesson#${lesson?.id ?? `new-${module}`}`}
      sections={[
        {
          fields: [
            { control: 'text', ...field('title') },
            {
              control: 'select',
              ...field('kind'),
              options: lessonKinds.map((id) => ({ id, title: t(`lessons.kind.${id}`) })),
            },
          ],
        },
      ]}
      save={({ files, ...payload }) => {
        const given = { ...payload, ...(files ? { file_ids: files.map(({ id }) => id) } : {}) };
        return api.lesson.save.call(
          lesson ? { ...given, id: lesson.id } : { ...given, course_module_id: module },
          silent,
        );
      }}
      onSaved={() => {
        void refresh();
      }}
    >
      <LessonFields />
    </FormDrawer>
  );
}

function LessonFields() {
  const t = useMessages();
  const field = <N extends NameIn<'lessons.field'>>(name: N) => ({ name, label: t(codeId('lessons.field', name)) });
  return (
    <>
      <RichText {...field('content')} upload={uploadPicture} />
      <FileUploader {...field('files')} upload={upload} />
      <TextField {...field('video_url')} />
      <LinksField {...field('links')} />
      <FormSection title={t('lessons.visibility')}>
        <DateField {...field('visible_from')} />
        <DateField {...field('visible_until')} />
        <SwitchField {...field('published')} />
      </FormSection>
    </>
  );
}

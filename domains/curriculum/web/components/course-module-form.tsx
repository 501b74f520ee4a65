import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { courseModuleSave, moduleTypes } from '../../shapes.ts';
import { api, refresh } from '../api.ts';

const { type, credits, capacity, min_students, choice_opens_on, choice_closes_on, active } = courseModuleSave;
const schema = z.object({
  // What stands in a plan is chosen there; here it is changed alone.
  id: saveBase.id.unwrap(),
  version: saveBase.version,
  type: type.unwrap(),
  credits: credits.unwrap(),
  capacity,
  min_students,
  choice_opens_on,
  choice_closes_on,
  active,
});

/** What a module is in this plan: kind, credits, and for those that are chosen how many places and until when. */
export function CourseModuleForm({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const t = useMessages();
  const record = useQuery({
    ...api.course_module.get.queryOptions({ input: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
  });
  const field = <N extends NameIn<'curriculum.field'>>(name: N) => ({
    name,
    label: t(codeId('curriculum.field', name)),
  });
  return (
    <FormDrawer
      opened={id !== undefined && record.data?.id === id}
      onClose={onClose}
      title={record.data?.module.title ?? ''}
      schema={schema}
      record={record.data}
      sections={[
        {
          fields: [
            { control: 'select', ...field('type'), options: choices(t, 'curriculum.type', moduleTypes) },
            { control: 'number', ...field('credits'), step: 0.5, decimals: 1 },
            { control: 'switch', ...field('active'), description: t('curriculum.active.hint') },
          ],
        },
        {
          title: t('curriculum.choice.title'),
          description: t('curriculum.choice.hint'),
          fields: [
            { control: 'number', ...field('capacity') },
            { control: 'number', ...field('min_students') },
            { control: 'date', ...field('choice_opens_on') },
            { control: 'date', ...field('choice_closes_on') },
          ],
        },
      ]}
      save={(payload) => api.course_module.save.call(payload, silent)}
      onSaved={() => {
        void refresh();
      }}
    />
  );
}

import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { silent, today, useLocale, useMessages } from '#platform/web/index.ts';
import { FormDrawer, SelectField, showNumber, useFormBinding } from '#platform/web/kit/index.ts';
import { recordSave } from '../../shapes.ts';
import { type Achievement, api, loadStudents, refresh, useFields } from '../api.ts';

const { file_ids: _, student_id, ...asked } = recordSave;
const files = z
  .array(z.object({ id: z.number() }).loose())
  .max(10)
  .optional();
const schema = z.object({ ...saveBase, ...asked, files });
const forOthers = schema.extend({ student_id: student_id.unwrap() });

const kinds = ['pdf', 'png', 'jpg', 'jpeg', 'doc', 'docx'];

/** Filing a record, or completing one. The office says whose it is; a student files for themselves. */
export function RecordForm({
  opened,
  onClose,
  record,
  others,
  onSaved,
}: {
  opened: boolean;
  onClose: () => void;
  /** to change; a new one without it */
  record?: Achievement | undefined;
  others: boolean;
  onSaved?: ((saved: Achievement) => void) | undefined;
}) {
  const { t, field } = useFields();
  const asksWhose = others && !record;
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t(record ? 'achievements.form.edit' : 'achievements.form.add')}
      schema={asksWhose ? forOthers : schema}
      record={record ? { ...record, files: record.files ?? [] } : undefined}
      fields={[
        ...(asksWhose ? [{ control: 'async' as const, ...field('student_id'), load: loadStudents, wide: true }] : []),
        { control: 'date', ...field('achieved_on'), max: today(), description: t('achievements.form.day') },
        { control: 'text', ...field('organizer') },
        { control: 'text', ...field('title'), description: t('achievements.form.name'), wide: true },
      ]}
      labels={{ type_id: t('achievements.field.type_id'), grade_id: t('achievements.field.grade_id') }}
      intro={<What />}
      submitLabel={t('achievements.form.save')}
      save={({ files: chosen, ...rest }: z.input<typeof schema> & { student_id?: number | undefined }) =>
        api.record.save.call({ ...rest, ...(chosen ? { file_ids: chosen.map(({ id }) => id) } : {}) }, silent)
      }
      onSaved={(saved: Achievement) => {
        void refresh();
        onSaved?.(saved);
      }}
      sections={[
        {
          title: t('achievements.form.proof'),
          fields: [
            { control: 'files', ...field('files'), upload, extensions: kinds, wide: true },
            { control: 'text', ...field('link'), placeholder: 'https://', wide: true },
            { control: 'textarea', ...field('description'), wide: true },
          ],
        },
      ]}
    />
  );
}

/** What was reached: results follow the type, points the day. */
function What() {
  const t = useMessages();
  const { locale } = useLocale();
  const form = useFormBinding();
  const day = String(form?.get('achieved_on') ?? '');
  const on = /^\d{4}-\d{2}-\d{2}$/.test(day) && day <= today() ? day : undefined;
  const query = useQuery(api.record.types.queryOptions({ input: on ? { on } : {}, ...silent }));
  const types = query.data ?? [];
  const type = types.find(({ id }) => id === form?.get('type_id'));
  const grade = type?.grades.find(({ id }) => id === form?.get('grade_id'));
  return (
    <div>
      <SimpleGrid type="container" cols={{ base: 1, '560px': 2 }} spacing="md" verticalSpacing="md">
        <SelectField
          name="type_id"
          label={t('achievements.field.type_id')}
          options={types}
          searchable
          onChange={() => form?.set('grade_id', null)}
        />
        <SelectField
          name="grade_id"
          label={t('achievements.field.grade_id')}
          options={(type?.grades ?? []).map(({ id, title, points }) => ({
            id,
            title:
              points === null
                ? title
                : `${title} · ${t('achievements.points', { points: showNumber(points, locale) })}`,
          }))}
          disabled={!type}
        />
      </SimpleGrid>
      {type && (
        <Text size="sm" c="dimmed" mt="xs">
          {[
            type.description,
            type.evidence_min > 0 && t('achievements.form.evidence', { count: type.evidence_min }),
            grade && grade.points === null && t('achievements.form.no_points'),
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      )}
    </div>
  );
}

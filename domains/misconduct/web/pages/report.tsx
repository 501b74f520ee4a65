import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { date, id, requiredText } from '#platform/contract/index.ts';
import { choices, PageSpinner, silent, today, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateField,
  FileUploader,
  PageHeader,
  RecordForm,
  SelectField,
  TextAreaField,
} from '#platform/web/kit/index.ts';
import { sources } from '../../shapes.ts';
import { api, idsOf, loadAssessmentsOf, loadStudentsOf, loadTypes, refresh } from '../api.ts';

const schema = z.object({
  component_id: id,
  student_ids: z.array(id).min(1).max(30),
  type_id: id,
  source: z.enum(sources),
  occurred_on: date,
  text: requiredText(8000),
  passage: z.string().max(8000).optional(),
  file_ids: z.array(z.unknown()).optional(),
});
type Written = z.infer<typeof schema>;
type Given = 'component_id' | 'student_id' | 'course_module_id';
type Made = Awaited<ReturnType<typeof api.report.save.call>>;

/** Reports misconduct, beside the student and with one hand: what, who, where, a photo. The student goes on with the work. */
export default function ReportMisconduct() {
  const t = useMessages();
  const label = (
    name: 'component_id' | 'student_ids' | 'type_id' | 'source' | 'occurred_on' | 'text' | 'passage' | 'file_ids',
  ) => t(`misconduct.field.${name}`);
  // From the grid of marks or from what was handed in: what is known there.
  const search = useSearch({ strict: false }) as Partial<Record<Given | 'passage', unknown>>;
  const given = (name: Given) => (/^\d{1,9}$/.test(String(search[name])) ? Number(search[name]) : undefined);
  const [student_id, course_module_id] = [given('student_id'), given('course_module_id')];
  const first = useQuery({
    ...api.offence.assessments.queryOptions({ input: { course_module_id: course_module_id ?? 0 }, ...silent }),
    enabled: course_module_id !== undefined,
  });
  const component_id = given('component_id') ?? first.data?.[0]?.id;
  const load = useMemo(() => loadAssessmentsOf(course_module_id), [course_module_id]);
  const [made, setMade] = useState<Made>();
  if (made)
    return (
      <Stack maw={640}>
        <PageHeader title={t('misconduct.report.title')} />
        <Alert color="teal" title={t('misconduct.report.made', { count: made.cases.length })}>
          <Stack gap="xs">
            {made.cases.map((one) => (
              <Anchor key={one.id} component={Link} to={`/offence?open=${one.id}`}>
                {one.number} · {one.student.name}
              </Anchor>
            ))}
          </Stack>
        </Alert>
        <Group>
          <Button onClick={() => setMade(undefined)}>{t('misconduct.report.another')}</Button>
        </Group>
      </Stack>
    );
  if (first.isLoading) return <PageSpinner />;
  return (
    <Stack maw={640}>
      <PageHeader title={t('misconduct.report.title')} description={t('misconduct.report.about')} />
      <Alert color="blue">{t('misconduct.report.goes_on')}</Alert>
      <RecordForm
        schema={schema}
        defaults={{
          source: student_id ? 'MARKER' : 'TEACHER',
          occurred_on: today(),
          ...(component_id ? { component_id } : {}),
          ...(student_id ? { student_ids: [student_id] } : {}),
          ...(typeof search.passage === 'string' ? { passage: search.passage.slice(0, 8000) } : {}),
        }}
        submitLabel={t('misconduct.report.send')}
        save={({ student_ids, file_ids, passage, ...given }: Written) =>
          api.report.save.call(
            {
              ...given,
              ...(passage ? { passage } : {}),
              file_ids: idsOf(file_ids),
              students: student_ids.map((student_id) => ({ student_id })),
            },
            silent,
          )
        }
        onSaved={(row: Made) => {
          setMade(row);
          void refresh();
        }}
      >
        {({ binding }) => (
          <Stack>
            <AsyncSelect name="component_id" label={label('component_id')} load={load} />
            <AsyncSelect
              multiple
              name="student_ids"
              label={label('student_ids')}
              load={loadStudentsOf(binding.get('component_id'))}
              dependsOn={binding.get('component_id')}
            />
            <AsyncSelect name="type_id" label={label('type_id')} load={loadTypes} />
            <SelectField name="source" label={label('source')} options={choices(t, 'misconduct.source', sources)} />
            <DateField name="occurred_on" label={label('occurred_on')} />
            <TextAreaField name="text" label={label('text')} />
            <TextAreaField name="passage" label={label('passage')} />
            <FileUploader name="file_ids" label={label('file_ids')} upload={upload} />
          </Stack>
        )}
      </RecordForm>
    </Stack>
  );
}

import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { choices, type NameIn } from '#platform/web/index.ts';
import {
  DateField,
  DateTimeField,
  FormSection,
  MultilingualField,
  NumberField,
  type RecordFormState,
  SelectField,
  SwitchField,
  TextField,
} from '#platform/web/kit/index.ts';
import { componentKinds, componentSources } from '../../shapes.ts';
import { api } from '../api.ts';
import type { Part } from '../plan-draft.ts';
import { useFields } from '../use-fields.ts';
import { CriteriaEditor } from './criteria-editor.tsx';

/** Everything about one component of the plan; it is saved with the plan, its criteria by themselves. */
export function ComponentDrawer(props: {
  /** Path of the component in the form; none closes. */
  path: string | undefined;
  state: RecordFormState;
  course_module_id: number;
  onClose: () => void;
}) {
  const { t } = useFields();
  return (
    <Drawer
      opened={props.path !== undefined}
      onClose={props.onClose}
      position="right"
      size={640}
      title={t('assessment.plan.component')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {props.path !== undefined && <Inside {...props} path={props.path} />}
    </Drawer>
  );
}

function Inside({ path, state, course_module_id, onClose }: Parameters<typeof ComponentDrawer>[0] & { path: string }) {
  const { t, label } = useFields();
  const part = state.binding.get(path) as (Part & { anonymous?: boolean }) | undefined;
  const kinds = useMemo(() => choices(t, 'assessment.kind', componentKinds), [t]);
  const sources = useMemo(() => choices(t, 'assessment.source', componentSources), [t]);
  if (!part) return null;
  const field = (name: NameIn<'assessment.field'>) => ({ name: `${path}.${name}`, label: label(name) });
  const leaf = (part.components ?? []).length === 0;
  return (
    <Stack gap="lg">
      <FormSection>
        <MultilingualField {...field('title')} wide />
        <TextField {...field('code')} />
        <SelectField {...field('kind')} options={kinds} />
        <NumberField {...field('weight')} min={0} max={100} decimals={2} suffix=" %" />
        <NumberField
          {...field('minimum')}
          min={0}
          max={100}
          decimals={1}
          description={t('assessment.plan.minimum_hint')}
        />
        <DateTimeField {...field('due_at')} />
        <DateField {...field('exam_date')} />
        <SwitchField {...field('compensable')} description={t('assessment.plan.compensable_hint')} />
      </FormSection>
      {leaf && (
        <FormSection title={t('assessment.plan.marking')}>
          <SelectField {...field('source')} options={sources} clearable={false} />
          {part.source === 'HOMEWORK' && <Works name={`${path}.homework_ids`} course_module_id={course_module_id} />}
          <NumberField
            {...field('second_marking_share')}
            min={0}
            max={100}
            decimals={0}
            suffix=" %"
            description={t('assessment.plan.second_hint')}
          />
          <SwitchField {...field('anonymous')} description={t('assessment.plan.anonymous_hint')} />
        </FormSection>
      )}
      {leaf && part.id !== undefined && <CriteriaEditor component_id={part.id} disabled={state.binding.disabled} />}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('assessment.plan.done')}</Button>
      </Group>
    </Stack>
  );
}

/** Which handed-in works flow into the component. */
function Works({ name, course_module_id }: { name: string; course_module_id: number }) {
  const { t, label } = useFields();
  const works = useQuery(api.mark.homework.queryOptions({ input: { course_module_id, size: 100 } }));
  return (
    <SelectField
      name={name}
      label={label('homework_ids')}
      description={t('assessment.plan.works_hint')}
      multiple
      options={(works.data?.content ?? []).map(({ id, title }) => ({ id, title }))}
    />
  );
}

import { Button } from '@mantine/core';
import { IconAdjustments, IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, download, type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import { type FieldDefinition, type InputOf, ResourcePage } from '#platform/web/kit/index.ts';
import { lessonKinds, lessonWeeks } from '../../shapes.ts';
import { requirementSave } from '../../shapes-inputs.ts';
import { api, loadBuildings, loadModules, loadRooms, refresh, weekOwners } from '../api.ts';

const link = (to: string) => ({ component: Link, ...({ to } as object) });
const schema = z.object({
  ...saveBase,
  ...requirementSave,
  // A selector holds words.
  split: z.enum(['true', 'false']).nullish(),
  length: z.int().min(1).max(4),
});
const fresh = { kind: 'LECTURE', length: 1, staff_ids: [], features: [] };

/** What lessons need beyond what the plans of modules say. */
export default function Needs() {
  const t = useMessages();
  const { can } = useAbility();
  const label = (name: NameIn<'timetable.field'>) => t(`timetable.field.${name}`);
  const column = <K extends NameIn<'timetable.field'>>(key: K) => ({ key, title: label(key) });
  const kinds = choices(t, 'timetable.kind', lessonKinds);
  const split = [
    { id: 'true', title: t('timetable.needs.split') },
    { id: 'false', title: t('timetable.needs.whole') },
  ];
  const fields: FieldDefinition[] = [
    { control: 'async', name: 'course_module_id', label: label('course_module_id'), load: loadModules, wide: true },
    { control: 'select', name: 'kind', label: label('kind'), options: kinds },
    { control: 'number', name: 'length', label: label('length') },
    {
      control: 'select',
      name: 'week',
      label: label('week'),
      options: choices(t, 'timetable.week', lessonWeeks),
      description: t('timetable.needs.as_falls'),
    },
    {
      control: 'select',
      name: 'split',
      label: label('split'),
      options: split,
      description: t('timetable.needs.split_hint'),
    },
    {
      control: 'async',
      name: 'staff_ids',
      label: label('teachers'),
      load: weekOwners.staff,
      multiple: true,
      description: t('timetable.needs.teachers_hint'),
      wide: true,
    },
    {
      control: 'tags',
      name: 'features',
      label: label('features'),
      description: t('timetable.needs.features_hint'),
      wide: true,
    },
    { control: 'async', name: 'building_id', label: label('building_id'), load: loadBuildings },
    { control: 'async', name: 'room_id', label: label('room_id'), load: loadRooms },
    { control: 'text', name: 'note', label: label('note'), wide: true },
  ];
  const titles = (some: { title: string }[]) => some.map(({ title }) => title).join(', ');
  return (
    <ResourcePage
      of={api.requirement}
      messages="timetable.needs"
      manage={can('timetable.manage')}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      formOf={(row) => ({ ...row, split: row.split === null ? null : String(row.split) })}
      send={(payload) => ({
        ...payload,
        split: payload.split == null ? payload.split : payload.split === 'true',
      })}
      rowLabel={(row) => `${row.module.title}, ${t(`timetable.kind.${row.kind}`)}`}
      columns={[
        { ...column('course_module_id'), render: (row) => `${row.module.code} ${row.module.title}` },
        { ...column('kind'), render: (row) => t(`timetable.kind.${row.kind}`) },
        { ...column('length'), align: 'right' },
        { ...column('week'), render: (row) => (row.week ? t(`timetable.week.${row.week}`) : '—') },
        { ...column('teachers'), render: (row) => titles(row.teachers) || '—' },
        { ...column('features'), render: (row) => row.features.join(', ') || '—' },
        {
          ...column('room_id'),
          render: (row) => [row.building?.title, row.room?.title].filter(Boolean).join(', ') || '—',
        },
        {
          ...column('split'),
          defaultHidden: true,
          render: (row) =>
            row.split === null ? '—' : t(row.split ? 'timetable.needs.split' : 'timetable.needs.whole'),
        },
        { ...column('note'), defaultHidden: true, render: (row) => row.note ?? '—' },
      ]}
      filters={[{ key: 'kind', label: label('kind'), control: 'select', options: kinds }]}
      exportFn={exportList}
      toolbar={
        <>
          <Button
            variant="default"
            leftSection={<IconAdjustments size={16} aria-hidden />}
            {...link('/timetable-settings')}
          >
            {t('timetable.settings.open')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            {...link('/timetable-needs/import')}
          >
            {t('timetable.import.open')}
          </Button>
        </>
      }
      fields={fields}
    />
  );
}

function exportList({ search, kind }: InputOf<typeof api.requirement.list>) {
  const asked = Object.entries({ search, kind }).flatMap(([key, value]) => (value ? [[key, String(value)]] : []));
  return download(`/timetable_requirement/export?${new URLSearchParams(asked)}`, 'timetable-requirements.xlsx').catch(
    () => undefined,
  );
}

import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, codeId, download, type NameIn, useAbility, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  FormSection,
  type InputOf,
  NumberField,
  ResourcePage,
  SelectField,
  StatusBadge,
  TextField,
  useFormBinding,
} from '#platform/web/kit/index.ts';
import { lessonWeeks, wishKinds, wishSave } from '../../shapes.ts';
import { api, refresh, weekOwners } from '../api.ts';

const link = (to: string) => ({ component: Link, ...({ to } as object) });
const schema = z.object({
  ...saveBase,
  ...wishSave,
});
const fresh = { kind: 'UNAVAILABLE', week: 'EVERY', weight: 5, from_session: 1, to_session: 6 };

/** When people cannot or would rather not come, and when rooms are closed. */
export default function Wishes() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const office = scope('timetable_wish.manage') === 'institution';
  const label = (name: NameIn<'timetable.field'>) => t(`timetable.field.${name}`);
  const column = <K extends NameIn<'timetable.field'>>(key: K) => ({ key, title: label(key) });
  const days = choices(t, 'timetable.day', [1, 2, 3, 4, 5, 6, 7]);
  return (
    <ResourcePage
      of={api.wish}
      messages="timetable.wishes"
      manage={can('timetable_wish.manage')}
      schema={schema}
      fresh={fresh}
      onChanged={refresh}
      rowLabel={(row) => row.teacher?.title ?? row.room?.title ?? ''}
      columns={[
        { ...column('whose'), made: true, render: (row) => row.teacher?.title ?? row.room?.title ?? '—' },
        { ...column('day'), sortable: true, render: (row) => t(codeId('timetable.day', row.day)) },
        {
          ...column('sessions'),
          made: true,
          render: (row) =>
            row.from_session === row.to_session ? row.from_session : `${row.from_session}–${row.to_session}`,
        },
        { ...column('week'), defaultHidden: true, render: (row) => t(`timetable.week.${row.week}`) },
        {
          ...column('kind'),
          render: (row) => (
            <StatusBadge
              status={row.kind}
              label={t(`timetable.wish_kind.${row.kind}`)}
              color={row.kind === 'UNAVAILABLE' ? 'red' : 'yellow'}
            />
          ),
        },
        { ...column('weight'), align: 'right', render: (row) => (row.kind === 'RATHER_NOT' ? row.weight : '—') },
        { ...column('note'), render: (row) => row.note ?? '—' },
      ]}
      filters={[
        ...(office
          ? [{ key: 'staff_id' as const, label: label('staff_id'), control: 'async' as const, load: weekOwners.staff }]
          : []),
        { key: 'day', label: label('day'), control: 'select', options: days },
        { key: 'kind', label: label('kind'), control: 'select', options: choices(t, 'timetable.wish_kind', wishKinds) },
      ]}
      exportFn={exportList}
      toolbar={
        can('timetable.manage') && (
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            {...link('/timetable-wishes/import')}
          >
            {t('timetable.import.open')}
          </Button>
        )
      }
      labels={Object.fromEntries(
        (['staff_id', 'room_id', 'day', 'kind', 'from_session', 'to_session', 'week', 'weight', 'note'] as const).map(
          (name) => [name, label(name)],
        ),
      )}
    >
      <Fields office={office} days={days} />
    </ResourcePage>
  );
}

function Fields({ office, days }: { office: boolean; days: { id: string | number; title: string }[] }) {
  const t = useMessages();
  const form = useFormBinding();
  const label = (name: string) => ({ name, label: t(codeId('timetable.field', name)) });
  return (
    <FormSection>
      {office && <AsyncSelect {...label('staff_id')} load={weekOwners.staff} />}
      {office && <AsyncSelect {...label('room_id')} load={weekOwners.room} />}
      <SelectField {...label('day')} options={days} />
      <SelectField
        {...label('kind')}
        options={choices(t, 'timetable.wish_kind', wishKinds)}
        // A field that is not shown must not hold what the form refuses.
        onChange={(kind) => kind !== 'RATHER_NOT' && form?.set('weight', fresh.weight)}
      />
      <NumberField {...label('from_session')} />
      <NumberField {...label('to_session')} />
      <SelectField {...label('week')} options={choices(t, 'timetable.week', lessonWeeks)} />
      {form?.get('kind') === 'RATHER_NOT' && (
        <NumberField {...label('weight')} description={t('timetable.wishes.weight_hint')} />
      )}
      <TextField {...label('note')} wide />
    </FormSection>
  );
}

function exportList({ search, kind }: InputOf<typeof api.wish.list>) {
  const asked = Object.entries({ search, kind }).flatMap(([key, value]) => (value ? [[key, String(value)]] : []));
  return download(`/timetable_wish/export?${new URLSearchParams(asked)}`, 'timetable-wishes.xlsx').catch(
    () => undefined,
  );
}

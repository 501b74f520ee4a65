import { Group, Progress, Text } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import {
  choices,
  codeId,
  type NameIn,
  silent,
  today,
  useAbility,
  useLocale,
  useMessages,
} from '#platform/web/index.ts';
import { confirm, notify, plainValue, ResourcePage, StatusBadge, showDate, Tabs } from '#platform/web/kit/index.ts';
import { placeSave, sessionSave } from '../../../shapes-exam.ts';
import { api, loadPlaces, loadRegions, loadYears, refresh } from '../../api.ts';

type Session = Awaited<ReturnType<typeof api.exam.session.get.call>>;
const placeSchema = z.object({ ...saveBase, ...placeSave });
const sessionSchema = z.object({ ...saveBase, ...sessionSave });
const freshPlace = { active: true };
const freshSession = { starts_at: '09:00', ends_at: '11:00', open: true };

/** Where and when entrance exams are held. */
export default function ExamPlaces() {
  const t = useMessages();
  return (
    <Tabs
      items={[
        { key: 'sessions', label: t('admissions.session.title'), content: <Sessions /> },
        { key: 'places', label: t('admissions.place.title'), content: <Places /> },
      ]}
    />
  );
}

function Sessions() {
  const t = useMessages();
  const { can } = useAbility();
  const field = <N extends NameIn<'admissions.field'>>(name: N) => ({
    name,
    label: t(codeId('admissions.field', name)),
  });
  const column = <K extends NameIn<'admissions.field'>>(key: K) => ({ key, title: t(codeId('admissions.field', key)) });
  const languages = choices(t, 'admissions.language', ['uz', 'ru', 'en']);
  const absent = async (session: Session) => {
    if (
      !(await confirm({
        title: t('admissions.session.absent'),
        name: `${session.place?.title ?? ''} · ${showDate(session.day)} ${session.starts_at}`,
        text: t('admissions.session.absent_about'),
      }))
    )
      return;
    const { changed } = await api.exam.session.absent.call({ session_id: session.id }, silent);
    notify.success(t('admissions.session.absent_done', { count: changed }));
    await refresh();
  };
  return (
    <ResourcePage
      of={api.exam.session}
      messages="admissions.session"
      name="exam-sessions"
      manage={can('exam.manage')}
      schema={sessionSchema}
      fresh={freshSession}
      defaults={{ size: 20, sort: 'day,desc' }}
      rowLabel={(row) => `${showDate(row.day)} ${row.starts_at} ${row.place?.title ?? ''}`}
      onChanged={refresh}
      actions={(row) =>
        can('exam.check_in')
          ? [
              {
                key: 'absent',
                label: t('admissions.session.absent'),
                icon: <IconUserX size={16} aria-hidden />,
                run: () => absent(row),
              },
            ]
          : []
      }
      columns={[
        {
          ...column('day'),
          sortable: true,
          render: (row) => (
            <Text size="sm" fw={500} className="tabular">
              {showDate(row.day)}, {row.starts_at}–{row.ends_at}
            </Text>
          ),
        },
        { ...column('place_id'), render: (row) => row.place?.title ?? '—' },
        {
          ...column('language'),
          render: (row) => (row.language ? t(`admissions.language.${row.language}`) : t('admissions.session.any')),
        },
        {
          key: 'taken',
          title: t('admissions.session.taken'),
          render: (row) => (
            <Group gap="xs" wrap="nowrap">
              <Progress
                value={(100 * row.taken) / row.capacity}
                w={80}
                color={row.taken >= row.capacity ? 'orange' : 'accent'}
                aria-hidden
              />
              <Text size="sm" className="tabular">
                {row.taken} / {row.capacity}
              </Text>
            </Group>
          ),
        },
        {
          key: 'open',
          title: t('admissions.field.open'),
          render: (row) => {
            const state = row.day < today() ? 'past' : row.open ? 'open' : 'closed';
            return (
              <StatusBadge
                status={state.toUpperCase()}
                color={state === 'open' ? 'teal' : 'gray'}
                label={t(`admissions.session.${state}`)}
              />
            );
          },
        },
      ]}
      filters={[
        { key: 'place_id', label: field('place_id').label, control: 'async', load: loadPlaces },
        { key: 'academic_year_id', label: field('academic_year_id').label, control: 'async', load: loadYears },
        { key: 'from', label: t('kit.date.from'), control: 'date' },
        { key: 'until', label: t('kit.date.to'), control: 'date' },
        { key: 'free', label: t('admissions.session.free'), control: 'boolean' },
      ]}
      fields={[
        { control: 'async', ...field('place_id'), load: loadPlaces },
        { control: 'async', ...field('academic_year_id'), load: loadYears },
        { control: 'date', ...field('day') },
        { control: 'number', ...field('capacity') },
        { control: 'text', ...field('starts_at'), placeholder: '09:00' },
        { control: 'text', ...field('ends_at'), placeholder: '11:00' },
        { control: 'select', ...field('language'), clearable: true, options: languages },
        { control: 'switch', ...field('open') },
      ]}
    />
  );
}

function Places() {
  const t = useMessages();
  const { locale } = useLocale();
  const field = <N extends NameIn<'admissions.field'>>(name: N) => ({
    name,
    label: t(codeId('admissions.field', name)),
  });
  return (
    <ResourcePage
      of={api.exam.place}
      messages="admissions.place"
      name="exam-places"
      manage={useAbility().can('exam.manage')}
      schema={placeSchema}
      fresh={freshPlace}
      onChanged={refresh}
      columns={[
        {
          key: 'title',
          title: t('admissions.field.title'),
          sortable: true,
          render: (row) => plainValue(row.title, locale),
        },
        { key: 'address', title: t('admissions.field.address'), render: (row) => row.address ?? '—' },
        { key: 'capacity', title: t('admissions.field.capacity'), align: 'right' },
        {
          key: 'active',
          title: t('admissions.field.active'),
          render: (row) => t(row.active ? 'kit.yes' : 'kit.no'),
        },
      ]}
      fields={[
        { control: 'multilingual', ...field('title'), wide: true },
        { control: 'text', ...field('address'), wide: true },
        { control: 'async', ...field('region_id'), load: loadRegions },
        { control: 'number', ...field('capacity') },
        { control: 'switch', ...field('active') },
      ]}
    />
  );
}

import { ActionIcon, Button, Group, SegmentedControl, Skeleton, Stack, Switch, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, today, useAbility, useMessages } from '#platform/web/index.ts';
import { confirmDelete, Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api, type Event, type Row } from '../api.ts';
import { Agenda } from '../components/agenda.tsx';
import { EventCard } from '../components/event-card.tsx';
import { EventForm } from '../components/event-form.tsx';
import { FeedDialog } from '../components/feed-dialog.tsx';
import { MonthGrid } from '../components/month-grid.tsx';
import { byDay, daysOf, isDay, neighbouringDay, spanOf, type View, views, weekday } from '../days.ts';

const writes = [
  'calendar.all_types',
  'calendar.academic_types',
  'calendar.week_types',
  'calendar.general_types',
] as const;

/** The calendar of a person or of the institution. View, day and choice stand in the address. */
export default function Calendar() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const client = useQueryClient();
  const navigate = useNavigate();
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const asked = useSearch({ strict: false }) as { view?: string; date?: unknown; all?: unknown };
  const view = views.find((one) => one === asked.view) ?? (narrow ? 'agenda' : 'month');
  const day = isDay(asked.date) ? asked.date : today();
  const all = String(asked.all) === '1';
  const set = (more: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...more }), resetScroll: false });
  const [opened, setOpened] = useState<Row>();
  const [form, setForm] = useState<Event | string>();
  const [feed, setFeed] = useState(false);

  const span = spanOf(view, day);
  const { data, isError, isFetching, refetch } = useQuery({
    ...api.event.list.queryOptions({ input: { ...span, size: 1000, mine: !all } }),
    placeholderData: keepPreviousData,
  });
  const changed = () => client.invalidateQueries({ queryKey: api.event.key() });
  const edit = async (id: number) => {
    const event = await api.event.get.call({ id });
    setOpened(undefined);
    setForm(event);
  };
  const remove = (row: Row) =>
    confirmDelete(async () => {
      await api.event.remove.call({ id: row.id as number });
      setOpened(undefined);
      await changed();
    }, row.title);

  const monthOf = (of: string) => t(codeId('calendar.month', Number(of.slice(5, 7))));
  const wordsOf = (of: string) =>
    t('calendar.day_words', {
      weekday: t(codeId('calendar.weekday_long', weekday(of))),
      day: Number(of.slice(8)),
      month: t(codeId('calendar.month_of', Number(of.slice(5, 7)))),
      year: of.slice(0, 4),
    });
  const title =
    view === 'day'
      ? wordsOf(day)
      : view === 'week'
        ? `${Number(span.from.slice(8))} ${t(codeId('calendar.month_of', Number(span.from.slice(5, 7))))} – ${Number(span.to.slice(8))} ${t(codeId('calendar.month_of', Number(span.to.slice(5, 7))))}`
        : `${monthOf(day)} ${day.slice(0, 4)}`;
  const days = daysOf(span);
  const events = byDay(data?.content ?? [], days);
  return (
    <Stack gap="sm" aria-busy={isFetching}>
      <PageHeader
        title={t('calendar.title')}
        description={t('calendar.about')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDeviceMobile size={16} aria-hidden />}
              onClick={() => setFeed(true)}
            >
              {t('calendar.feed.button')}
            </Button>
            {can(writes) && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm(day)}>
                {t('calendar.add')}
              </Button>
            )}
          </>
        }
      />
      <Group justify="space-between" gap="xs">
        <Group gap={6}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('calendar.before')}
            onClick={() => set({ date: neighbouringDay(view, day, -1) })}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('calendar.after')}
            onClick={() => set({ date: neighbouringDay(view, day, 1) })}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
          <Button variant="default" onClick={() => set({ date: undefined })}>
            {t('calendar.today')}
          </Button>
          <Title order={2} size="h4" ml={6} aria-live="polite">
            {title}
          </Title>
        </Group>
        <Group gap="sm">
          {scope('calendar.read') === 'institution' && (
            <Switch
              label={t('calendar.all')}
              checked={all}
              onChange={(event) => set({ all: event.currentTarget.checked ? 1 : undefined })}
            />
          )}
          <SegmentedControl
            size="sm"
            aria-label={t('calendar.view')}
            value={view}
            onChange={(next) => set({ view: next as View })}
            data={views.map((value) => ({ value, label: t(`calendar.view.${value}`) }))}
          />
        </Group>
      </Group>
      {isError ? (
        <Empty
          title={t('calendar.failed')}
          action={<Button onClick={() => void refetch()}>{t('calendar.again')}</Button>}
        />
      ) : !data ? (
        <Skeleton height={view === 'month' ? 620 : 360} radius="md" />
      ) : view === 'month' || (view === 'week' && !narrow) ? (
        <MonthGrid
          days={days}
          day={day}
          events={events}
          tall={view === 'week'}
          wordsOf={wordsOf}
          move={(to) => set({ date: to })}
          openDay={(to) => set({ date: to, view: 'day' })}
          open={setOpened}
        />
      ) : (
        <Agenda key={day} at={day} events={events} wordsOf={wordsOf} open={setOpened} />
      )}
      <EventCard event={opened} onClose={() => setOpened(undefined)} edit={(id) => void edit(id)} remove={remove} />
      <EventForm
        what={form}
        onClose={() => setForm(undefined)}
        onSaved={() => {
          void changed();
        }}
      />
      <FeedDialog opened={feed} onClose={() => setFeed(false)} />
    </Stack>
  );
}

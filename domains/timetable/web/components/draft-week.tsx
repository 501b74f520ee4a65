import { ActionIcon, Button, Group, Menu, Skeleton, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconPin, IconPinnedOff, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { codeId, refusalOf, silent, useMessages } from '#platform/web/index.ts';
import { confirmDelete, Empty, notify, tell, tellError, useDrag } from '#platform/web/kit/index.ts';
import { api, type Draft, type Entry, type Place, refresh } from '../api.ts';
import { LessonCard } from './lesson-card.tsx';
import { LessonForm } from './lesson-form.tsx';
import styles from './week.module.css';
import { WeekGrid } from './week-grid.tsx';
import { WhoseWeek } from './whose-week.tsx';

const kinds = ['group', 'staff', 'room'] as const;
const keyOf = (day: number, session: number) => `${day} ${session}`;

/**
 * The week of one group, teacher or room in a draft. Taking up a lesson – by mouse, or Enter on it – shows where it can go
 * and what is in the way elsewhere; putting it down, or Enter on a free place, moves it.
 */
export function DraftWeek({ draft }: { draft: Draft }) {
  const t = useMessages();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Record<string, unknown>;
  const kind = kinds.find((one) => one === asked.whose) ?? 'group';
  const id = Number(asked.id) > 0 ? Number(asked.id) : undefined;
  const day = Math.min(Number(asked.day) > 0 ? Number(asked.day) : 1, draft.days);
  const set = (more: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...more }), resetScroll: false });
  const [held, setHeld] = useState<Entry>();
  const [form, setForm] = useState<Entry | 'new'>();
  const edits = draft.state === 'DRAFT' && !draft.running;

  const week = useQuery({
    ...api.entry.week.queryOptions({ input: { timetable_id: draft.id, [`${kind}_id`]: id } }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
    // Somebody else may be moving lessons of the same draft.
    refetchInterval: edits ? 10_000 : false,
  });
  const unplaced = useQuery({
    ...api.entry.list.queryOptions({
      input: { timetable_id: draft.id, placed: false, size: 50, sort: 'id' },
    }),
    enabled: draft.unplaced > 0,
  });
  const places = useQuery({
    ...api.entry.places.queryOptions({ input: { id: held?.id ?? 0 } }),
    enabled: held !== undefined && edits,
  });
  /** Whoever moves lessons by keyboard goes on from the one that was moved. */
  const moved = useRef<number>(undefined);
  const entries = week.data?.entries;
  useEffect(() => {
    if (!entries || moved.current === undefined) return;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-entry="${moved.current}"]`)?.focus();
    moved.current = undefined;
  }, [entries]);
  const at = new Map((places.data ?? []).map((place) => [keyOf(place.day, place.session), place]));

  const save = async (entry: Entry, change: object) =>
    api.entry.save.call({ id: entry.id, version: entry.version, ...change }, silent);
  /** The week is there anew, so both values need no comparing: who it was and where the lesson is now. */
  const tellLate = async (error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal?.code !== 'STALE') return tellError(error);
    const { by, current } = refusal.data as { by?: string; current?: Entry };
    const { day: onDay = null, session = null } = current ?? {};
    const place = onDay && session ? t('timetable.place', { day: t(codeId('timetable.day', onDay)), session }) : '—';
    return tell({ title: t('timetable.late'), text: t('timetable.late_text', { by: by ?? '—', place }) });
  };
  const change = async (entry: Entry, fields: object, done?: string) => {
    setHeld(undefined);
    try {
      const saved = await save(entry, fields);
      moved.current = entry.id;
      // The week is read anew first: what is taken up next is taken up as it is now.
      await refresh();
      if (!done) return;
      notify.undo(done, async () => {
        await save(saved as Entry, { day: entry.day, session: entry.session, room_id: entry.room_id }).catch(tellLate);
        await refresh();
      });
    } catch (error) {
      await refresh();
      await tellLate(error);
    }
  };
  const move = (entry: Entry, { day: onDay, session, room_id }: Place) =>
    change(
      entry,
      { day: onDay, session, room_id },
      t('timetable.moved', { day: t(codeId('timetable.day', onDay)), session }),
    );
  const remove = async (entry: Entry) => {
    setHeld(undefined);
    await confirmDelete(
      async () => {
        await api.entry.remove.call({ id: entry.id }, silent);
        await refresh();
      },
      entry.module.title,
      async () => {
        await api.entry.restore.call({ id: entry.id }, silent);
        await refresh();
      },
    );
  };
  const isFree = (place: Place | undefined): place is Place => place !== undefined && place.reasons.length === 0;
  const drag = useDrag<Entry>(
    (entry, key) => {
      const place = at.get(key);
      if (isFree(place)) void move(entry, place);
    },
    (entry, key) => isFree(at.get(key)) && entry.id === held?.id,
  );
  const { dragging } = drag;
  /** What is dragged is over this place; where it cannot be put, the reasons are told there. */
  const [under, setUnder] = useState<string>();
  useEffect(() => {
    if (dragging) setHeld(dragging);
  }, [dragging]);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setHeld(undefined);
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, []);

  const card = (entry: Entry, of?: typeof kind) => (
    <Group gap={2} wrap="nowrap" align="flex-start">
      <UnstyledButton
        className={styles.held}
        data-held={held?.id === entry.id || undefined}
        data-entry={entry.id}
        aria-pressed={held?.id === entry.id}
        disabled={!edits}
        onClick={() => setHeld(held?.id === entry.id ? undefined : entry)}
        {...(edits && !entry.fixed ? drag.source(entry) : {})}
      >
        <LessonCard entry={entry} of={of} id={id} />
      </UnstyledButton>
      {edits && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('timetable.more', { title: entry.module.title })}
            >
              <IconDotsVertical size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={entry.fixed ? <IconPinnedOff size={15} /> : <IconPin size={15} />}
              onClick={() => void change(entry, { fixed: !entry.fixed })}
            >
              {t(entry.fixed ? 'timetable.unfix' : 'timetable.fix')}
            </Menu.Item>
            {entry.day !== null && (
              <Menu.Item
                leftSection={<IconX size={15} />}
                onClick={() =>
                  void change(entry, { day: null, session: null, room_id: null }, t('timetable.taken_out'))
                }
              >
                {t('timetable.take_out')}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setForm(entry)}>
              {t('timetable.lesson.edit')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => void remove(entry)}>
              {t('timetable.lesson.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
  const more = (onDay: number, session: number) => {
    if (!held) return null;
    const place = at.get(keyOf(onDay, session));
    if (!place || (held.day === onDay && held.session === session)) return null;
    const words = place.reasons.map(({ text }) => text).join('; ');
    return isFree(place) ? (
      <UnstyledButton className={styles.put} onClick={() => void move(held, place)}>
        {t('timetable.put', { room: place.room ?? '' })}
        {place.price !== 0 && ` · ${place.price > 0 ? '+' : '−'}${Math.abs(place.price)}`}
      </UnstyledButton>
    ) : (
      <Tooltip
        label={words}
        multiline
        maw={340}
        withArrow
        {...(dragging ? { opened: under === keyOf(onDay, session) } : {})}
      >
        <UnstyledButton className={styles.why} c="dimmed" aria-label={`${t('timetable.why_not')} ${words}`}>
          {t('timetable.why_not')}
        </UnstyledButton>
      </Tooltip>
    );
  };
  const rows = unplaced.data?.content ?? [];
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="end" gap="xs">
        <WhoseWeek
          kinds={kinds}
          kind={kind}
          id={id}
          onChange={(next, chosen) => {
            setHeld(undefined);
            set({ whose: next, id: chosen });
          }}
        />
        {edits && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm('new')}>
            {t('timetable.lesson.add')}
          </Button>
        )}
      </Group>
      <LessonForm
        draft={draft}
        entry={form === 'new' ? undefined : form}
        opened={form !== undefined}
        onClose={() => setForm(undefined)}
        onMade={setHeld}
      />
      {held && (
        <Group gap="xs">
          <Text size="sm" aria-live="polite">
            {places.isFetching ? t('timetable.looking') : t('timetable.holding', { title: held.module.title })}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => setHeld(undefined)}>
            {t('timetable.let_go')}
          </Button>
        </Group>
      )}
      {rows.length > 0 && (
        <section className="surface" aria-label={t('timetable.tray')}>
          <Stack p="sm" gap="xs">
            <Text fw={600} size="sm">
              {t('timetable.tray')}
            </Text>
            <ul className={styles.tray}>
              {rows.map((entry) => (
                <li key={entry.id}>{card(entry as Entry)}</li>
              ))}
            </ul>
          </Stack>
        </section>
      )}
      {id === undefined && !held ? (
        <div className="surface">
          <Empty title={t('timetable.choose')} text={t('timetable.choose_draft')} />
        </div>
      ) : week.isError ? (
        <Empty
          title={t('timetable.failed')}
          action={<Button onClick={() => void week.refetch()}>{t('timetable.again')}</Button>}
        />
      ) : id !== undefined && !week.data ? (
        <Skeleton height={480} radius="md" />
      ) : (
        <WeekGrid
          timetable={week.data?.timetable ?? { ...draft, semester: '', from: null, week: null, can: { edit: edits } }}
          entries={id === undefined ? [] : (week.data?.entries ?? []).filter((entry) => entry.day !== null)}
          day={day}
          onDay={(next) => set({ day: next })}
          card={(entry) => card(entry, kind)}
          cell={(onDay, session) => {
            const place = held ? at.get(keyOf(onDay, session)) : undefined;
            return {
              ...drag.target(keyOf(onDay, session)),
              onDragEnter: () => setUnder(keyOf(onDay, session)),
              'data-state': place ? (isFree(place) ? 'free' : 'taken') : undefined,
            };
          }}
          more={more}
        />
      )}
    </Stack>
  );
}

import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarCog, IconDownload, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { download, today, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader } from '#platform/web/kit/index.ts';
import { api, type Whose } from '../api.ts';
import { LessonCard } from '../components/lesson-card.tsx';
import { WeekGrid } from '../components/week-grid.tsx';
import { WhoseWeek } from '../components/whose-week.tsx';

const link = (to: string) => ({ component: Link, ...({ to } as object) });
/** Monday is 1; what has no lessons is looked at as Monday. */
const weekday = () => new Date(today()).getUTCDay() || 7;

/** The published week of a group, teacher, room or student; one's own to begin with. All of it stands in the address. */
export default function TimetableWeek() {
  const t = useMessages();
  const { can, scope } = useAbility();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Record<string, unknown>;
  const own = scope('timetable.read') === 'own';
  const kinds = (['group', 'staff', 'room', 'student'] as const).filter(
    (one) => one !== 'student' || can('student.read'),
  );
  const kind = kinds.find((one) => one === asked.whose) ?? 'group';
  const id = Number(asked.id) > 0 ? Number(asked.id) : undefined;
  const set = (more: object) =>
    void navigate({ to: '.', search: ((old: object) => ({ ...old, ...more })) as never, resetScroll: false });
  const input = !own && id ? { [`${kind}_id`]: id } : {};
  const { data, isError, refetch } = useQuery({
    ...api.entry.week.queryOptions({ input: input as never }),
    placeholderData: keepPreviousData,
  });
  const shown = data?.who;
  const of: Whose | undefined = shown?.kind === 'student' ? 'student' : shown?.kind;
  const parity = asked.weeks === 'ODD' || asked.weeks === 'EVEN' ? asked.weeks : 'ALL';
  const entries = (data?.entries ?? []).filter(
    (entry) => parity === 'ALL' || entry.week === 'EVERY' || entry.week === parity,
  );
  const timetable = data?.timetable;
  // Somebody of the office who gives no lessons came to look at somebody else's.
  const choosing = !own && !id && data?.entries.length === 0;
  const day = Math.min(Number(asked.day) > 0 ? Number(asked.day) : weekday(), timetable?.days ?? 6);
  return (
    <Stack gap="sm">
      <PageHeader
        title={shown && !choosing ? t('timetable.of', { name: shown.title }) : t('timetable.title')}
        description={timetable ? timetable.semester : t('timetable.about')}
        actions={
          <>
            {shown && timetable && !choosing && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() =>
                  void download(
                    `/timetable/print?${new URLSearchParams(own ? {} : { [`${shown.kind}_id`]: String(shown.id) })}`,
                    'timetable.pdf',
                  ).catch(() => undefined)
                }
              >
                {t('timetable.pdf')}
              </Button>
            )}
            {shown && timetable && !choosing && (
              <Button
                variant="default"
                visibleFrom="sm"
                leftSection={<IconPrinter size={16} aria-hidden />}
                onClick={() => print()}
              >
                {t('timetable.print')}
              </Button>
            )}
            {can('timetable.manage') && (
              <Button leftSection={<IconCalendarCog size={16} aria-hidden />} {...link('/timetable-drafts')}>
                {t('timetable.drafts.open')}
              </Button>
            )}
          </>
        }
      />
      <Group justify="space-between" gap="xs" align="end" data-screen>
        {own ? (
          <span />
        ) : (
          <WhoseWeek kinds={kinds} kind={kind} id={id} onChange={(next, chosen) => set({ whose: next, id: chosen })} />
        )}
        <Group gap="xs">
          <SegmentedControl
            size="sm"
            aria-label={t('timetable.weeks')}
            value={parity}
            onChange={(next) => set({ weeks: next === 'ALL' ? undefined : next })}
            data={(['ALL', 'ODD', 'EVEN'] as const).map((value) => ({
              value,
              label: t(`timetable.weeks.${value}`),
            }))}
          />
          <SegmentedControl
            size="sm"
            visibleFrom="sm"
            aria-label={t('timetable.view')}
            value={asked.view === 'day' ? 'day' : 'week'}
            onChange={(next) => set({ view: next === 'day' ? 'day' : undefined })}
            data={['week', 'day'].map((value) => ({ value, label: t(`timetable.view.${value}`) }))}
          />
        </Group>
      </Group>
      {isError ? (
        <Empty
          title={t('timetable.failed')}
          action={<Button onClick={() => void refetch()}>{t('timetable.again')}</Button>}
        />
      ) : !data ? (
        <Skeleton height={520} radius="md" />
      ) : !timetable ? (
        <div className="surface">
          <Empty title={t('timetable.none')} text={t('timetable.none_text')} />
        </div>
      ) : !shown || choosing ? (
        <div className="surface">
          <Empty title={t('timetable.choose')} text={t('timetable.choose_text')} />
        </div>
      ) : (
        <>
          {timetable.week && (
            <Text size="sm" c="dimmed">
              {t(`timetable.now.${timetable.week}`)}
            </Text>
          )}
          {data.entries.length === 0 ? (
            <div className="surface">
              <Empty title={t('timetable.free')} />
            </div>
          ) : (
            <WeekGrid
              timetable={timetable}
              entries={entries}
              day={day}
              onDay={(next) => set({ day: next })}
              single={asked.view === 'day'}
              card={(entry) => <LessonCard entry={entry} of={of} />}
            />
          )}
        </>
      )}
    </Stack>
  );
}

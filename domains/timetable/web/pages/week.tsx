import { ActionIcon, Alert, Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarCog, IconChevronLeft, IconChevronRight, IconDownload, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { codeId, download, today, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, PageHeader, showDate, useKeptHeight } from '#platform/web/kit/index.ts';
import { api, type WeekOwner } from '../api.ts';
import { LessonCard } from '../components/lesson-card.tsx';
import { WeekGrid } from '../components/week-grid.tsx';
import { WhoseWeek } from '../components/whose-week.tsx';

const link = (to: string) => ({ component: Link, ...({ to } as object) });
/** Monday is 1; what has no lessons is looked at as Monday. */
const weekday = () => new Date(today()).getUTCDay() || 7;

const dayMs = 86_400_000;
const after = (date: string, days: number) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
const isDate = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text);

/**
 * The week of a group, teacher, room or student; one's own to begin with: the lessons that stand on the dates of a week, or
 * the pattern that repeats. All of it stands in the address.
 */
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
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...more }), resetScroll: false });
  const view = asked.view === 'day' || asked.view === 'pattern' ? asked.view : 'week';
  const pattern = view === 'pattern';
  const about = pattern ? { pattern: true } : isDate(asked.date) ? { date: asked.date } : {};
  const input = { ...(!own && id ? { [`${kind}_id`]: id } : {}), ...about };
  const { data, isError, refetch } = useQuery({
    ...api.entry.week.queryOptions({ input: input }),
    placeholderData: keepPreviousData,
  });
  const shown = data?.who;
  const of: WeekOwner | undefined = shown?.kind === 'student' ? 'student' : shown?.kind;
  const parity = asked.weeks === 'ODD' || asked.weeks === 'EVEN' ? asked.weeks : 'ALL';
  const entries = (data?.entries ?? []).filter(
    (entry) => !pattern || parity === 'ALL' || entry.week === 'EVERY' || entry.week === parity,
  );
  const timetable = data?.timetable;
  const dates = data?.dates;
  // Somebody of the office who gives no lessons came to look at somebody else's; a teacher may just have a free week.
  const gives = ['own', 'taught'].includes(scope('attendance.mark') ?? '');
  const choosing = !own && !id && !gives && data?.entries.length === 0;
  const here = !dates || (dates.from <= today() && today() <= dates.until);
  const day = Math.min(Number(asked.day) > 0 ? Number(asked.day) : here ? weekday() : 1, timetable?.days ?? 6);
  // Until it is known whose week it is and of which days, its head keeps the room that it will take.
  const head = useKeptHeight(`timetable ${view}`);
  const known = data !== undefined || isError;
  return (
    <Stack gap="sm">
      <section ref={head} aria-busy={!known}>
        <Stack gap="sm">
          <PageHeader
            title={shown && !choosing ? t('timetable.of', { name: shown.title }) : t('timetable.title')}
            description={known ? (timetable?.semester ?? t('timetable.about')) : undefined}
            actions={
              <>
                {shown && timetable && !choosing && (
                  <Button
                    variant="default"
                    leftSection={<IconDownload size={16} aria-hidden />}
                    onClick={() =>
                      void download(
                        `/timetable/print?${new URLSearchParams({
                          ...(own ? {} : { [`${shown.kind}_id`]: String(shown.id) }),
                          ...(pattern ? { pattern: 'true' } : dates ? { date: dates.from } : {}),
                        })}`,
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
          {known && (
            <Group justify="space-between" gap="xs" align="end" data-screen>
              {own ? (
                <span />
              ) : (
                <WhoseWeek
                  kinds={kinds}
                  kind={kind}
                  id={id}
                  onChange={(next, chosen) => set({ whose: next, id: chosen })}
                />
              )}
              <Group gap="xs">
                {pattern ? (
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
                ) : (
                  dates && (
                    <Group gap={4}>
                      <ActionIcon
                        variant="default"
                        size="lg"
                        aria-label={t('timetable.dates.before')}
                        onClick={() => set({ date: after(dates.from, -7) })}
                      >
                        <IconChevronLeft size={16} aria-hidden />
                      </ActionIcon>
                      <Button variant="default" onClick={() => set({ date: undefined, day: undefined })}>
                        {t('timetable.dates.now')}
                      </Button>
                      <ActionIcon
                        variant="default"
                        size="lg"
                        aria-label={t('timetable.dates.after')}
                        onClick={() => set({ date: after(dates.from, 7) })}
                      >
                        <IconChevronRight size={16} aria-hidden />
                      </ActionIcon>
                    </Group>
                  )
                )}
                <SegmentedControl
                  size="sm"
                  aria-label={t('timetable.view')}
                  value={view}
                  onChange={(next) => set({ view: next === 'week' ? undefined : next })}
                  data={['week', 'day', 'pattern'].map((value) => ({
                    value,
                    label: t(codeId('timetable.view', value)),
                  }))}
                />
              </Group>
            </Group>
          )}
        </Stack>
      </section>
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
          {/* What is published holds from a day on: whoever looks at an earlier one sees the lessons of before. */}
          {timetable.from && (dates ? dates.until >= timetable.from && dates.from < timetable.from : true) && (
            <Alert color="blue" p="xs">
              {t(dates ? 'timetable.from.soon' : 'timetable.from', { date: showDate(timetable.from) })}
            </Alert>
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {dates
              ? [
                  `${showDate(dates.from)} – ${showDate(dates.until)}`,
                  ...(dates.number ? [t('timetable.dates.week', { number: dates.number })] : []),
                  ...(dates.parity ? [t(`timetable.week_now.${dates.parity}`)] : []),
                ].join(' · ')
              : timetable.week && t(`timetable.now.${timetable.week}`)}
          </Text>
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
              single={view === 'day'}
              dateOf={
                dates
                  ? (each) => (
                      <Text size="xs" c="dimmed" className="tabular" component="div">
                        {showDate(after(dates.from, each - 1))}
                      </Text>
                    )
                  : undefined
              }
              card={(entry) => <LessonCard entry={entry} of={of} id={shown?.id} />}
            />
          )}
        </>
      )}
    </Stack>
  );
}

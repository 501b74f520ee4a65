import { Alert, Anchor, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { Arrow, DateField, NumberField, notify, showNumber } from '#platform/web/kit/index.ts';
import { api, type Draft, type WeekOwner } from '../api.ts';
import { useAct } from '../use-act.ts';
import { WhoseWeek } from './whose-week.tsx';

interface Left {
  title: string;
  at: string;
  stand_ins: { id: number; title: string }[];
  /** of a dated lesson */
  session_id?: number;
  date?: string;
}
type Weekly = Awaited<ReturnType<typeof api.draft.repair.call>>;
type Dated = Awaited<ReturnType<typeof api.draft.repair_day.call>>;
type MovesOf<Answer extends Weekly | Dated> = Answer['alternatives'][number]['moves'];
const areDated = (moves: MovesOf<Weekly> | MovesOf<Dated>): moves is MovesOf<Dated> =>
  moves.every((move) => 'session_id' in move);

/**
 * Somebody is away or a room is closed: the smallest sets of moves, to choose from. In a draft every week on that day, in
 * what is published on one date.
 */
export function RepairDialog({ draft, opened, onClose }: { draft: Draft; opened: boolean; onClose: () => void }) {
  const t = useMessages();
  // Whoever looks at the week of a teacher or a room asks about them.
  const asked = useSearch({ strict: false }) as Record<string, unknown>;
  const shown = asked.whose === 'staff' || asked.whose === 'room' ? asked.whose : undefined;
  const [kind, setKind] = useState<WeekOwner>(shown ?? 'staff');
  const [id, setId] = useState(shown && Number(asked.id) > 0 ? Number(asked.id) : undefined);
  const [day, setDay] = useState('1');
  const [date, setDate] = useState<string | null>(null);
  const dated = draft.state === 'PUBLISHED';
  const [most, setMost] = useState<number | null>(null);
  const [found, setFound] = useState<Weekly | Dated>();
  const [busy, act] = useAct();
  const { locale } = useLocale();
  const ask = () =>
    act(async () => {
      setFound(undefined);
      const whom = { ...(most === null ? {} : { most }), ...(kind === 'staff' ? { staff_id: id } : { room_id: id }) };
      setFound(
        dated
          ? await api.draft.repair_day.call({ ...whom, date: date ?? '' }, silent)
          : await api.draft.repair.call({ ...whom, timetable_id: draft.id, day: Number(day) }, silent),
      );
    });
  const apply = (moves: MovesOf<Weekly> | MovesOf<Dated>) =>
    act(async () => {
      if (areDated(moves)) await api.draft.move_dated.call({ moves }, silent);
      else await api.entry.moves.call({ timetable_id: draft.id, moves }, silent);
      notify.success(t('timetable.repair.done', { count: moves.length }));
      setFound(undefined);
      onClose();
    });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('timetable.repair.title')}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(dated ? 'timetable.repair.about_date' : 'timetable.repair.about')}
        </Text>
        <WhoseWeek
          kinds={['staff', 'room']}
          kind={kind}
          id={id}
          onChange={(next, chosen) => {
            setKind(next);
            setId(chosen);
            setFound(undefined);
          }}
        />
        <Group align="end">
          {dated ? (
            <DateField
              name="date"
              label={t('timetable.field.date')}
              value={date}
              onChange={(next) => {
                setDate(next);
                setFound(undefined);
              }}
            />
          ) : (
            <Select
              label={t('timetable.field.day')}
              value={day}
              onChange={(next) => {
                setDay(next ?? '1');
                setFound(undefined);
              }}
              data={Array.from({ length: draft.days }, (_, index) => ({
                value: String(index + 1),
                label: t(codeId('timetable.day', index + 1)),
              }))}
            />
          )}
          <NumberField
            label={t('timetable.repair.most')}
            placeholder={t('timetable.repair.needed')}
            min={1}
            max={40}
            value={most}
            onChange={setMost}
          />
          <Button
            disabled={id === undefined || (dated && !date) || Number.isNaN(most)}
            loading={busy}
            onClick={() => void ask()}
          >
            {t('timetable.repair.ask')}
          </Button>
        </Group>
        {found && found.broken === 0 && <Alert color="teal">{t('timetable.repair.nothing')}</Alert>}
        {found && found.broken > 0 && found.alternatives.length === 0 && (
          <Alert color="yellow">
            {found.stuck
              ? t('timetable.repair.stuck', { count: found.stuck })
              : t(found.complete ? 'timetable.repair.none' : 'timetable.repair.unfinished', { count: found.broken })}
          </Alert>
        )}
        {found?.alternatives.map((one, index) => (
          <section key={JSON.stringify(one.moves)} className="surface">
            <Stack p="sm" gap="xs">
              <Group justify="space-between">
                <Text fw={600} size="sm">
                  {t('timetable.repair.way', { number: index + 1, count: one.moves.length })}
                  {` · ${t('timetable.repair.price', { price: signed(one.price, locale) })}`}
                  {one.left.length > 0 && ` · ${t('timetable.repair.left_count', { count: one.left.length })}`}
                </Text>
                <Button size="compact-sm" loading={busy} onClick={() => void apply(one.moves)}>
                  {t('timetable.repair.apply')}
                </Button>
              </Group>
              <List size="sm" spacing={2}>
                {one.moves.map((move) => (
                  <List.Item key={`${move.title} ${move.from}`}>
                    {move.title}: {move.from} <Arrow /> {move.to}
                  </List.Item>
                ))}
              </List>
              {one.left.length > 0 && <Leftover of={one.left} away={kind === 'staff'} />}
            </Stack>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}

const signed = (price: number, locale: Parameters<typeof showNumber>[1]) =>
  `${price < 0 ? '−' : '+'}${showNumber(Math.abs(price), locale)}`;

/** Lessons in question that find no place, with who could give them instead; what is dated opens in the list of lessons. */
function Leftover({ of, away }: { of: readonly Left[]; away: boolean }) {
  const t = useMessages();
  return (
    <>
      <Text size="sm" fw={500}>
        {t(away ? 'timetable.repair.left_teacher' : 'timetable.repair.left_room')}
      </Text>
      <List size="sm" spacing={2}>
        {of.map(({ title, at, stand_ins, session_id, date }) => (
          <List.Item key={`${title} ${at}`}>
            {title}: {at}
            {away && (
              <Text size="xs" c="dimmed">
                {stand_ins.length > 0
                  ? t('timetable.repair.stand_ins', { names: stand_ins.map((one) => one.title).join(', ') })
                  : t('timetable.repair.no_stand_in')}
              </Text>
            )}
            {session_id !== undefined && (
              <Anchor
                size="xs"
                component={Link}
                {...({
                  to: `/attendance-lessons?from=${date}&to=${date}&open=${session_id}`,
                  target: '_blank',
                } as object)}
              >
                {t('timetable.repair.open_lesson')}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </>
  );
}

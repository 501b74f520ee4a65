import { Alert, Button, Group, List, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { clock } from '#platform/contract/clock.ts';
import { messageOf, silent, today, useMessages } from '#platform/web/index.ts';
import { fullName, Person, Scanner, Section, showDate, showDateTime } from '#platform/web/kit/index.ts';
import { type Application, api } from '../../api.ts';

interface Met {
  at: number;
  application: Application | null;
  /** why not */
  refused: string | null;
}
const shown = 12;

/** The door of the exam: a code is read by the camera or typed, and the answer fills the screen. */
export function CheckIn() {
  const t = useMessages();
  const [camera, setCamera] = useState(false);
  const [typed, setTyped] = useState('');
  const [met, setMet] = useState<Met[]>([]);
  const box = useRef<HTMLInputElement>(null);
  const busy = useRef(false);
  const day = today();
  const count = (more: object) => api.exam.seat.list.queryOptions({ input: { size: 1, day, ...more }, ...silent });
  const all = useQuery(count({}));
  const came = useQuery(count({ state: 'CHECKED_IN' }));

  const check = async (code: string) => {
    if (busy.current || !code.trim()) return;
    busy.current = true;
    const tell = (application: Application | null, refused: string | null) =>
      setMet((before) => [{ at: clock.now(), application, refused }, ...before].slice(0, shown));
    try {
      const { application } = await api.plain.application.qr_scan_check.call({ code: code.trim() }, silent);
      tell(application as Application, null);
      navigator.vibrate?.(80);
      void came.refetch();
    } catch (error) {
      const { code: why, data } = error as { code?: string; data?: { at?: string } };
      tell(
        null,
        why === 'QR_USED' && data?.at ? t('admissions.door.used', { at: showDateTime(data.at) }) : messageOf(error),
      );
      navigator.vibrate?.([200, 80, 200]);
    } finally {
      busy.current = false;
      setTyped('');
      box.current?.focus();
    }
  };
  const [last, ...before] = met;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Section title={t('admissions.door.title')} description={t('admissions.door.about')}>
        <Stack>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void check(typed);
            }}
          >
            <Group align="flex-end" wrap="nowrap">
              <TextInput
                ref={box}
                style={{ flex: 1 }}
                label={t('admissions.door.code')}
                autoComplete="off"
                autoCapitalize="characters"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <Button type="submit">{t('admissions.door.check')}</Button>
            </Group>
          </form>
          <Switch
            label={t('admissions.door.camera')}
            checked={camera}
            onChange={(event) => setCamera(event.currentTarget.checked)}
          />
          {camera && <Scanner onCode={(code) => void check(code)} />}
          <Text size="sm" c="dimmed" className="tabular">
            {t('admissions.door.came', {
              day: showDate(day),
              came: came.data?.total_elements ?? 0,
              all: all.data?.total_elements ?? 0,
            })}
          </Text>
        </Stack>
      </Section>
      <Section title={t('admissions.door.result')}>
        <div aria-live="assertive">
          {last === undefined && (
            <Text size="sm" c="dimmed">
              {t('admissions.door.nobody')}
            </Text>
          )}
          {last && <ScanAnswer key={last.at} met={last} />}
        </div>
        {before.length > 0 && (
          <Stack gap={4} mt="md">
            <Text size="sm" fw={600}>
              {t('admissions.door.before')}
            </Text>
            <List size="sm" listStyleType="none">
              {before.map((one) => (
                <List.Item
                  key={one.at}
                  icon={
                    one.refused === null ? (
                      <IconCircleCheck size={16} color="var(--mantine-color-teal-text)" aria-hidden />
                    ) : (
                      <IconCircleX size={16} color="var(--mantine-color-red-text)" aria-hidden />
                    )
                  }
                >
                  {one.application ? `${fullName(one.application.applicant)} ${one.application.number}` : one.refused}
                </List.Item>
              ))}
            </List>
          </Stack>
        )}
      </Section>
    </SimpleGrid>
  );
}

function ScanAnswer({ met: { application, refused } }: { met: Met }) {
  const t = useMessages();
  if (!application)
    return (
      <Alert color="red" icon={<IconCircleX aria-hidden />} title={t('admissions.door.refused')}>
        {refused}
      </Alert>
    );
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t('admissions.door.welcome')}>
      <Stack gap="xs">
        <Person size="lg" person={application.applicant} note={application.number} />
        <Text size="sm">{application.course?.title}</Text>
        {application.seat && (
          <Text size="lg" fw={650}>
            {t('admissions.door.seat', { place: placeName(application.seat.place), seat: application.seat.seat_no })}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

const placeName = (place: string | { title: string } | null) =>
  typeof place === 'string' ? place : (place?.title ?? '');

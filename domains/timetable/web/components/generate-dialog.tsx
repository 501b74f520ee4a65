import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { refusalOf, silent, useMessages } from '#platform/web/index.ts';
import { NumberField, SelectField, tell } from '#platform/web/kit/index.ts';
import { api, type Draft, useComing } from '../api.ts';
import { useAct } from '../use-act.ts';

interface GenerateDialogProps {
  /** a timetable to go on from: what is fixed in it stays */
  from?: Draft | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Faults named at once: the buttons stay in sight. */
const shown = 6;

interface Faults {
  faults: { text: string }[];
  count: number;
}

const Lines = ({ of }: { of: readonly { text: string }[] }) =>
  of.map(({ text }) => (
    <Fragment key={text}>
      {text}
      <br />
    </Fragment>
  ));

/** Starts a search, or says what makes it impossible. */
export function GenerateDialog({ from, opened, onClose }: GenerateDialogProps) {
  const t = useMessages();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [seconds, setSeconds] = useState<number | null>(60);
  const [days, setDays] = useState<number | null>(from?.days ?? 6);
  const [sessions, setSessions] = useState<number | null>(from?.bells.length ?? 6);
  const semesters = useComing(opened);
  const [semester, setSemester] = useState<number>();
  const [faults, setFaults] = useState<{ texts: string[]; more: number }>();
  const [busy, act] = useAct();
  const [week] = useDebouncedValue({ days: Number(days) || 6, sessions: Number(sessions) || 6 }, 500);
  // Known before anybody searches: whose load is beyond what such a week holds.
  const ahead = useQuery({
    queryKey: [...api.key(), 'foresee', from?.id, week],
    queryFn: () => api.draft.foresee.call({ ...week, ...(from ? { from_id: from.id } : {}) }, silent),
    enabled: opened,
    retry: false,
  });
  const warnings = ahead.data?.warnings.filter(({ hopeless }) => !hopeless) ?? [];
  const start = () =>
    act(async () => {
      setFaults(undefined);
      const asked = {
        seconds: seconds ?? 60,
        days: days ?? 6,
        sessions: sessions ?? 6,
        ...(title.trim() ? { title: title.trim() } : {}),
        ...(from ? { from_id: from.id } : semester ? { semester_id: semester } : {}),
      };
      const started = await api.draft.generate.call(asked, silent).catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal?.code !== 'TIMETABLE_IMPOSSIBLE') throw error;
        const { faults, count } = refusal.data as Faults;
        const texts = faults.slice(0, shown).map(({ text }) => text);
        setFaults({ texts, more: count - texts.length });
      });
      if (!started) return;
      onClose();
      await navigate({ to: `/timetable-drafts/${started.timetable_id}` });
      // It searches all the same; what the dialog has said already is not said again.
      const said = new Set(warnings.map(({ text }) => text));
      const news = started.warnings.filter(({ text }) => !said.has(text));
      if (news.length > 0) void tell({ title: t('timetable.generate.warnings'), text: <Lines of={news} /> });
    });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(from ? 'timetable.generate.continue' : 'timetable.generate.title')}
      closeButtonProps={{ 'aria-label': t('timetable.close') }}
      centered
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(from ? 'timetable.generate.from_about' : 'timetable.generate.about')}
        </Text>
        {!from && (
          <SelectField
            label={t('timetable.field.semester_id')}
            required
            options={semesters}
            value={semester ?? semesters[0]?.id ?? null}
            onChange={(next) => setSemester(Number(next))}
          />
        )}
        <TextInput
          label={t('timetable.field.title')}
          placeholder={t('timetable.generate.title_hint')}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          <NumberField label={t('timetable.generate.days')} min={1} max={7} value={days} onChange={setDays} />
          <NumberField
            label={t('timetable.generate.sessions')}
            min={1}
            max={8}
            value={sessions}
            onChange={setSessions}
          />
          <NumberField
            label={t('timetable.generate.seconds')}
            min={1}
            max={600}
            value={seconds}
            onChange={setSeconds}
          />
        </Group>
        {!faults && warnings.length > 0 && (
          <Alert color="yellow" title={t('timetable.generate.ahead')}>
            <List size="sm" spacing={4}>
              {warnings.slice(0, shown).map(({ text }) => (
                <List.Item key={text}>{text}</List.Item>
              ))}
            </List>
            {warnings.length > shown && (
              <Text size="sm" mt={4}>
                {t('timetable.generate.more', { count: warnings.length - shown })}
              </Text>
            )}
          </Alert>
        )}
        {faults && (
          <Alert color="red" title={t('timetable.generate.impossible')}>
            <List size="sm" spacing={4}>
              {faults.texts.map((fault) => (
                <List.Item key={fault}>{fault}</List.Item>
              ))}
            </List>
            {faults.more > 0 && (
              <Text size="sm" mt={4}>
                {t('timetable.generate.more', { count: faults.more })}
              </Text>
            )}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('timetable.cancel')}
          </Button>
          <Button
            loading={busy}
            disabled={[seconds, days, sessions].some((number) => Number.isNaN(number))}
            onClick={() => void start()}
          >
            {t('timetable.generate.start')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

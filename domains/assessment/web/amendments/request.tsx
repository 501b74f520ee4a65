import { Alert, Button, Drawer, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { upload } from '#domains/files/web/index.ts';
import { choices, silent, useMessages } from '#platform/web/index.ts';
import {
  AsyncSelect,
  choiceOf,
  FileUploader,
  NumberField,
  notify,
  type UploadedFile,
} from '#platform/web/kit/index.ts';
import { specials } from '../../shapes.ts';
import { amendmentReasons, type Effect } from '../../shapes-records.ts';
import { api, loadModules, refresh } from '../api.ts';
import { markAt } from '../marks.ts';
import { EffectTable } from './effect-table.tsx';

type Because = (typeof amendmentReasons)[number];
type Special = (typeof specials)[number];

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Asks for another mark: which one, what it shall be, why; and shows what would follow before it is sent. */
export function RequestDrawer({ opened, onClose }: Props) {
  const t = useMessages();
  const [module, setModule] = useState<number | null>(null);
  const [student, setStudent] = useState<string | null>(null);
  const [component, setComponent] = useState<string | null>(null);
  const [value, setValue] = useState<number | null>(null);
  const [special, setSpecial] = useState<Special | null>(null);
  const [because, setBecause] = useState<Because | null>('ENTRY_ERROR');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<UploadedFile[]>([]);
  const [effect, setEffect] = useState<Effect>();
  const [busy, setBusy] = useState(false);
  const { data: grid } = useQuery({
    ...api.mark.gradebook.queryOptions({ input: { course_module_id: module ?? 0 } }),
    enabled: module !== null,
  });
  const place = grid?.leaves.indexOf(Number(component)) ?? -1;
  const row = grid?.students.find(({ id }) => String(id) === student);
  const seen = row && place >= 0 && 'PCL'.includes(row.states[place] ?? '.');
  const letter = row?.specials[place];
  const now =
    (row && markAt(row, place)) ??
    (letter === 'A'
      ? t('assessment.special.ABSENT')
      : letter === 'E'
        ? t('assessment.special.EXEMPT')
        : letter === 'N'
          ? t('assessment.special.NOT_SUBMITTED')
          : null);
  const cell = {
    component_id: Number(component),
    student_id: Number(student),
    ...(special ? { special } : { value }),
  };
  const ready = seen && (special || Number.isFinite(value));
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const touched = (change: () => void) => {
    setEffect(undefined);
    change();
  };
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title={t('assessment.amendment.new')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('assessment.amendment.pick')}
        </Text>
        <AsyncSelect
          label={t('assessment.amendment.module')}
          value={module}
          onChange={(id) => touched(() => setModule(id === null ? null : Number(id)))}
          load={loadModules}
          required
        />
        <Select
          label={t('assessment.amendment.student')}
          withAsterisk
          searchable
          disabled={!grid}
          value={student}
          onChange={(next) => touched(() => setStudent(next))}
          data={(grid?.students ?? []).flatMap(({ id, name, student_no }) =>
            id === null ? [] : [{ value: String(id), label: `${name} · ${student_no}` }],
          )}
        />
        <Select
          label={t('assessment.amendment.component')}
          withAsterisk
          disabled={!grid}
          value={component}
          onChange={(next) => touched(() => setComponent(next))}
          data={(grid?.components ?? [])
            .filter(({ leaf }) => leaf)
            .map(({ id, code, title }) => ({ value: String(id), label: `${code} · ${title}` }))}
        />
        {row && place >= 0 && (
          <Text size="sm" className="tabular" {...(seen ? {} : { c: 'red' })}>
            {seen ? t('assessment.amendment.now', { mark: String(now ?? '—') }) : t('assessment.amendment.none')}
          </Text>
        )}
        <Group grow align="flex-start">
          <NumberField
            label={t('assessment.amendment.value')}
            value={value}
            onChange={(next) => touched(() => setValue(next))}
            min={0}
            max={100}
            step={0.1}
            decimals={1}
            disabled={special !== null}
          />
          <Select
            label={t('assessment.amendment.special')}
            clearable
            value={special}
            onChange={(next) => touched(() => setSpecial(choiceOf(specials, next) ?? null))}
            data={choices(t, 'assessment.special', specials).map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Group>
        <Select
          label={t('assessment.amendment.reason')}
          withAsterisk
          value={because}
          onChange={(next) => setBecause(choiceOf(amendmentReasons, next) ?? null)}
          data={choices(t, 'assessment.amendment.because', amendmentReasons).map(({ id, title }) => ({
            value: id,
            label: title,
          }))}
        />
        <Textarea
          label={t('assessment.amendment.text')}
          withAsterisk
          autosize
          minRows={3}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FileUploader
          upload={upload}
          label={t('assessment.amendment.files')}
          value={files}
          onChange={(next) => setFiles(next)}
        />
        {effect && <EffectTable effect={effect} />}
        {effect?.flips && <Alert color="yellow">{t('assessment.amendment.flips')}</Alert>}
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={!ready}
            loading={busy}
            onClick={() => void act(async () => setEffect(await api.amendment.preview.call(cell, silent)))}
          >
            {t('assessment.amendment.preview')}
          </Button>
          <Button
            disabled={!ready || !text.trim() || !because}
            loading={busy}
            onClick={() =>
              void act(async () => {
                if (!because) return;
                await api.amendment.save.call(
                  {
                    ...cell,
                    reason_code: because,
                    text,
                    file_ids: files.map(({ id }) => id),
                    submit: true,
                  },
                  silent,
                );
                await refresh();
                notify.success(t('assessment.amendment.sent'));
                setText('');
                setEffect(undefined);
                onClose();
              })
            }
          >
            {t('assessment.amendment.send')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}

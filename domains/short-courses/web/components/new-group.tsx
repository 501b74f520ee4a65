import { Alert, Anchor, Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { upload } from '#domains/files/web/index.ts';
import { messageOf, silent } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateField,
  FileUploader,
  PhoneField,
  SmallTable,
  showMoney,
  showPhone,
  TextAreaField,
  TextField,
  type UploadedFile,
} from '#platform/web/kit/index.ts';
import { api, type GroupPreview, groupTemplate, loadCourses, refresh, useFields } from '../api.ts';

const empty = { company: '', tin: '', contact: '', phone: '', email: '', pay_until: '' };

/** A company's listeners: who pays, the list as it was pasted, and what would be held, before it is held. */
export function NewGroup({ course, onClose }: { course: number | undefined; onClose: () => void }) {
  const { t, label } = useFields();
  const [course_id, setCourse] = useState(course);
  const [payer, setPayer] = useState(empty);
  const [lines, setLines] = useState('');
  const [file, setFile] = useState<UploadedFile[]>([]);
  const [looked, setLooked] = useState<GroupPreview>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (more: Partial<typeof empty>) => setPayer({ ...payer, ...more });
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () =>
    run(async () => {
      if (course_id === undefined) return;
      const list = file[0] ? { file_id: file[0].id } : { lines };
      setLooked(await api.group.preview.call({ course_id, ...list }, silent));
    });
  const send = () =>
    run(async () => {
      if (course_id === undefined || !looked) return;
      const people = looked.people.map(({ line: _line, faults: _faults, ...person }) => person);
      await api.group.create.call({ course_id, ...payer, price: looked.price, people }, silent);
      await refresh();
      onClose();
    });
  const whole = Object.values(payer).every((value) => value.trim() !== '') && course_id !== undefined;
  const ready =
    whole && looked && looked.faulty === 0 && looked.people.length > 0 && looked.people.length <= looked.left;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('short-courses.group.add')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm">
        <AsyncSelect
          label={label('course')}
          load={loadCourses}
          value={course_id ?? null}
          onChange={(value) => {
            setCourse(value === null || value === undefined ? undefined : Number(value));
            setLooked(undefined);
          }}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextField
            label={label('company')}
            value={payer.company}
            onChange={(company) => set({ company: company ?? '' })}
          />
          <TextField label={label('tin')} value={payer.tin} onChange={(tin) => set({ tin: tin ?? '' })} />
          <TextField
            label={label('contact')}
            value={payer.contact}
            onChange={(contact) => set({ contact: contact ?? '' })}
          />
          <PhoneField label={label('phone')} value={payer.phone} onChange={(phone) => set({ phone: phone ?? '' })} />
          <TextField label={label('email')} value={payer.email} onChange={(email) => set({ email: email ?? '' })} />
          <DateField
            label={label('pay_until')}
            value={payer.pay_until || null}
            onChange={(day) => set({ pay_until: day ?? '' })}
          />
        </SimpleGrid>
        <FileUploader
          label={t('short-courses.group.file')}
          description={
            <>
              {t('short-courses.group.file_text')}{' '}
              <Anchor component="button" type="button" size="xs" onClick={() => void groupTemplate()}>
                {t('short-courses.group.template')}
              </Anchor>
            </>
          }
          upload={upload}
          extensions={['xlsx', 'csv']}
          multiple={false}
          value={file}
          onChange={(chosen) => {
            setFile(chosen ?? []);
            setLooked(undefined);
          }}
        />
        {file.length === 0 && (
          <TextAreaField
            label={t('short-courses.group.lines')}
            description={t('short-courses.group.lines_text')}
            value={lines}
            rows={5}
            onChange={(value) => {
              setLines(value ?? '');
              setLooked(undefined);
            }}
          />
        )}
        {looked && (
          <>
            <Text size="sm" role="status">
              {t('short-courses.group.looked', {
                count: looked.people.length,
                left: looked.left,
                sum: showMoney(looked.total),
              })}
            </Text>
            <SmallTable
              rowKey={(row) => row.line}
              minWidth={420}
              maxHeight={260}
              rows={looked.people}
              columns={[
                { key: 'line', title: t('short-courses.group.line'), render: (row) => row.line, figure: true },
                {
                  key: 'name',
                  title: label('name'),
                  render: (row) => [row.lastname, row.firstname, row.midname].filter(Boolean).join(' '),
                  names: true,
                },
                { key: 'phone', title: label('phone'), render: (row) => showPhone(row.phone) },
                {
                  key: 'faults',
                  title: t('short-courses.group.faults'),
                  render: (row) =>
                    row.faults.length > 0 ? (
                      <Text size="sm" c="var(--mantine-color-error)">
                        {row.faults.join('; ')}
                      </Text>
                    ) : (
                      '—'
                    ),
                },
              ]}
            />
            {looked.people.length > looked.left && (
              <Alert color="yellow">{t('short-courses.group.too_many', { left: looked.left })}</Alert>
            )}
          </>
        )}
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={busy && !ready}
            disabled={course_id === undefined || (file.length === 0 && !lines.trim())}
            onClick={() => void look()}
          >
            {t('short-courses.group.look')}
          </Button>
          <Button loading={busy && Boolean(ready)} disabled={!ready} onClick={() => void send()}>
            {t('short-courses.group.hold')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

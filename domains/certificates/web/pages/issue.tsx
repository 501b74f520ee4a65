import { Alert, Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconFileText, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  download,
  messageOf,
  openPaper,
  silent,
  useLocale,
  useMessages,
  usePaperReader,
  useTitle,
} from '#platform/web/index.ts';
import {
  DateTimeText,
  ListPage,
  Loaded,
  notify,
  PageHeader,
  StatusBadge,
  TextAreaField,
  TextField,
} from '#platform/web/kit/index.ts';
import { api, type Issue, type Issued, refresh } from '../api.ts';

/** The certificates of one issue: each with its paper, and anew where something in it was wrong. */
export default function IssuePage() {
  const { issue_id = '' } = useParams({ strict: false }) as { issue_id?: string };
  const query = useQuery(api.issue.get.queryOptions({ input: { id: Number(issue_id) || 0 }, ...silent }));
  usePaperReader();
  return (
    <Loaded query={query} back="/certificates">
      {(data) => <Shown of={data} />}
    </Loaded>
  );
}

function Shown({ of }: { of: Issue }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [again, setAgain] = useState<Issued>();
  const title = of.event.title || of.template.title;
  useTitle(title);
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/certificates" size="sm">
        <Group gap={4} component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('certificates.issues.title')}
        </Group>
      </Anchor>
      <PageHeader
        title={title}
        description={
          <>
            {of.template.title} · {t(`certificates.language.${of.language}`)} · <DateTimeText value={of.created_at} />
          </>
        }
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              void download(`/certificate/issue/${of.id}/zip`, `certificates-${of.id}-${locale}.zip`).catch(
                () => undefined,
              )
            }
          >
            {t('certificates.issues.zip')}
          </Button>
        }
      />
      {of.status === 'TAKEN_BACK' && (
        <Alert color="red">
          {t('certificates.issue_state.TAKEN_BACK')}
          {of.reason && `: ${of.reason}`}
        </Alert>
      )}
      <ListPage
        embedded
        title={t('certificates.issues.papers')}
        name="certificates-of-issue"
        of={api.issue.papers}
        fixed={{ issue_id: of.id }}
        rowLabel={(row) => `${row.number} · ${row.name}`}
        defaults={{ size: 20, sort: 'number' }}
        columns={[
          { key: 'name', title: t('certificates.field.name'), sortable: true },
          { key: 'number', title: t('certificates.field.number'), sortable: true },
          {
            key: 'status',
            title: t('certificates.field.status'),
            render: (row) => (
              <StatusBadge
                status={row.status}
                color={row.status === 'VALID' ? 'teal' : row.status === 'REVOKED' ? 'red' : 'gray'}
                label={t(row.drawn ? `certificates.paper_state.${row.status}` : 'certificates.paper_state.WAITS')}
              />
            ),
          },
        ]}
        actions={(row) => [
          {
            key: 'paper',
            label: t('certificates.see'),
            icon: <IconFileText size={16} aria-hidden />,
            run: () => openPaper(`/issued-document/${row.id}/file`, `${row.number}.pdf`),
          },
          ...(row.can.reissue
            ? [
                {
                  key: 'again',
                  label: t('certificates.again.do'),
                  icon: <IconRefresh size={16} aria-hidden />,
                  run: () => setAgain(row),
                },
              ]
            : []),
        ]}
        empty={{ text: t('certificates.issues.nobody') }}
      />
      {again && <Again key={again.id} of={again} onClose={() => setAgain(undefined)} />}
    </Stack>
  );
}

/** A certificate anew, with what the record says now; of somebody who is no student, with the name as it should be. */
function Again({ of, onClose }: { of: Issued; onClose: () => void }) {
  const t = useMessages();
  const [name, setName] = useState(of.name);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const ready = reason.trim() !== '' && name.trim() !== '';
  const send = async () => {
    if (busy || !ready) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const made = await api.reissue.call(
        { document_id: of.id, reason, ...(of.student_id === null ? { name: name.trim() } : {}) },
        silent,
      );
      notify.success(t('certificates.again.done', { number: made.number }));
      onClose();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('certificates.again.title', { number: of.number })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('certificates.again.about', { name: of.name })}</Text>
        {of.student_id === null ? (
          <TextField label={t('certificates.field.name')} value={name} onChange={setName} required />
        ) : (
          <Text size="sm" c="dimmed">
            {t('certificates.again.of_student')}
          </Text>
        )}
        <TextAreaField label={t('certificates.field.reason')} value={reason} onChange={setReason} required />
        {refusal && (
          <Alert color="red" role="alert" p="xs">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button loading={busy} disabled={!ready} onClick={() => void send()}>
            {t('certificates.again.do')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}

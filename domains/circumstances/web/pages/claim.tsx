import { Alert, Anchor, Button, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { upload } from '#domains/files/web/index.ts';
import { messageOf, silent, useTitle } from '#platform/web/index.ts';
import {
  DateText,
  DateTimeText,
  Facts,
  FileUploader,
  fullName,
  Loaded,
  Neighbours,
  notify,
  Section,
  Sides,
  type UploadedFile,
} from '#platform/web/kit/index.ts';
import { api, type Claim, claimList, refresh, useFields } from '../api.ts';
import { ActBar } from '../components/act-bar.tsx';
import { Evidence } from '../components/evidence.tsx';
import { Panel } from '../components/panel.tsx';
import { PaperCard } from '../components/paper.tsx';
import { nextOf } from '../next.ts';
import { StateBadge } from '../shown.tsx';

/** One claim: to its student where it stands and what comes next, to the office facts and evidence side by side. */
export default function ClaimPage() {
  const { claim_id = '' } = useParams({ strict: false }) as { claim_id?: string };
  const query = useQuery(api.ec.get.queryOptions({ input: { id: claim_id }, ...silent }));
  return (
    <Loaded query={query} back="/ec">
      {(data) => <Record key={data.id} claim={data} />}
    </Loaded>
  );
}

function Record({ claim }: { claim: Claim }) {
  const { t } = useFields();
  const office = claim.can?.decide === true || claim.can?.vote === true;
  const own = claim.told && !office;
  useTitle(claim.number);
  return (
    <Stack gap="md" {...(office ? {} : { maw: 860 })}>
      <Group justify="space-between">
        <Anchor component={Link} to="/ec" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t(own ? 'circumstances.list.own' : 'circumstances.list.title')}
          </Group>
        </Anchor>
        {!own && <Neighbours id={claim.id} of={claimList} href={(id) => `/ec/${id}`} />}
      </Group>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Stack gap={6} style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={1} size="h3">
                {own ? claim.number : fullName(claim.student)}
              </Title>
              <StateBadge state={claim.status} wrap />
            </Group>
            {!own && (
              <Text size="sm">
                {[
                  claim.number,
                  claim.student.student_no,
                  claim.officer && t('circumstances.claim.officer', { name: claim.officer }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {nextOf(t, claim)}
            </Text>
          </Stack>
          <ActBar claim={claim} />
        </Group>
        {claim.note && (
          <Alert mt="sm" p="xs" color="orange" icon={<IconAlertTriangle aria-hidden />}>
            {claim.note}
          </Alert>
        )}
        {own && claim.status === 'CAN_UPDATE' && (
          <Button mt="sm" component={Link} to={`/ec-submit?id=${claim.id}`}>
            {t('circumstances.submit.go_on')}
          </Button>
        )}
      </Paper>
      <Sides
        wide={office}
        beside={
          claim.told &&
          !claim.self_certified &&
          (own && claim.status === 'PENDING' ? <BringEvidence claim={claim} /> : <Evidence claim={claim} />)
        }
      >
        <Stack gap="md">
          <Section title={t('circumstances.claim.papers')}>
            <Stack gap="sm">
              {claim.papers.map((paper) => (
                <PaperCard key={`${paper.id} ${paper.version}`} claim={claim} paper={paper} />
              ))}
            </Stack>
          </Section>
          {claim.told && <Told claim={claim} />}
          {office && <Panel key={claim.version} claim={claim} />}
          <Steps claim={claim} />
        </Stack>
      </Sides>
    </Stack>
  );
}

/** What happened, for those who may know. */
function Told({ claim }: { claim: Claim }) {
  const { t, label } = useFields();
  return (
    <Section title={t('circumstances.claim.told')}>
      <Facts
        columns={2}
        items={[
          { label: label('kind'), value: claim.kind && t(`circumstances.kind.${claim.kind}`) },
          ...(claim.starts_on
            ? [
                {
                  label: t('circumstances.claim.when'),
                  value: (
                    <>
                      <DateText value={claim.starts_on} /> –{' '}
                      {claim.ends_on ? <DateText value={claim.ends_on} /> : t('circumstances.claim.goes_on')}
                    </>
                  ),
                },
              ]
            : []),
          { label: label('submitted_at'), value: <DateTimeText value={claim.submitted_at} /> },
          {
            label: t('circumstances.claim.way'),
            value: t(claim.self_certified ? 'circumstances.claim.self' : 'circumstances.claim.with_evidence'),
          },
        ]}
      />
      {claim.text && (
        <Text size="sm" mt="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {claim.text}
        </Text>
      )}
      {claim.late_reason && (
        <Text size="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{label('late_reason')}:</b> {claim.late_reason}
        </Text>
      )}
      {claim.review_reason && (
        <Text size="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{label('review_reason')}:</b> {claim.review_reason}
        </Text>
      )}
    </Section>
  );
}

function Steps({ claim }: { claim: Claim }) {
  const { t } = useFields();
  if (!claim.steps?.length) return null;
  return (
    <Section title={t('circumstances.claim.steps')}>
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {claim.steps.map((step) => (
          <Timeline.Item
            key={`${step.at} ${step.to}`}
            title={<Text size="sm">{t(`circumstances.state.${step.to}`)}</Text>}
          >
            <Text size="xs" c="dimmed">
              <DateTimeText value={step.at} />
            </Text>
            {step.reason && <Text size="sm">{step.reason}</Text>}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

/** Evidence that was promised is added here, without the form. */
function BringEvidence({ claim }: { claim: Claim }) {
  const { t, label } = useFields();
  const [files, setFiles] = useState<UploadedFile[]>(claim.files ?? []);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const { id, version } = await api.ec.save.call(
        { id: claim.id, version: claim.version, file_ids: files.map((file) => file.id) },
        silent,
      );
      await api.ec.change_status.call({ id, version, status: 'SUBMITTED' }, silent);
      await refresh();
      notify.success();
    } catch (error) {
      setRefusal(messageOf(error));
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('circumstances.claim.bring')}>
      <Stack gap="sm">
        <FileUploader label={label('file_ids')} upload={upload} value={files} error={refusal} onChange={setFiles} />
        <Button w="fit-content" loading={busy} disabled={files.length === 0} onClick={() => void send()}>
          {t('circumstances.claim.send_evidence')}
        </Button>
      </Stack>
    </Section>
  );
}

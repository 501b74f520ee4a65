import { Alert, Anchor, Button, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconCertificate, IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { download, openPaper, silent, useAbility, usePaperReader, useTitle } from '#platform/web/index.ts';
import {
  DateText,
  DateTimeText,
  Facts,
  FilesView,
  fullName,
  Loaded,
  Neighbours,
  Section,
  Sides,
} from '#platform/web/kit/index.ts';
import { type Achievement, api, recordList, useFields } from '../api.ts';
import { ActBar } from '../components/act-bar.tsx';
import { RecordForm } from '../components/record-form.tsx';
import { Points, StateBadge, Warnings } from '../shown.tsx';

/** One record: facts and evidence side by side, what may be done with it, and how it came to where it stands. */
export default function RecordPage() {
  const { record_id = '' } = useParams({ strict: false }) as { record_id?: string };
  const query = useQuery(api.record.get.queryOptions({ input: { id: record_id }, ...silent }));
  return (
    <Loaded query={query} back="/achievement-records">
      {(data) => <Shown key={data.id} record={data} />}
    </Loaded>
  );
}

function Shown({ record }: { record: Achievement }) {
  const { t, label } = useFields();
  const { scope } = useAbility();
  const [editing, setEditing] = useState(false);
  const own = scope('achievement.read') === 'own';
  const lacks = record.can?.edit && record.file_count < record.type.evidence_min;
  useTitle(`${record.number} · ${record.title}`);
  return (
    <Stack gap="md" {...(own ? { maw: 1100 } : {})}>
      <Group justify="space-between">
        <Anchor component={Link} to="/achievement-records" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t(own ? 'achievements.list.own' : 'achievements.list.title')}
          </Group>
        </Anchor>
        {!own && <Neighbours id={record.id} of={recordList} href={(id) => `/achievement-records/${id}`} />}
      </Group>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Stack gap={6} style={{ minWidth: 0, flex: '1 1 320px' }}>
            <Group gap="xs">
              <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
                {record.title}
              </Title>
              <StateBadge state={record.status} wrap />
            </Group>
            <Text size="sm">
              {own ? (
                record.number
              ) : (
                <>
                  <StudentName record={record} /> · {record.number}
                </>
              )}
              {record.filed && ` · ${t('achievements.record.filed')}`}
            </Text>
            <Text size="sm" c="dimmed">
              {lacks
                ? t('achievements.form.evidence', { count: record.type.evidence_min })
                : t(`achievements.next.${record.status}`)}
            </Text>
          </Stack>
          <ActBar record={record} onEdit={() => setEditing(true)} />
        </Group>
        {record.note && (
          <Alert mt="sm" p="xs" color="orange" icon={<IconAlertTriangle aria-hidden />}>
            {record.note}
          </Alert>
        )}
      </Paper>
      {record.warnings && record.status === 'SUBMITTED' && <Warnings warnings={record.warnings} />}
      <Sides
        wide
        beside={
          record.files && (
            <Section title={t('achievements.record.evidence')}>
              <FilesView files={record.files} none={t('achievements.record.no_evidence')} />
            </Section>
          )
        }
      >
        <Stack gap="md">
          <Section title={t('achievements.record.facts')}>
            <Facts
              columns={2}
              items={[
                { label: label('type_id'), value: record.type.title },
                { label: label('grade_id'), value: record.grade.title },
                { label: label('achieved_on'), value: <DateText value={record.achieved_on} /> },
                { label: label('organizer'), value: record.organizer },
                { label: label('points'), value: <Points of={record} /> },
                { label: label('scale_id'), value: record.scale?.title },
                { label: label('submitted_at'), value: <DateTimeText value={record.submitted_at} /> },
                { label: label('decided_at'), value: <DateTimeText value={record.decided_at} /> },
                ...(own ? [] : [{ label: label('validator'), value: record.validator }]),
                ...(record.files ? [] : [{ label: label('file_ids'), value: record.file_count }]),
              ]}
            />
            {record.link && (
              <Anchor href={record.link} target="_blank" rel="noopener noreferrer" size="sm" mt="sm" display="block">
                <IconExternalLink size={14} aria-hidden /> {record.link}
              </Anchor>
            )}
            {record.description && (
              <Text size="sm" mt="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {record.description}
              </Text>
            )}
          </Section>
          {record.badge_id !== null && <Badge record={record} own={own} />}
          <Steps record={record} />
        </Stack>
      </Sides>
      <RecordForm opened={editing} onClose={() => setEditing(false)} record={record} others={false} />
    </Stack>
  );
}

function StudentName({ record }: { record: Achievement }) {
  const { can } = useAbility();
  const name = `${fullName(record.student)}, ${record.student.student_no}`;
  return can('student.read') ? (
    <Anchor component={Link} to={`/students/${record.student_id}`} size="sm">
      {name}
    </Anchor>
  ) : (
    name
  );
}

/** The paper with its number, and the same for wallets of badges. */
function Badge({ record, own }: { record: Achievement; own: boolean }) {
  const { t } = useFields();
  usePaperReader();
  return (
    <Section title={t('achievements.badge.title')} description={t('achievements.badge.about')}>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCertificate size={16} aria-hidden />}
          onClick={() => void openPaper(`/achievement_records/badge/${record.id}`, `${record.number}.pdf`)}
        >
          {t('achievements.badge.open')}
        </Button>
        {own && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              void download(`/issued-document/${record.badge_id}/credential`, `${record.number}.json`).catch(
                () => undefined,
              )
            }
          >
            {t('achievements.badge.download')}
          </Button>
        )}
      </Group>
    </Section>
  );
}

function Steps({ record }: { record: Achievement }) {
  const { t } = useFields();
  if (!record.steps?.length) return null;
  return (
    <Section title={t('achievements.record.steps')}>
      <Timeline bulletSize={14} lineWidth={2} active={-1}>
        {record.steps.map((step) => (
          <Timeline.Item
            key={`${step.at} ${step.to}`}
            title={<Text size="sm">{t(`achievements.state.${step.to}`)}</Text>}
          >
            <Text size="xs" c="dimmed">
              <DateTimeText value={step.at} />
            </Text>
            {step.reason && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {step.reason}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { openPaper, useAbility, useMessages, usePaperReader } from '#platform/web/index.ts';
import { Facts, FileList, Section, StatusBadge, showDate, showDateTime } from '#platform/web/kit/index.ts';
import { fileOf, type Offence } from '../api.ts';
import { tones } from '../tones.ts';
import { CaseActions } from './case-actions.tsx';

/** One case, as far as its reader is told of it, and what they can do next. */
export function CaseView({ row }: { row: Offence }) {
  const t = useMessages();
  usePaperReader(row.letters.length > 0);
  const { can } = useAbility();
  const label = (
    name: 'course_module_id' | 'component_id' | 'type_id' | 'occurred_on' | 'reported_by' | 'consultants',
  ) => t(`misconduct.field.${name}`);
  const facts = [
    { label: label('course_module_id'), value: row.course_module.title },
    { label: label('component_id'), value: row.component.title },
    { label: label('type_id'), value: row.type.title },
    { label: label('occurred_on'), value: showDate(row.occurred_on) },
    ...(row.reported_by ? [{ label: label('reported_by'), value: row.reported_by.name }] : []),
    ...(row.consultants.length
      ? [{ label: label('consultants'), value: row.consultants.map(({ name }) => name).join(', ') }]
      : []),
    ...(row.view === 'STUDENT'
      ? []
      : [
          {
            label: t('misconduct.field.subject_board_status'),
            value: t(`misconduct.board.${row.subject_board_status}`),
          },
        ]),
  ];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600}>{row.view === 'STUDENT' ? row.number : `${row.student.name} · ${row.student.student_no}`}</Text>
        <StatusBadge status={row.status} color={tones[row.status]} label={t(`misconduct.state.${row.status}`)} />
      </Group>
      {row.view === 'STUDENT' && row.status === 'CONSULTATION' && row.statement_until && (
        <Alert color="blue">{t('misconduct.own.until', { until: showDateTime(row.statement_until) })}</Alert>
      )}
      <CaseActions row={row} />
      <Facts columns={2} items={facts} />
      <Section title={t('misconduct.field.text')}>
        <Words>{row.text}</Words>
        {row.passage && (
          <Text component="blockquote" size="sm" fs="italic" style={{ whiteSpace: 'pre-wrap' }}>
            {row.passage}
          </Text>
        )}
        {row.files.length > 0 && <FileList files={row.files} />}
      </Section>
      {row.statement && (
        <Section title={t('misconduct.field.statement')}>
          <Words>{row.statement}</Words>
          {row.statement_files.length > 0 && <FileList files={row.statement_files} />}
        </Section>
      )}
      {row.report && (
        <Section title={t('misconduct.field.consultation')}>
          <Text size="sm" c="dimmed">
            {t(`misconduct.report_state.${row.report.status}`)}
            {row.report.answer && ` · ${t(`misconduct.answer.${row.report.answer}`)}`}
          </Text>
          <Words>{row.report.text}</Words>
          {row.report.comment && <Words>{row.report.comment}</Words>}
        </Section>
      )}
      {row.panel && (
        <Section title={t('misconduct.panel.title')}>
          <Facts
            columns={2}
            items={[
              { label: t('misconduct.field.hearing_at'), value: showDateTime(row.panel.hearing_at) },
              { label: t('misconduct.field.place'), value: row.panel.place },
              { label: t('misconduct.panel.earliest'), value: showDate(row.panel.earliest_on) },
              {
                label: t('misconduct.panel.members'),
                value: row.panel.members
                  .map(({ name, role }) => `${name} (${t(`misconduct.role.${role}`)})`)
                  .join(', '),
              },
            ]}
          />
        </Section>
      )}
      {row.bundles.map((bundle) => (
        <Section key={bundle.id} title={t('misconduct.bundle.title', { seq: bundle.seq })}>
          {bundle.needs_leave && <Alert color="yellow">{t('misconduct.bundle.needs_leave')}</Alert>}
          <Text size="xs" c="dimmed">
            {showDateTime(bundle.made_at)} · SHA-256 <Code style={{ wordBreak: 'break-all' }}>{bundle.hash}</Code>
          </Text>
          <Text size="sm">{t('misconduct.bundle.items', { count: bundle.items.length })}</Text>
        </Section>
      ))}
      {(row.conclusion || row.finding || row.penalty) && (
        <Section title={t('misconduct.outcome.title')}>
          <Facts
            columns={1}
            items={[
              {
                label: t('misconduct.field.conclusion'),
                value: row.conclusion ? t(`misconduct.conclusion.${row.conclusion}`) : '—',
              },
              ...(row.finding
                ? [
                    { label: t('misconduct.field.finding'), value: t(`misconduct.finding.${row.finding.finding}`) },
                    { label: t('misconduct.field.reason'), value: row.finding.reason },
                  ]
                : []),
              ...(row.penalty
                ? [{ label: t('misconduct.field.penalty'), value: t(`misconduct.penalty.${row.penalty}`) }]
                : []),
              ...(row.applied?.amendment_id && can('amendment.read')
                ? [
                    {
                      label: t('misconduct.outcome.mark'),
                      value: (
                        <Group gap="xs">
                          <Anchor component={Link} size="sm" to={`/mark-amendment?open=${row.applied.amendment_id}`}>
                            {t('misconduct.outcome.amendment')}
                          </Anchor>
                          {row.applied.removal_id !== null && (
                            <Anchor component={Link} size="sm" to={`/mark-amendment?open=${row.applied.removal_id}`}>
                              {t('misconduct.outcome.removal')}
                            </Anchor>
                          )}
                        </Group>
                      ),
                    },
                  ]
                : []),
              ...(row.appeal_until
                ? [{ label: t('misconduct.field.appeal_until'), value: showDate(row.appeal_until) }]
                : []),
            ]}
          />
          {row.penalty_decision && !row.penalty_decision.signed && (
            <Alert color="yellow">{t('misconduct.penalty.unsigned')}</Alert>
          )}
        </Section>
      )}
      {row.appeal && (
        <Section title={t('misconduct.appeal.title')}>
          <Words>{row.appeal.text}</Words>
          {row.appeal.outcome && <Text fw={600}>{t(`misconduct.appeal.${row.appeal.outcome}`)}</Text>}
          {row.appeal.reason && <Words>{row.appeal.reason}</Words>}
        </Section>
      )}
      {row.letters.length > 0 && (
        <Section title={t('misconduct.letters.title')}>
          {row.letters.map((letter) => (
            <Button
              key={letter.id}
              variant="subtle"
              size="sm"
              px={0}
              justify="flex-start"
              style={{ display: 'block' }}
              leftSection={<IconFileText size={16} aria-hidden />}
              onClick={() => void openPaper(fileOf(row.id, letter.id), `${letter.number}.pdf`)}
            >
              {letter.number} · {showDateTime(letter.issued_at)}
            </Button>
          ))}
        </Section>
      )}
    </Stack>
  );
}

function Words({ children }: { children: string }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

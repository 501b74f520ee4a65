import { Alert, Anchor, Badge, Button, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck, IconPlus, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { choices, silent, today, useAbility, useTitle } from '#platform/web/index.ts';
import {
  DateText,
  Facts,
  FormDrawer,
  fullName,
  Loaded,
  Neighbours,
  notify,
  ReasonDialog,
  Section,
  Sides,
  showDate,
} from '#platform/web/kit/index.ts';
import { actionKinds, actionSave, chosenReasons, outcomes, statusChange } from '../../shapes.ts';
import { type Action, api, caseList, refresh, useFields, type WholeCase } from '../api.ts';
import { AssignDialog } from '../components/assign-dialog.tsx';
import { Behind } from '../components/behind.tsx';
import { LevelBadge } from '../shown.tsx';

/** A student at risk: why, what was done, and what comes next. */
export default function CasePage() {
  const { case_id = '' } = useParams({ strict: false }) as { case_id?: string };
  const query = useQuery(api.risk.get.queryOptions({ input: { id: Number(case_id) || 0 }, ...silent }));
  return (
    <Loaded query={query} back="/early-warning">
      {(data) => <Shown key={data.id} of={data} />}
    </Loaded>
  );
}

const closing = z.object({ reason: statusChange.shape.reason.unwrap(), note: statusChange.shape.note });

function Shown({ of }: { of: WholeCase }) {
  const { t, label, field } = useFields();
  const { can } = useAbility();
  const [open, setOpen] = useState<'assign' | 'close' | 'reopen'>();
  const [writing, setWriting] = useState<Action | 'new'>();
  const name = fullName(of.student);
  const shut = () => setOpen(undefined);
  useTitle(name);
  const status = (input: {
    status: 'OPEN' | 'CLOSED';
    reason?: (typeof chosenReasons)[number];
    note?: string | undefined;
  }) => api.risk.change_status.call({ id: of.id, version: of.version, ...input }, silent);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Anchor component={Link} to="/early-warning" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('early-warning.list.title')}
          </Group>
        </Anchor>
        <Neighbours id={of.id} of={caseList} href={(id) => `/early-warning/${id}`} />
      </Group>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Stack gap={6} style={{ minWidth: 0, flex: '1 1 320px' }}>
            <Group gap="xs">
              <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Title>
              <LevelBadge level={of.level} better={of.cleared_on !== null} />
              {of.status === 'CLOSED' && (
                <Badge variant="light" color="gray">
                  {t('early-warning.state.CLOSED')}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {[of.student.student_no, of.student.group?.title, of.student.course, of.student.faculty]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Stack>
          <Group gap="xs">
            {of.can.act && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setWriting('new')}>
                {t('early-warning.act.add')}
              </Button>
            )}
            {of.can.assign && (
              <Button
                variant="default"
                leftSection={<IconUserShare size={16} aria-hidden />}
                onClick={() => setOpen('assign')}
              >
                {t('early-warning.assign.do')}
              </Button>
            )}
            {of.can.close && (
              <Button variant="default" onClick={() => setOpen('close')}>
                {t('early-warning.close.do')}
              </Button>
            )}
            {of.can.reopen && (
              <Button variant="default" onClick={() => setOpen('reopen')}>
                {t('early-warning.reopen.do')}
              </Button>
            )}
          </Group>
        </Group>
        {of.cleared_on && (
          <Alert mt="sm" p="xs" color="teal" icon={<IconCircleCheck aria-hidden />}>
            {t(of.by_rules ? 'early-warning.cleared_rules' : 'early-warning.cleared', { day: showDate(of.cleared_on) })}
          </Alert>
        )}
      </Paper>
      <Sides
        wide
        beside={
          <Section title={t('early-warning.case.facts')}>
            <Facts
              columns={1}
              items={[
                { label: label('flagged_on'), value: <DateText value={of.flagged_on} /> },
                { label: label('mentor'), value: of.mentor?.title ?? t('early-warning.nobody') },
                { label: label('next_on'), value: <DateText value={of.next_on} /> },
                ...(of.close_reason
                  ? [
                      { label: label('closed_on'), value: <DateText value={of.closed_on} /> },
                      { label: label('close_reason'), value: t(`early-warning.close.${of.close_reason}`) },
                      { label: label('close_note'), value: of.close_note },
                    ]
                  : []),
              ]}
            />
            {can('student.read') && (
              <Button component={Link} to={`/students/${of.student_id}`} variant="default" size="xs" mt="sm">
                {t('early-warning.case.record')}
              </Button>
            )}
          </Section>
        }
      >
        <Stack gap="md">
          <Section
            title={t(of.cleared_on ? 'early-warning.case.were' : 'early-warning.case.why')}
            description={t('early-warning.case.why_about')}
          >
            <Stack gap="xs">
              {of.reasons.map((reason) => (
                <Behind key={reason.kind} of={of} reason={reason} />
              ))}
            </Stack>
          </Section>
          <Section title={t('early-warning.case.done')}>
            {of.done.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('early-warning.none_yet')}
              </Text>
            ) : (
              <Timeline bulletSize={14} lineWidth={2} active={-1}>
                {of.done.map((one) => (
                  <Timeline.Item
                    key={one.id}
                    title={
                      <Group gap="xs">
                        <Text size="sm" fw={600}>
                          {t(`early-warning.action.${one.kind}`)}
                        </Text>
                        {one.outcome && (
                          <Badge size="sm" variant="light" color="gray">
                            {t(`early-warning.outcome.${one.outcome}`)}
                          </Badge>
                        )}
                        {one.can.edit && (
                          <Anchor component="button" type="button" size="xs" onClick={() => setWriting(one)}>
                            {t('early-warning.act.edit')}
                          </Anchor>
                        )}
                      </Group>
                    }
                  >
                    <Text size="xs" c="dimmed">
                      {[showDate(one.done_on), one.author].filter(Boolean).join(' · ')}
                    </Text>
                    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                      {one.text}
                    </Text>
                    {one.next_on && (
                      <Text size="sm" c="dimmed">
                        {label('next_on')}: {showDate(one.next_on)}
                      </Text>
                    )}
                  </Timeline.Item>
                ))}
              </Timeline>
            )}
          </Section>
        </Stack>
      </Sides>
      {open === 'assign' && <AssignDialog rows={[of]} onClose={shut} />}
      <FormDrawer
        opened={writing !== undefined}
        onClose={() => setWriting(undefined)}
        title={t(writing === 'new' ? 'early-warning.act.add' : 'early-warning.act.edit')}
        schema={actionSave}
        {...(writing && writing !== 'new' ? { record: { ...writing, case_id: of.id } } : {})}
        defaults={{ case_id: of.id, kind: 'CALL', done_on: today() }}
        fields={[
          {
            control: 'select',
            ...field('kind'),
            options: choices(t, 'early-warning.action', actionKinds),
            required: true,
          },
          { control: 'date', ...field('done_on'), required: true },
          { control: 'textarea', ...field('text'), required: true, wide: true },
          {
            control: 'select',
            ...field('outcome'),
            options: choices(t, 'early-warning.outcome', outcomes),
            clearable: true,
          },
          { control: 'date', ...field('next_on') },
        ]}
        save={(payload) => api.risk.act.call(payload, silent)}
        onSaved={() => void refresh()}
      />
      <FormDrawer
        opened={open === 'close'}
        onClose={shut}
        title={t('early-warning.close.do')}
        schema={closing}
        fields={[
          {
            control: 'select',
            name: 'reason',
            label: label('close_reason'),
            options: choices(t, 'early-warning.close', chosenReasons),
            required: true,
          },
          { control: 'textarea', name: 'note', label: label('close_note'), wide: true },
        ]}
        save={(payload) => status({ status: 'CLOSED', ...payload })}
        onSaved={() => void refresh()}
      />
      <ReasonDialog
        opened={open === 'reopen'}
        onClose={shut}
        title={t('early-warning.reopen.do')}
        text={name}
        onConfirm={async (note) => {
          await status({ status: 'OPEN', note });
          await refresh();
          notify.success();
        }}
      />
    </Stack>
  );
}

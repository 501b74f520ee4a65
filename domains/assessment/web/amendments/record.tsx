import { Alert, Anchor, Button, Drawer, Group, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { codeId, messageOf, silent, useMessages } from '#platform/web/index.ts';
import {
  Arrow,
  Empty,
  Facts,
  FileList,
  notify,
  ReasonDialog,
  StatusBadge,
  showDateTime,
} from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { EffectTable } from './effect-table.tsx';
import { type Amendment, tones, useMark } from './words.ts';

const reasoned: readonly Amendment['status'][] = ['RETURNED', 'REJECTED', 'UNPUBLISHED', 'WITHDRAWN'];

/** One amendment: what shall change and why, what follows, who did what, and the steps that the reader may take. */
export function AmendmentDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const t = useMessages();
  const mark = useMark();
  const [asked, setAsked] = useState<Amendment['status']>();
  const { data: row, error } = useQuery({
    ...api.amendment.get.queryOptions({ input: { id: id ?? 0 }, ...silent }),
    enabled: id !== null,
  });
  const { data: steps = [] } = useQuery({
    ...api.amendment.steps.queryOptions({ input: { id: id ?? 0 } }),
    enabled: row !== undefined,
  });
  const step = async (of: Amendment, status: Amendment['status'], reason?: string) => {
    await api.amendment.step.call({ id: of.id, version: of.version, status, ...(reason ? { reason } : {}) }, silent);
    await refresh();
    notify.success(t('assessment.amendment.done', { status: t(`assessment.amendment.state.${status}`) }));
  };
  return (
    <Drawer opened={id !== null} onClose={onClose} position="right" size="lg" title={row?.number ?? ''}>
      {error && <Empty title={t('assessment.board.missing')} text={messageOf(error)} />}
      {row && (
        <Stack gap="md">
          <Group justify="space-between">
            <StatusBadge
              status={row.status}
              color={tones[row.status]}
              label={t(`assessment.amendment.state.${row.status}`)}
            />
            <Text fw={600} className="tabular">
              {mark(row.old)} <Arrow /> {mark(row.new)}
            </Text>
          </Group>
          <Facts
            columns={2}
            items={[
              { label: t('assessment.amendment.student'), value: `${row.student.name} · ${row.student.student_no}` },
              {
                label: t('assessment.amendment.module'),
                value: `${row.course_module.code} ${row.course_module.title}`,
              },
              { label: t('assessment.amendment.component'), value: `${row.component.code} · ${row.component.title}` },
              { label: t('assessment.amendment.reason'), value: t(`assessment.amendment.because.${row.reason_code}`) },
              ...(row.case
                ? [
                    {
                      label: t('assessment.amendment.case'),
                      value: row.case.page ? (
                        <Anchor component={Link} size="sm" to={row.case.page}>
                          {row.case.number}
                        </Anchor>
                      ) : (
                        row.case.number
                      ),
                    },
                  ]
                : [{ label: t('assessment.amendment.text'), value: row.text }]),
            ]}
          />
          {row.files.length > 0 && <FileList files={row.files} />}
          {row.effect && <EffectTable effect={row.effect} />}
          <Timeline active={steps.length} bulletSize={14} lineWidth={2}>
            {steps.map((one) => (
              <Timeline.Item key={`${one.at} ${one.to}`} title={t(codeId('assessment.amendment.state', one.to))}>
                <Text size="xs" c="dimmed">
                  {one.by ?? t('assessment.amendment.system')} · {showDateTime(one.at)}
                </Text>
                {one.reason && <Text size="sm">{one.reason}</Text>}
              </Timeline.Item>
            ))}
          </Timeline>
          {row.refused && <Alert color="yellow">{t(codeId('assessment.amendment.refused', row.refused))}</Alert>}
          <Group justify="flex-end">
            {row.next.map((to) => (
              <Button
                key={to}
                variant={reasoned.includes(to) ? 'default' : 'filled'}
                onClick={() => (reasoned.includes(to) ? setAsked(to) : void step(row, to).catch(notify.error))}
              >
                {t(codeId('assessment.amendment.do', to))}
              </Button>
            ))}
          </Group>
        </Stack>
      )}
      <ReasonDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? t(codeId('assessment.amendment.do', asked)) : ''}
        label={t('assessment.amendment.why')}
        danger={asked === 'REJECTED'}
        onConfirm={async (reason) => {
          if (row && asked) await step(row, asked, reason);
        }}
      />
    </Drawer>
  );
}

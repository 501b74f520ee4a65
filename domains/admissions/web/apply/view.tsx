import { Button, Group, Text, Timeline } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTitle } from '#domains/questions/web/index.ts';
import { codeId, silent, useMessages } from '#platform/web/index.ts';
import { confirm, notify, PageHeader, Section, showDateTime } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../flavours.ts';
import type { ApplicationState } from '../../workflow.ts';
import { partsOf } from '../shown.tsx';
import { StateBadge } from '../state.tsx';
import { PartFacts, partTitles } from './answers.tsx';
import { ApplicationProgress } from './application-progress.tsx';
import styles from './apply.module.css';
import { type Application, apiOf, refreshOwn } from './calls.ts';
import { CorrectFields } from './correct-fields.tsx';
import { NextStep } from './next-step.tsx';

/** An application that was sent in: where it stands, what was said, and how to take it back. */
export function ApplicationView({
  flavour,
  application,
  take,
}: {
  flavour: FlavourName;
  application: Application;
  take: (next: Application) => void;
}) {
  const t = useMessages();
  const title = useTitle();
  const history = application.history ?? [];
  return (
    <div className={styles.page}>
      <PageHeader
        title={application.course?.title ?? application.vacancy?.title ?? application.form?.title ?? ''}
        description={application.number}
        badge={<StateBadge state={application.status} flavour={flavour} />}
        back="/home"
      />
      <section className={`surface ${styles.panel}`}>
        <ApplicationProgress
          flavour={flavour}
          state={application.status}
          through={history.map((one) => one.to as ApplicationState)}
        />
        <div style={{ marginTop: 14 }}>
          <NextStep row={application} inside />
        </div>
      </section>
      {application.status === 'UPDATE_REQUIRED' ? <CorrectFields flavour={flavour} application={application} /> : null}
      {partsOf(application).map((part) => (
        <Section key={part.key} title={part.of === 'answers' ? title(part.title) : t(partTitles[part.of])}>
          <PartFacts part={part} application={application} />
        </Section>
      ))}
      <Section title={t('apply.view.history')}>
        <Timeline bulletSize={14} lineWidth={2} active={history.length - 1}>
          {history.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what happened never moves
            <Timeline.Item key={index} title={t(codeId('admissions.state', one.to))}>
              <Text size="xs" c="dimmed">
                {showDateTime(one.at)}
              </Text>
              {one.reason ? <Text size="sm">{one.reason}</Text> : null}
            </Timeline.Item>
          ))}
        </Timeline>
      </Section>
      <WithdrawApplication flavour={flavour} application={application} take={take} />
    </div>
  );
}

/** Taking an application back, or throwing a draft away. */
export function WithdrawApplication({
  flavour,
  application,
  take,
}: {
  flavour: FlavourName;
  application: Application;
  take: (next: Application) => void;
}) {
  const t = useMessages();
  const navigate = useNavigate();
  const calls = apiOf(flavour).application;
  const step = application.next.find(({ to }) => to === 'WITHDRAWN' || to === 'CANCELLED');
  const away = useMutation({
    mutationFn: async () => {
      if (application.status === 'DRAFT') return calls.remove.call({ id: application.id }, silent);
      take(await calls.status.call({ id: application.id, status: step?.to ?? 'WITHDRAWN' }, silent));
      return undefined;
    },
    onSuccess: async () => {
      await refreshOwn(flavour);
      if (application.status === 'DRAFT') await navigate({ to: '/home', search: {} });
    },
    onError: notify.error,
  });
  const draft = application.status === 'DRAFT';
  if (!draft && !step) return null;
  return (
    <Group>
      <Button
        variant="subtle"
        color="red"
        loading={away.isPending}
        onClick={async () => {
          const yes = await confirm({
            title: t(draft ? 'apply.delete.title' : 'apply.withdraw.title'),
            name: [
              application.number,
              application.course?.title ?? application.vacancy?.title ?? application.form?.title,
            ]
              .filter(Boolean)
              .join(' · '),
            text: t(draft ? 'apply.delete.text' : 'apply.withdraw.text'),
            yes: t(draft ? 'apply.delete.yes' : 'apply.withdraw.yes'),
          });
          if (yes) away.mutate();
        }}
      >
        {t(draft ? 'apply.delete' : 'apply.withdraw')}
      </Button>
    </Group>
  );
}

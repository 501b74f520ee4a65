import { Alert, Anchor, Skeleton, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { codeId, messageOf, silent, type Translate, useMessages } from '#platform/web/index.ts';
import { Arrow, Section, showDateTime } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { showMark, textOf } from '../marks.ts';

type Event = Awaited<ReturnType<typeof api.ledger.events.call>>['content'][number];
const few = 8;

/** What ever happened to one mark: from the ledger, which nobody can change. */
export function MarkHistory(props: { course_module_id: number; student_id: number; component_id: number }) {
  const t = useMessages();
  const [all, setAll] = useState(false);
  const query = useQuery(
    api.ledger.events.queryOptions({
      input: {
        course_module_id: props.course_module_id,
        student_id: props.student_id,
        component_id: props.component_id,
        size: 100,
      },
      ...silent,
      staleTime: 0,
    }),
  );
  if (query.isError) return <Alert color="red">{messageOf(query.error)}</Alert>;
  if (query.isPending) return <Skeleton h={120} />;
  const events = query.data.content;
  if (events.length === 0) return null;
  const shown = all ? events : events.slice(0, few);
  return (
    <Section title={t('assessment.history.title')} description={t('assessment.history.about')}>
      <Timeline bulletSize={12} lineWidth={2} active={shown.length}>
        {shown.map((event) => (
          <Line key={event.id} event={event} />
        ))}
      </Timeline>
      {events.length > shown.length && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setAll(true)}>
          {t('kit.grid.more', { count: events.length - shown.length })}
        </Anchor>
      )}
    </Section>
  );
}

const worth = (one: Event['old'], t: Translate, locale: string) =>
  one.special ? t(`assessment.special.${one.special}`) : one.value === null ? '—' : showMark(textOf(one), locale);

/** What the system itself gives as a reason is a code, with the name of a file behind it. */
const coded = /^(APPEALS_OVER|IMPORT_UNDONE|IMPORT)(?:: (.+))?$/;
export function reasonIn(reason: string, t: Translate): string {
  const [, code, file = ''] = coded.exec(reason) ?? [];
  return code ? t(codeId('assessment.reason', code), { file }) : reason;
}

/** The decision by which the student was admitted to what the mark was given for: why, who and when. */
export const admittedIn = ({ admitted }: Event, t: Translate): string | null =>
  admitted &&
  t('assessment.history.admitted', {
    reason: admitted.reason,
    by: admitted.by?.name ?? '—',
    at: showDateTime(admitted.at),
  });

function Line({ event }: { event: Event }) {
  const t = useMessages();
  const { locale } = useIntl();
  const [before, after] = [worth(event.old, t, locale), worth(event.new, t, locale)];
  return (
    <Timeline.Item
      title={
        <Text size="sm" fw={600}>
          {t(codeId('assessment.event', event.kind))}
          {': '}
          {before !== after && event.old.status !== null && (
            <>
              {before} <Arrow />{' '}
            </>
          )}
          {after}
        </Text>
      }
    >
      <Text size="xs" c="dimmed">
        {event.actor?.name ?? t('assessment.history.nobody')} · {showDateTime(event.at)}
        {event.attempt > 1 ? ` · ${t('assessment.entry.attempt', { number: event.attempt })}` : ''}
      </Text>
      {event.reason && <Text size="sm">{reasonIn(event.reason, t)}</Text>}
      {event.admitted && <Text size="sm">{admittedIn(event, t)}</Text>}
    </Timeline.Item>
  );
}

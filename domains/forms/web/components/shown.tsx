import { Anchor, Badge, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck, IconClock, IconDots, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isAsked } from '#domains/questions/contract.ts';
import { useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import {
  DateText,
  DateTimeText,
  Facts,
  FileList,
  plainValue,
  Section,
  StatusBadge,
  showDate,
  showMoney,
  showNumber,
  showPhone,
} from '#platform/web/kit/index.ts';
import type { RequestState } from '../../workflow.ts';
import type { Asked } from '../api.ts';

const tones: Record<RequestState, string> = {
  DRAFT: 'gray',
  SUBMITTED: 'blue',
  IN_REVIEW: 'blue',
  UPDATE_REQUIRED: 'orange',
  REJECTED: 'red',
  APPROVED: 'teal',
  READY: 'teal',
  ISSUED: 'teal',
  EXPIRED: 'gray',
  WITHDRAWN: 'gray',
};

export function StateBadge({ status, late = false }: { status: RequestState; late?: boolean }) {
  const t = useMessages();
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge status={status} color={tones[status]} label={t(`forms.request_state.${status}`)} />
      {late && (
        <Badge color="red" variant="light" radius="sm" tt="none">
          {t('forms.late')}
        </Badge>
      )}
    </Group>
  );
}

/** Everything that was asked in its version and answered, in the order in which it was asked. */
export function Answers({ request, noted = [] }: { request: Asked; noted?: Asked['update_fields'] }) {
  const { locale } = useLocale();
  const sections = request.sections ?? [];
  const all = sections.flatMap(({ fields }) => fields);
  return (
    <>
      {sections.map((section) => {
        const fields = section.fields.filter(({ key }) => isAsked(all, key, request.answers));
        if (fields.length === 0) return null;
        return (
          <Section key={section.id} title={plainValue(section.title, locale)}>
            <Facts
              columns={2}
              items={fields.map((field) => {
                const note = noted.find(({ path }) => path === `answers.${field.key}`)?.note;
                return {
                  label: plainValue(field.title, locale),
                  value: (
                    <Stack gap={2}>
                      <Answer field={field} request={request} />
                      {note !== undefined && (
                        <Text size="sm" c="orange">
                          {note}
                        </Text>
                      )}
                    </Stack>
                  ),
                };
              })}
            />
          </Section>
        );
      })}
    </>
  );
}

type Field = NonNullable<Asked['sections']>[number]['fields'][number];

function Answer({ field, request }: { field: Field; request: Asked }) {
  const t = useMessages();
  const { locale } = useLocale();
  const answer = field.type === 'FACT' ? request.facts?.[field.fact ?? ''] : request.answers[field.key];
  if (answer === undefined || answer === null || answer === '') return '—';
  const word = (value: unknown) =>
    plainValue(field.options?.find((option) => option.value === value)?.title ?? String(value), locale);
  switch (field.type) {
    case 'BOOLEAN':
      return t(answer === true ? 'kit.yes' : 'kit.no');
    case 'SELECT':
    case 'RECORD':
    case 'MULTISELECT':
      return [answer].flat().map(word).join(', ');
    case 'DATE':
      return showDate(String(answer));
    case 'PHONE':
      return showPhone(String(answer));
    case 'NUMBER':
      return showNumber(Number(answer), locale);
    case 'FILE':
    case 'PHOTO':
    case 'SIGNATURE': {
      const file = request.files?.[field.key];
      return file ? <FileList files={[file]} /> : '—';
    }
    default:
      return String(answer);
  }
}

/** Where it is, what was done when, and until when the rest is to be done. */
export function Tracker({ request }: { request: Asked }) {
  const t = useMessages();
  const { locale } = useLocale();
  const ended = request.status === 'REJECTED' || request.status === 'WITHDRAWN';
  const done = request.steps.filter(({ done_at }) => done_at !== null).length;
  return (
    <Timeline active={done} bulletSize={22} lineWidth={2} color="teal">
      <Timeline.Item bullet={<IconCheck size={13} aria-hidden />} title={t('forms.track.sent')}>
        <Text size="sm" c="dimmed">
          <DateTimeText value={request.submitted_at} />
        </Text>
      </Timeline.Item>
      {request.steps.map((step) => {
        const current = step.position === request.step && !ended;
        const waits = current && request.status === 'UPDATE_REQUIRED';
        const pays = current && step.action === 'PAYMENT' && request.payment !== null;
        const refused = request.status === 'REJECTED' && step.position === request.step;
        return (
          <Timeline.Item
            key={step.position}
            bullet={
              refused ? (
                <IconX size={13} aria-hidden />
              ) : step.done_at ? (
                <IconCheck size={13} aria-hidden />
              ) : current ? (
                <IconClock size={13} aria-hidden />
              ) : (
                <IconDots size={13} aria-hidden />
              )
            }
            {...(refused ? { color: 'red' } : {})}
            title={plainValue(step.title, locale)}
          >
            <Text size="sm" c="dimmed">
              {step.done_at ? (
                <>
                  <DateTimeText value={step.done_at} />
                  {step.by && ` · ${step.by}`}
                </>
              ) : pays ? (
                <Payment request={request} />
              ) : waits ? (
                t('forms.track.waits_for_student')
              ) : current && step.due_on ? (
                <>
                  {t('forms.track.until')} <DateText value={step.due_on} />
                </>
              ) : (
                t('forms.days', { days: step.days })
              )}
            </Text>
            {step.note && <Text size="sm">{step.note}</Text>}
            {step.outcome.map((line) => (
              <Text size="sm" key={line}>
                {line}
              </Text>
            ))}
          </Timeline.Item>
        );
      })}
      {(request.steps.some(({ action }) => action === 'DOCUMENT') || request.document_id !== null) && (
        <Timeline.Item
          bullet={
            request.status === 'ISSUED' ? <IconCheck size={13} aria-hidden /> : <IconDots size={13} aria-hidden />
          }
          title={t(`forms.delivery.${request.delivery}`)}
        >
          <Text size="sm" c="dimmed">
            {request.handed_to || request.post_number || (request.status === 'READY' ? t('forms.track.ready') : '')}
          </Text>
          {request.handed_signature && <FileList files={[request.handed_signature]} />}
        </Timeline.Item>
      )}
    </Timeline>
  );
}

/** What is to be paid until when, and where. */
function Payment({ request: { payment } }: { request: Asked }) {
  const t = useMessages();
  const { can } = useAbility();
  if (!payment) return null;
  return (
    <>
      {t('forms.track.pay', { left: showMoney(payment.left), day: showDate(payment.until) })}{' '}
      {t('forms.track.pay_about')}{' '}
      {can('gateway.pay') && (
        <Anchor component={Link} to={`/payments/online?debit=${payment.debit_id}`} size="sm" underline="always">
          {t('forms.track.pay_online')}
        </Anchor>
      )}
    </>
  );
}

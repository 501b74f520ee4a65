import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { messageOf, silent, useAbility, useLocale } from '#platform/web/index.ts';
import {
  askReason,
  DateTimeText,
  Empty,
  Facts,
  MoneyText,
  PageHeader,
  PhoneText,
  plainValue,
  Section,
  showDate,
} from '#platform/web/kit/index.ts';
import { api, numberIn, refresh, useFields } from '../api.ts';
import { PlaceBadge } from '../shown.tsx';

/** One person's place, as the office and the teacher read it. */
export default function Listener() {
  const { t } = useFields();
  const id = numberIn((useSearch({ strict: false }) as { id?: unknown }).id);
  if (id !== undefined) return <Whole id={id} />;
  return (
    <Stack>
      <PageHeader title={t('short-courses.listener.title')} back="/short-term-course/listener-list" />
      <Empty title={t('short-courses.listener.none')} />
    </Stack>
  );
}

function Whole({ id }: { id: number }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const { can } = useAbility();
  const query = useQuery(api.registration.get.queryOptions({ input: { id }, ...silent }));
  if (query.isError) return <Empty title={messageOf(query.error)} />;
  const place = query.data;
  if (!place) return <Skeleton h={240} />;
  return (
    <Stack gap="md" maw={960}>
      <PageHeader
        title={place.name}
        description={plainValue(place.course.title, locale)}
        back={`/short-term-course/listener-list?course_id=${place.course_id}`}
        badge={<PlaceBadge state={place.status} />}
        actions={
          place.status === 'COMPLETED' &&
          can('short_course.teach') && (
            <Button
              variant="default"
              onClick={() =>
                void askReason({
                  name: place.name,
                  title: t('short-courses.completion.undo'),
                  text: t('short-courses.completion.undo_text'),
                  yes: t('short-courses.completion.undo'),
                  run: async (reason) => {
                    await api.completion.undo.call({ id: place.id, version: place.version, reason }, silent);
                    await refresh();
                  },
                })
              }
            >
              {t('short-courses.completion.undo')}
            </Button>
          )
        }
      />
      <Section>
        <Facts
          items={[
            { label: label('phone'), value: <PhoneText value={place.phone} /> },
            { label: label('email'), value: place.email },
            { label: label('starts_on'), value: showDate(place.course.starts_on) },
            { label: label('price'), value: <MoneyText value={place.price} /> },
            ...(Number(place.discount) > 0
              ? [{ label: label('discount'), value: <MoneyText value={place.discount} /> }]
              : []),
            { label: label('vat'), value: <MoneyText value={place.vat} /> },
            ...(place.group
              ? [{ label: label('company'), value: place.group.company }]
              : [{ label: label('bill'), value: place.bill?.title }]),
            { label: label('paid'), value: <MoneyText value={place.paid} /> },
            ...(place.certificate
              ? [
                  {
                    label: label('certificate'),
                    value: (
                      <Anchor component={Link} to={`/check/${place.certificate.check_code}`} size="sm">
                        {place.certificate.number}
                      </Anchor>
                    ),
                  },
                ]
              : []),
            { label: label('until'), value: <DateTimeText value={place.until} /> },
            { label: label('created_at'), value: <DateTimeText value={place.created_at} /> },
            { label: label('status_at'), value: <DateTimeText value={place.status_at} /> },
            {
              label: label('chapters'),
              value: t('short-courses.own.done', { done: place.done, all: place.chapters }),
            },
            ...(place.guardian
              ? [{ label: label('guardian'), value: `${place.guardian.name}, ${place.guardian.phone}` }]
              : []),
            ...(place.adult ? [{ label: label('adult'), value: t('common.yes') }] : []),
            ...(place.reason ? [{ label: label('reason'), value: place.reason }] : []),
          ]}
        />
      </Section>
    </Stack>
  );
}

import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, silent } from '#platform/web/index.ts';
import { DateTimeText, Empty, PageHeader, Section } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';
import { ClaimForm } from '../components/claim-form.tsx';
import { StateBadge } from '../shown.tsx';

/** A student says what happened: a new claim, or one that was begun or sent back. */
export default function Submit() {
  const { t } = useFields();
  const navigate = useNavigate();
  const { id, begin } = useSearch({ strict: false }) as { id?: unknown; begin?: unknown };
  const open = /^\d{1,9}$/.test(String(id)) ? Number(id) : undefined;
  // A claim that was begun here goes on in the same form; its address is what a reload opens.
  const [made, setMade] = useState<number>();
  const fresh = open === undefined || open === made;
  const due = useQuery(api.ec.due.queryOptions({ ...silent }));
  const drafts = useQuery({
    ...api.ec.list.queryOptions({ input: { status: ['DRAFT', 'CAN_UPDATE'], size: 20 }, ...silent }),
    enabled: open === undefined && begin === undefined,
  });
  const claim = useQuery({
    ...api.ec.get.queryOptions({ input: { id: open ?? 0 }, ...silent }),
    enabled: !fresh,
    // What is being written is the newest there is.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const failed = due.error ?? claim.error ?? drafts.error;
  const begun = open === undefined && begin === undefined ? (drafts.data?.content ?? []) : [];
  const waits =
    due.isPending ||
    (fresh ? open === undefined && begin === undefined && drafts.isPending : claim.isPending || claim.isFetching);
  return (
    <Stack gap="md" maw={760}>
      <PageHeader title={t('circumstances.submit.title')} description={t('circumstances.submit.about')} />
      {failed ? (
        <Empty title={messageOf(failed)} />
      ) : waits ? (
        <Skeleton h={420} />
      ) : begun.length > 0 ? (
        <Section title={t('circumstances.submit.begun')}>
          <Stack gap="sm">
            {begun.map((one) => (
              <Group key={one.id} justify="space-between">
                <div>
                  <Text size="sm" fw={600}>
                    {one.number}
                  </Text>
                  <Text size="xs" c="dimmed" component="div">
                    <DateTimeText value={one.updated_at} />
                  </Text>
                </div>
                <Group gap="xs">
                  <StateBadge state={one.status} />
                  <Button component={Link} to={`/ec-submit?id=${one.id}`} size="xs">
                    {t('circumstances.submit.go_on')}
                  </Button>
                </Group>
              </Group>
            ))}
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => void navigate({ to: '.', search: { begin: 'new' } })}
            >
              {t('circumstances.submit.another')}
            </Button>
          </Stack>
        </Section>
      ) : (
        <ClaimForm
          key={fresh ? 'new' : `claim ${open}`}
          claim={fresh ? undefined : claim.data}
          due={due.data ?? []}
          onMade={(id) => {
            setMade(id);
            void navigate({ to: '.', search: { id }, replace: true });
          }}
        />
      )}
    </Stack>
  );
}

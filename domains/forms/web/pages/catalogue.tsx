import { Badge, Button, Chip, Group, Paper, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconClock, IconCoin, IconFileText, IconListCheck, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, MoneyText, PageHeader, plainValue } from '#platform/web/kit/index.ts';
import { situations } from '../../shapes.ts';
import { api, type Offered } from '../api.ts';

/** What can be asked for: by words, or by what it is needed for. */
export default function Catalogue() {
  const t = useMessages();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as { situation?: string; search?: string };
  const situation = situations.find((one) => one === asked.situation);
  const [typed, setTyped] = useState(asked.search ?? '');
  const search = useDeferredValue(typed.trim());
  const query = useQuery({
    ...api.type.list.queryOptions({
      input: { size: 100, status: 'ACTIVE', ...(situation ? { situation } : {}), ...(search ? { search } : {}) },
      ...silent,
    }),
    placeholderData: keepPreviousData,
  });
  const choose = (next: string | undefined) =>
    void navigate({ to: '.', search: next ? { situation: next } : {}, replace: true });
  const rows = query.data?.content ?? [];
  return (
    <Stack gap="md">
      <PageHeader
        title={t('forms.catalogue.title')}
        description={t('forms.catalogue.about')}
        actions={
          <Button component={Link} to="/forms-for-student" variant="default">
            {t('forms.own.title')}
          </Button>
        }
      />
      <TextInput
        aria-label={t('forms.catalogue.search')}
        placeholder={t('forms.catalogue.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maw={480}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap={6} role="group" aria-label={t('forms.catalogue.situation')}>
        {situations.map((one) => (
          <Chip key={one} checked={one === situation} onChange={(on) => choose(on ? one : undefined)}>
            {t(`forms.situation.${one}`)}
          </Chip>
        ))}
      </Group>
      {query.isPending && <Skeleton h={240} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data && rows.length === 0 && (
        <Empty
          title={t('forms.catalogue.none')}
          text={t('forms.catalogue.none_about')}
          action={
            <Button
              variant="default"
              onClick={() => {
                setTyped('');
                choose(undefined);
              }}
            >
              {t('forms.catalogue.all')}
            </Button>
          }
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {rows.map((row) => (
          <Offer key={row.id} row={row} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function Offer({ row }: { row: Offered }) {
  const t = useMessages();
  const { locale } = useLocale();
  const fact = (icon: React.ReactNode, text: React.ReactNode) => (
    <Badge variant="default" radius="sm" tt="none" fw={500} leftSection={icon}>
      {text}
    </Badge>
  );
  const { live } = row;
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="sm" h="100%">
        <div style={{ flex: 1 }}>
          <Title order={2} size="h5">
            {plainValue(row.title, locale)}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {plainValue(row.about, locale)}
          </Text>
        </div>
        {live && (
          <Group gap={6}>
            {fact(<IconClock size={12} aria-hidden />, t('forms.days', { days: live.days }))}
            {fact(
              <IconCoin size={12} aria-hidden />,
              Number(live.fee) > 0 ? <MoneyText value={live.fee} /> : t('forms.free'),
            )}
            {fact(<IconListCheck size={12} aria-hidden />, t('forms.asks', { count: live.asks }))}
            {live.paper &&
              fact(<IconFileText size={12} aria-hidden />, live.languages.map((one) => one.toUpperCase()).join(', '))}
          </Group>
        )}
        {row.can?.ask && (
          <Group>
            <Button
              component={Link}
              to={row.request_id ? `/forms-for-student?id=${row.request_id}` : `/request-form/create/${row.id}`}
              variant={row.request_id ? 'default' : 'filled'}
              aria-label={`${t(row.request_id ? 'forms.open_request' : 'forms.ask')}: ${plainValue(row.title, locale)}`}
            >
              {t(row.request_id ? 'forms.open_request' : 'forms.ask')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

import { Alert, Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  messageOf,
  openPaper,
  PlainPage,
  queryClient,
  refusalOf,
  silent,
  usePaperReader,
} from '#platform/web/index.ts';
import { DateTimeText, Empty, Facts, Section, tellError } from '#platform/web/kit/index.ts';
import { employerWords } from '../../shapes-offers.ts';
import { api, type Guest, useFields } from '../api.ts';
import { CvView } from '../components/cv-view.tsx';
import { Long } from '../components/long.tsx';
import { useSalary } from '../shown.tsx';

/** An offer as its employer sees it: who answered and lets them read a CV. The link ends; so does this page. */
export default function GuestPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { t } = useFields();
  const query = useQuery({
    ...api.job_offer.guest.queryOptions({ input: { token }, ...silent }),
    retry: false,
    // Whoever takes their consent back is not to stand here for long.
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
  const over = refusalOf(query.error)?.code === 'EMPLOYER_LINK_OVER';
  return (
    <PlainPage
      title={query.data?.offer.title ?? t('careers.guest.title')}
      about={query.data?.institution ?? t('careers.guest.about')}
    >
      {query.isPending && <Skeleton h={320} />}
      {query.isError && (
        <Empty
          title={over ? t('careers.guest.over') : messageOf(query.error)}
          text={over ? t('careers.guest.over_about') : undefined}
        />
      )}
      {query.data && <View data={query.data} token={token} />}
    </PlainPage>
  );
}

function View({ data, token }: { data: Guest; token: string }) {
  const { t, label } = useFields();
  const salary = useSalary();
  usePaperReader();
  const { offer } = data;
  return (
    <Stack gap="md">
      <Section>
        <Group gap="xs" mb="sm">
          <Badge variant="light" color={offer.open ? 'teal' : 'gray'} tt="none">
            {t(offer.open ? 'careers.guest.open' : 'careers.guest.closed')}
          </Badge>
          <Text size="sm" c="dimmed">
            {t('careers.guest.until')} <DateTimeText value={data.expires_at} />
          </Text>
        </Group>
        <Facts
          columns={2}
          items={[
            { label: label('employer'), value: offer.employer },
            { label: label('salary'), value: salary(offer) },
            { label: label('employment'), value: t(`careers.employment.${offer.employment}`) },
            { label: label('valid_until'), value: <DateTimeText value={offer.valid_until} /> },
          ]}
        />
        {offer.requirements && (
          <>
            <Title order={2} size="h6" mt="md" mb={4}>
              {label('requirements')}
            </Title>
            <Long text={offer.requirements} />
          </>
        )}
      </Section>
      <Title order={2} size="h4">
        {t('careers.guest.people', { count: data.people.length })}
      </Title>
      {data.people.length === 0 && <Empty title={t('careers.guest.nobody')} text={t('careers.guest.nobody_about')} />}
      {data.people.map((person) => (
        <PersonCard key={person.id} person={person} token={token} />
      ))}
      <Text size="xs" c="dimmed">
        {t('careers.guest.rules')}
      </Text>
    </Stack>
  );
}

function PersonCard({ person, token }: { person: Guest['people'][number]; token: string }) {
  const { t } = useFields();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const again = () => queryClient.invalidateQueries({ queryKey: api.job_offer.guest.queryKey({ input: { token } }) });
  const say = async (word: (typeof employerWords)[number]) => {
    if (busy) return;
    setBusy(true);
    try {
      await api.job_offer.guest_word.call({ token, id: person.id, word: person.word === word ? null : word }, silent);
    } catch (error) {
      await tellError(error);
    } finally {
      await again();
      setBusy(false);
    }
  };
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={3} size="h5">
              {person.name}
            </Title>
            <Text size="sm" c="dimmed">
              {person.content.headline}
            </Text>
          </div>
          {person.word && (
            <Badge variant="light" color={person.word === 'INVITED' ? 'teal' : 'gray'} tt="none">
              {t(`careers.word.${person.word}`)}
            </Badge>
          )}
        </Group>
        {person.note && <Long text={person.note} />}
        {person.outdated && (
          <Alert p="xs" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('careers.guest.outdated')}
          </Alert>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'careers.guest.hide' : 'careers.guest.show')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileTypePdf size={14} aria-hidden />}
            onClick={() =>
              void openPaper(`/job_offer/guest/${token}/cv/${person.id}`, `${person.name}.pdf`).then((shown) =>
                shown ? undefined : again(),
              )
            }
          >
            PDF
          </Button>
          {employerWords.map((word) => (
            <Button
              key={word}
              size="xs"
              loading={busy}
              variant={person.word === word ? 'filled' : 'light'}
              color={word === 'INVITED' ? 'teal' : 'gray'}
              aria-pressed={person.word === word}
              onClick={() => void say(word)}
            >
              {t(`careers.say.${word}`)}
            </Button>
          ))}
        </Group>
        {open && (
          <CvView
            name={person.name}
            language={person.language}
            layout="CLASSIC"
            photo={null}
            content={person.content}
            facts={person.facts}
          />
        )}
      </Stack>
    </Paper>
  );
}

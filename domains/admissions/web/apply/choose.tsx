import { Alert, Anchor, Button, Chip, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowRight, IconFileText, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { searchKey } from '#platform/contract/script.ts';
import { silent, useMessages } from '#platform/web/index.ts';
import { Empty, notify, PageHeader, showDate } from '#platform/web/kit/index.ts';
import type { FlavourName } from '../../flavours.ts';
import { isOver } from '../../over.ts';
import { flavourPaths } from '../paths.ts';
import { StateBadge } from '../state.tsx';
import { useFlavour } from '../use-flavour.ts';
import styles from './apply.module.css';
import { apiOf, type Campaign, entrance, ownQuery, refreshOwn, type Target } from './calls.ts';
import { feeText } from './fee.ts';
import { applyPaths, flavourAt } from './paths.ts';
import { askAgain } from './target-step.tsx';

/** What one can apply for now; one press begins the application. */
export default function Choose() {
  const flavour = useFlavour(flavourAt);
  return <Targets key={flavour} flavour={flavour} />;
}

/** Begins an application and opens it; a second one of the year is asked about first. */
export function useBegin(flavour: FlavourName) {
  const navigate = useNavigate();
  const host = useQuery(entrance.installation.get.queryOptions({ ...silent, staleTime: 60_000 }));
  return useMutation({
    mutationFn: (wanted: { form_id: number; campaign_id?: number }) =>
      askAgain((goOn) =>
        apiOf(flavour).application.save.call(
          {
            ...wanted,
            // Whoever came through the entrance of transfers is one.
            ...(host.data?.host === 'transfer' && wanted.campaign_id ? { applicant_type: 'transfer' as const } : {}),
            ...(goOn ? { continue: true } : {}),
          },
          silent,
        ),
      ),
    onSuccess: async (begun) => {
      if (!begun) return;
      await refreshOwn(flavour);
      await navigate({ to: applyPaths[flavour].fill, search: { id: String(begun.id) } });
    },
    onError: async (error: { code?: string; data?: { application_id?: number } }) => {
      notify.error(error);
      const id = error.code === 'LIVE_APPLICATION' ? error.data?.application_id : undefined;
      if (id) await navigate({ to: applyPaths[flavour].fill, search: { id: String(id) } });
    },
  });
}

export function Targets({ flavour }: { flavour: FlavourName }) {
  const t = useMessages();
  const open = useQuery(apiOf(flavour).application.open.queryOptions({ ...silent }));
  return (
    <div className={styles.page}>
      <PageHeader
        title={t(applyPaths[flavour].title)}
        description={t(`apply.choose.${flavour}`)}
        actions={<LinkToMine flavour={flavour} />}
      />
      <RunningApplications flavour={flavour} />
      {open.isError ? (
        <Empty
          title={t('apply.failed')}
          text={t('apply.failed_text')}
          action={<Button onClick={() => void open.refetch()}>{t('apply.again')}</Button>}
        />
      ) : open.isPending ? (
        <Stack>
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} h={120} />
          ))}
        </Stack>
      ) : open.data.length === 0 ? (
        <section className="surface">
          <Empty title={t('apply.choose.none')} text={t('apply.choose.none_text')} />
        </section>
      ) : (
        open.data.map((target) => <TargetPanel key={target.form_id} flavour={flavour} target={target} />)
      )}
    </div>
  );
}

export function LinkToMine({ flavour }: { flavour: FlavourName }) {
  const t = useMessages();
  return (
    <Anchor component={Link} {...({ to: flavourPaths[flavour].list, search: {} } as object)} size="sm">
      {t('apply.mine')}
    </Anchor>
  );
}

/** What one has begun or sent already: it comes before beginning another. */
export function RunningApplications({ flavour }: { flavour: FlavourName }) {
  const t = useMessages();
  const own = useQuery(ownQuery(flavour));
  const running = (own.data?.content ?? []).filter((row) => !isOver(row.status));
  return running.map((row) => (
    <Alert key={row.id} color="accent" icon={<IconFileText aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {row.course?.title ?? row.vacancy?.title ?? row.form?.title}
          </Text>
          <Group gap="xs">
            <Text size="sm" className="tabular">
              {row.number}
            </Text>
            <StateBadge state={row.status} flavour={flavour} />
          </Group>
        </div>
        <Button
          component={Link}
          {...({ to: applyPaths[flavour].fill, search: { id: String(row.id) } } as object)}
          size="sm"
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {t(row.status === 'DRAFT' ? 'apply.go_on' : 'apply.open')}
        </Button>
      </Group>
    </Alert>
  ));
}

const manyCourses = 6;

function TargetPanel({ flavour, target }: { flavour: FlavourName; target: Target }) {
  const t = useMessages();
  const begin = useBegin(flavour);
  const [word, setWord] = useState('');
  const [language, setLanguage] = useState<string | null>(null);
  const languages = [...new Set(target.campaigns.map((one) => one.language))];
  const shown = target.campaigns.filter(
    (one) =>
      (!language || one.language === language) &&
      (!word.trim() || searchKey(one.course.title).includes(searchKey(word))),
  );
  const courses = [...Map.groupBy(shown, (one) => one.course.id).values()];
  const academic = target.campaigns.length > 0;
  return (
    <section className={`surface ${styles.panel}`}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div className={styles.words}>
          <Title order={2} size="h4">
            {target.title}
          </Title>
          {target.description ? <Text size="sm">{target.description}</Text> : null}
          <Text size="sm" c="dimmed">
            {t('apply.until', { day: showDate(target.closes_on) })}
          </Text>
        </div>
        {academic || flavour === 'plain' || flavour === 'general' ? null : (
          <Button loading={begin.isPending} onClick={() => begin.mutate({ form_id: target.form_id })}>
            {t('apply.begin')}
          </Button>
        )}
      </Group>
      {academic ? (
        <>
          {target.campaigns.length > manyCourses ? (
            <TextInput
              mt="md"
              type="search"
              aria-label={t('apply.choose.search')}
              placeholder={t('apply.choose.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={word}
              onChange={(event) => setWord(event.currentTarget.value)}
            />
          ) : null}
          {languages.length > 1 ? (
            <Chip.Group value={language ?? ''} onChange={(value) => setLanguage(value ? String(value) : null)}>
              <Group gap="xs" mt="sm" role="group" aria-label={t('apply.view.language')}>
                <Chip value="" size="sm">
                  {t('apply.choose.any')}
                </Chip>
                {languages.map((one) => (
                  <Chip key={one} value={one} size="sm">
                    {t(`admissions.language.${one}`)}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          ) : null}
          <ul className={styles.rows}>
            {courses.map((list) => (
              <Course
                key={list[0]?.course.id}
                campaigns={list}
                busy={begin.isPending ? begin.variables?.campaign_id : undefined}
                onChoose={(campaign_id) => begin.mutate({ form_id: target.form_id, campaign_id })}
              />
            ))}
          </ul>
          {courses.length ? null : (
            <Text size="sm" c="dimmed" py="md">
              {t('apply.choose.nothing')}
            </Text>
          )}
        </>
      ) : null}
    </section>
  );
}

/** A course with what a year of it costs, and a button for each language in which it is taught. */
function Course(props: {
  campaigns: readonly Campaign[];
  busy: number | undefined;
  onChoose: (campaign: number) => void;
}) {
  const t = useMessages();
  const [first] = props.campaigns;
  if (!first) return null;
  const fees = [...Map.groupBy(props.campaigns, (one) => feeText(t, one.fee))];
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Text fw={600}>{first.course.title}</Text>
        <Text size="sm" c="dimmed">
          {[t(`apply.level.${first.level}`), first.education_form?.title, t('apply.years', { count: first.years })]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {fees.map(([fee, some]) => (
          <Text key={fee} size="sm">
            {[fees.length > 1 ? some.map((one) => t(`admissions.language.${one.language}`)).join(', ') : '', fee]
              .filter(Boolean)
              .join(': ')}
          </Text>
        ))}
      </div>
      <Group gap="xs">
        {props.campaigns.map((one) => (
          <Button
            key={one.id}
            variant="default"
            size="sm"
            loading={props.busy === one.id}
            disabled={props.busy !== undefined}
            onClick={() => props.onChoose(one.id)}
            aria-label={`${t(`admissions.language.${one.language}`)} – ${first.course.title}`}
          >
            {t(`admissions.language.${one.language}`)}
          </Button>
        ))}
      </Group>
    </li>
  );
}

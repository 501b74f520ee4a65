import { Alert, Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { locales } from '#platform/contract/index.ts';
import { silent, useLocale, useTitle } from '#platform/web/index.ts';
import {
  Chart,
  DateText,
  Loaded,
  Neighbours,
  notify,
  plainValue,
  ReasonDialog,
  Section,
  SmallTable,
  StatusBadge,
  showNumber,
  tellError,
} from '#platform/web/kit/index.ts';
import { api, type Result, refresh, resultList, useFields } from '../api.ts';

/** What was found about one module and teacher, the comparison, the years, and the teacher's reply. */
export default function ResultPage() {
  const { result_id = '' } = useParams({ strict: false }) as { result_id?: string };
  const query = useQuery(api.result.get.queryOptions({ input: { id: Number(result_id) || 0 }, ...silent }));
  return (
    <Loaded query={query} back="/evaluation/results">
      {(data) => <Shown key={data.id} of={data} />}
    </Loaded>
  );
}

function Shown({ of }: { of: Result }) {
  const { t } = useFields();
  const { locale } = useLocale();
  useTitle(of.module);
  const figure = (value: number) => showNumber(value, locale);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Anchor component={Link} to="/evaluation/results" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('evaluation.results.title')}
          </Group>
        </Anchor>
        <Neighbours id={of.id} of={resultList} href={(id) => `/evaluation/results/${id}`} />
      </Group>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} style={{ minWidth: 0 }}>
            <Title order={1} size="h3">
              {of.module}
            </Title>
            <Text size="sm">
              <Anchor component={Link} to={`/evaluation/teachers/${of.staff_id}`} size="sm" underline="always">
                {of.teacher}
              </Anchor>
              {` · ${of.period} · ${of.year}`}
            </Text>
            <Text size="sm">{t('evaluation.voted', { voted: of.voted, invited: of.invited, rate: of.rate })}</Text>
            {of.dropped > 0 && (
              <Text size="sm" c="dimmed">
                {t('evaluation.dropped', { count: of.dropped })}
              </Text>
            )}
            {of.mean !== null && (
              <Text fw={640} fz="xl" className="tabular">
                {t('evaluation.mean', { mean: figure(of.mean), spread: figure(of.spread ?? 0) })}
              </Text>
            )}
            {of.mean !== null && (
              <Text size="xs" c="dimmed">
                {t('evaluation.scale')}
              </Text>
            )}
            {of.beside && (
              <Text size="sm">
                {t('evaluation.beside', {
                  mean: figure(of.beside.mean),
                  spread: figure(of.beside.spread),
                  units: of.beside.units,
                })}
              </Text>
            )}
          </Stack>
          <Acts of={of} />
        </Group>
      </Paper>
      {!of.enough && (
        <Alert color="gray" icon={<IconEyeOff aria-hidden />}>
          {t('evaluation.few', { threshold: of.threshold })}
        </Alert>
      )}
      {of.enough && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {of.questions.map((one) => (
            <Question key={one.key} of={one} />
          ))}
        </SimpleGrid>
      )}
      <Breakdown of={of} />
      {of.trend.length > 1 && (
        <Section>
          <Chart
            kind="line"
            title={t('evaluation.trend')}
            counts={t('evaluation.trend_counts')}
            height={220}
            data={of.trend.map(({ year, period, mean }) => ({ name: `${year} · ${period}`, mean }))}
            series={[{ key: 'mean', label: t('evaluation.field.mean') }]}
          />
        </Section>
      )}
      {of.enough && <Texts of={of} />}
      <Section
        title={t('evaluation.reply')}
        actions={of.can?.reply && <Reply of={of} />}
        description={of.replied_on ? <DateText value={of.replied_on} /> : undefined}
      >
        <Text
          size="sm"
          {...(of.reply ? {} : { c: 'dimmed' })}
          style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {of.reply ?? t('evaluation.reply_none')}
        </Text>
      </Section>
    </Stack>
  );
}

/** The means of groups and of languages beside each other, where they may be shown. */
function Breakdown({ of }: { of: Result }) {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const { groups, languages } = of.breakdown;
  if (groups.length + languages.length === 0) return null;
  const table = (title: string, rows: { key: string; title: string; voted: number; mean: number }[]) =>
    rows.length > 0 && (
      <SmallTable
        rows={rows}
        rowKey={(row) => row.key}
        minWidth={280}
        columns={[
          { key: 'title', title, names: true, render: (row) => row.title },
          { key: 'mean', title: label('mean'), figure: true, render: (row) => showNumber(row.mean, locale) },
          { key: 'voted', title: label('voted'), figure: true, render: (row) => showNumber(row.voted, locale) },
        ]}
      />
    );
  return (
    <Section
      title={t('evaluation.breakdown')}
      description={t('evaluation.breakdown_about', { threshold: of.threshold })}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {table(
          t('evaluation.breakdown_groups'),
          groups.map((one) => ({ ...one, key: String(one.id) })),
        )}
        {table(
          t('evaluation.breakdown_languages'),
          languages.map((one) => ({ ...one, key: one.id, title: t(`evaluation.language.${languageOf(one.id)}`) })),
        )}
      </SimpleGrid>
    </Section>
  );
}
const languageOf = (code: string) => locales.find((one) => one === code) ?? 'other';

function Question({ of }: { of: Result['questions'][number] }) {
  const { t } = useFields();
  const { locale } = useLocale();
  const title = plainValue(of.title, locale);
  // The steps of a scale are called by their numbers, and its ends in words.
  const ends = of.mean === null ? [] : [of.options?.[0], of.options?.at(-1)].flatMap((one) => one ?? []);
  return (
    <Section>
      {of.options && of.answered !== null ? (
        <Chart
          kind="bar"
          title={title}
          counts={[
            of.mean !== null &&
              t('evaluation.mean', {
                mean: showNumber(of.mean, locale),
                spread: showNumber(of.spread ?? 0, locale),
              }),
            t('evaluation.answered', { answered: of.answered }),
            ends.length
              ? ends.map(({ value, title: said }) => `${value} – ${plainValue(said, locale)}`).join(', ')
              : t('evaluation.counts'),
          ]
            .filter(Boolean)
            .join(' · ')}
          height={180}
          data={of.options.map(({ value, title: said, count }) => ({
            name: ends.length ? value : plainValue(said, locale),
            count,
          }))}
          series={[{ key: 'count', label: t('evaluation.field.voted') }]}
        />
      ) : (
        <>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {t('evaluation.question_few')}
          </Text>
        </>
      )}
    </Section>
  );
}

function Texts({ of }: { of: Result }) {
  const { t } = useFields();
  const { locale } = useLocale();
  const manages = of.can?.release === true;
  const review = (id: string, shown: boolean) =>
    api.result.review.call({ unit_id: of.id, id, shown }, silent).then(refresh, tellError);
  return (
    <Section title={t('evaluation.texts')}>
      {of.texts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('evaluation.no_texts')}
        </Text>
      )}
      <Stack gap="sm">
        {of.texts.map((one) => (
          <Paper key={one.id} withBorder p="sm">
            <Text size="xs" c="dimmed">
              {plainValue(one.question, locale)}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {one.text}
            </Text>
            {manages && (
              <Group gap="xs" mt={6}>
                <StatusBadge
                  status={one.shown === null ? 'NEW' : one.shown ? 'PUBLISHED' : 'CLOSED'}
                  label={t(
                    one.shown === null
                      ? 'evaluation.text.new'
                      : one.shown
                        ? 'evaluation.text.shown'
                        : 'evaluation.text.hidden',
                  )}
                />
                {one.shown !== true && (
                  <Button size="compact-xs" variant="light" onClick={() => void review(one.id, true)}>
                    {t('evaluation.text.show')}
                  </Button>
                )}
                {one.shown !== false && (
                  <Button size="compact-xs" variant="default" onClick={() => void review(one.id, false)}>
                    {t('evaluation.text.hide')}
                  </Button>
                )}
              </Group>
            )}
          </Paper>
        ))}
      </Stack>
    </Section>
  );
}

function Acts({ of }: { of: Result }) {
  const { t } = useFields();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!of.can?.release) return null;
  const { id, version } = of;
  const release = async () => {
    setBusy(true);
    try {
      await api.result.release.call({ id, version, released: true }, silent);
      notify.success();
    } catch (error) {
      await tellError(error);
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  return (
    <>
      {of.released_on ? (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('evaluation.unrelease')}
        </Button>
      ) : (
        <Stack gap={4} align="flex-end">
          <Button loading={busy} disabled={!of.marks_final} onClick={() => void release()}>
            {t('evaluation.release')}
          </Button>
          {!of.marks_final && (
            <Text size="xs" c="dimmed">
              {t('evaluation.marks_open')}
            </Text>
          )}
        </Stack>
      )}
      <ReasonDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={t('evaluation.unrelease')}
        confirmLabel={t('evaluation.unrelease')}
        danger
        onConfirm={async (reason) => {
          await api.result.release.call({ id, version, released: false, reason }, silent);
          await refresh();
        }}
      />
    </>
  );
}

function Reply({ of }: { of: Result }) {
  const { t } = useFields();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('evaluation.reply_add')}
      </Button>
      <ReasonDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={t('evaluation.reply')}
        label={t('evaluation.reply')}
        confirmLabel={t('kit.save')}
        onConfirm={async (text) => {
          await api.result.reply.call({ id: of.id, version: of.version, text }, silent);
          await refresh();
        }}
      />
    </>
  );
}

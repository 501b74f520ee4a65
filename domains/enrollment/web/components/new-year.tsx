import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf, silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  DateField,
  DateText,
  FormDrawer,
  MoneyText,
  NumberField,
  notify,
  ProgressDialog,
  Section,
  SelectField,
  SmallTable,
  StatusBadge,
  SwitchField,
  showNumber,
  TextField,
} from '#platform/web/kit/index.ts';
import { feeRoundings, newYearInput, newYearRuns } from '../../shapes-turn.ts';
import { type NewYear as Answer, api, progressOf, refresh, useJob } from '../api.ts';
import { TurnRuns } from './turn-runs.tsx';

const schema = newYearInput.pick({ year: true });
type Part = Answer['parts'][number];

/** How fees are carried on, as it is asked and as it is done. */
interface FeeChoice {
  carry_fees: boolean;
  fee_percent: number;
  fee_round_to: (typeof feeRoundings)[number];
}

/** The academic year after this one, after the newest unless named: what it would be made of, made, and taken back. */
export function NewYear({ after }: { after?: number | undefined }) {
  const t = useMessages();
  const [fees, setFees] = useState<FeeChoice>({ carry_fees: true, fee_percent: 0, fee_round_to: 1 });
  const query = useQuery({
    ...api.turn.new_year.queryOptions({
      input: { ...(after === undefined ? {} : { academic_year_id: after }), ...fees },
      ...silent,
    }),
    placeholderData: keepPreviousData,
  });
  const [making, setMaking] = useState(false);
  const [running, setRunning] = useState<number>();
  const answer = query.data;
  // Semesters come with their year, and a choice is part of its plan.
  const count = (answer?.parts ?? [])
    .filter(({ code }) => newYearRuns.some((kept) => kept === code))
    .reduce((sum, part) => sum + part.made, 0);
  const work = useJob(running);
  if (query.error)
    return (
      <Text c="red" role="alert">
        {messageOf(query.error)}
      </Text>
    );
  if (!answer) return null;
  const name = answer.year?.title ?? answer.proposed?.name ?? '';
  const { proposed } = answer;
  return (
    <Stack gap="sm">
      <Section
        title={t('enrollment.new_year.title', { year: name })}
        description={t('enrollment.new_year.about', { year: answer.from.title })}
        actions={
          answer.can.make && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              disabled={count === 0}
              onClick={() => setMaking(true)}
            >
              {t('enrollment.new_year.make')}
            </Button>
          )
        }
      >
        <Stack gap="sm">
          {count === 0 && (
            <Alert color="teal" icon={<IconCircleCheck aria-hidden />} p="xs">
              {t('enrollment.new_year.nothing')}
            </Alert>
          )}
          {proposed && (
            <Text size="sm">
              {proposed.name}: <DateText value={proposed.starts_on} /> – <DateText value={proposed.ends_on} />
              {proposed.semesters.map((one) => (
                <span key={one.number}>
                  {' · '}
                  {t('enrollment.new_year.semester', { number: one.number })} <DateText value={one.starts_on} /> –{' '}
                  <DateText value={one.ends_on} />
                </span>
              ))}
            </Text>
          )}
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
            {answer.parts.map((part) => (
              <Paper key={part.code} component="li" withBorder p="sm">
                <PartLine part={part}>
                  {part.code === 'fees' && (answer.fees.length > 0 || !fees.carry_fees) && (
                    <Fees answer={answer} next={name} choice={fees} onChange={setFees} />
                  )}
                </PartLine>
              </Paper>
            ))}
          </Stack>
        </Stack>
      </Section>
      {answer.runs.length > 0 && <Runs runs={answer.runs} undo={answer.can.make} />}
      <FormDrawer
        opened={making}
        onClose={() => setMaking(false)}
        title={t('enrollment.new_year.make_title', { year: name })}
        notice={false}
        draftKey={false}
        schema={schema}
        defaults={proposed ? { year: proposed } : {}}
        intro={
          <Stack gap="xs">
            <Text size="sm">{t('enrollment.new_year.make_about', { year: answer.from.title })}</Text>
            <List size="sm">
              {answer.parts
                .filter((part) => part.made > 0)
                .map((part) => (
                  <List.Item key={part.code}>
                    {t(`enrollment.new_year.part.${part.code}`)}: {t(madeText(part.code), { count: part.made })}
                  </List.Item>
                ))}
            </List>
          </Stack>
        }
        submitLabel={t('enrollment.new_year.make')}
        save={(payload) => api.turn.make_year.call({ academic_year_id: answer.from.id, ...payload, ...fees }, silent)}
        onSaved={({ job }) => {
          setMaking(false);
          if (job) setRunning(job.id);
          else notify.success(t('enrollment.new_year.nothing'));
          void refresh();
        }}
      >
        {proposed && (
          <Stack gap="sm">
            <TextField name="year.name" label={t('enrollment.turn.year')} />
            <Dates path="year" from={t('enrollment.new_year.begins')} to={t('enrollment.new_year.ends')} />
            {proposed.semesters.map(({ number }, at) => (
              <Dates
                key={number}
                path={`year.semesters.${at}`}
                from={t('enrollment.new_year.semester_begins', { number })}
                to={t('enrollment.new_year.semester_ends', { number })}
              />
            ))}
          </Stack>
        )}
      </FormDrawer>
      <ProgressDialog
        opened={running !== undefined}
        title={t('enrollment.new_year.running')}
        onClose={() => {
          setRunning(undefined);
          void refresh();
        }}
        {...progressOf(work, count)}
      />
    </Stack>
  );
}

const Dates = ({ path, from, to }: { path: string; from: string; to: string }) => (
  <Group align="flex-start" gap="xs" grow preventGrowOverflow={false}>
    <DateField name={`${path}.starts_on`} label={from} />
    <DateField name={`${path}.ends_on`} label={to} />
  </Group>
);

/** Groups are not made: their last day is named. */
const madeText = (code: Part['code']) =>
  code === 'groups' ? ('enrollment.new_year.ending' as const) : ('enrollment.new_year.made' as const);

/** What a part would make, what is there, and what to do where it cannot. */
function PartLine({ part: { code, made, there, faults }, children }: { part: Part; children?: ReactNode }) {
  const t = useMessages();
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={600}>
            {t(`enrollment.new_year.part.${code}`)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`enrollment.new_year.hint.${code}`)}
          </Text>
        </div>
        <Group gap="xs">
          {there > 0 && (
            <StatusBadge status="there" color="gray" label={t(`enrollment.new_year.there.${code}`, { count: there })} />
          )}
          {made > 0 && <StatusBadge status="made" color="teal" label={t(madeText(code), { count: made })} />}
        </Group>
      </Group>
      {[...Map.groupBy(faults, (fault) => fault.code)].map(([fault, some]) => (
        <details key={fault}>
          <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
            {t(`enrollment.new_year.fault.${fault}`, { count: some.reduce((sum, one) => sum + one.count, 0) })}
          </summary>
          <List size="sm" mt={4}>
            {some.map((one) => (
              <List.Item key={one.title}>
                {one.title}
                {one.count > 1 ? ` × ${one.count}` : ''}
              </List.Item>
            ))}
          </List>
        </details>
      ))}
      {children}
    </Stack>
  );
}

const noPercent = { min: -50, max: 100, decimals: 2 };

/** By how much fees rise, and what becomes of each. */
function Fees({
  answer,
  next,
  choice,
  onChange,
}: {
  answer: Answer;
  next: string;
  choice: FeeChoice;
  onChange: (choice: FeeChoice) => void;
}) {
  const t = useMessages();
  const { locale } = useLocale();
  const rises = choice.fee_percent !== 0;
  return (
    <Stack gap="xs" mt="xs">
      {answer.can.make && (
        <Group align="flex-end" gap="md">
          <SwitchField
            label={t('enrollment.new_year.fees.carry')}
            value={choice.carry_fees}
            onChange={(carry_fees) => onChange({ ...choice, carry_fees })}
          />
          {choice.carry_fees && (
            <NumberField
              label={t('enrollment.new_year.fees.percent')}
              {...noPercent}
              value={choice.fee_percent}
              onChange={(percent) => {
                const fee_percent = percent ?? 0;
                if (fee_percent >= noPercent.min && fee_percent <= noPercent.max) onChange({ ...choice, fee_percent });
              }}
            />
          )}
          {choice.carry_fees && rises && (
            <SelectField
              label={t('enrollment.new_year.fees.round_to')}
              options={feeRoundings.map((step) => ({
                id: step,
                title: step === 1 ? t('enrollment.new_year.fees.no_rounding') : showNumber(step, locale),
              }))}
              value={choice.fee_round_to}
              onChange={(id) => onChange({ ...choice, fee_round_to: feeRoundings.find((step) => step === id) ?? 1 })}
            />
          )}
        </Group>
      )}
      {choice.carry_fees && answer.fees.length > 0 && (
        <details>
          <summary style={{ cursor: 'pointer', fontSize: 'var(--mantine-font-size-sm)' }}>
            {t('enrollment.new_year.fees.shown', { count: answer.fees.length })}
          </summary>
          <SmallTable
            rows={answer.fees}
            rowKey={(fee) => fee.name}
            minWidth={560}
            maxHeight={320}
            columns={[
              {
                key: 'name',
                title: t('enrollment.new_year.fees.name'),
                names: true,
                render: ({ name }) => name,
              },
              {
                key: 'of',
                title: t('enrollment.new_year.fees.of'),
                render: ({ of }) => of.join(' · ') || t('enrollment.new_year.fees.everybody'),
              },
              {
                key: 'amount',
                title: answer.from.title,
                figure: true,
                render: ({ amount, currency }) => <MoneyText value={amount} currency={currency ?? true} />,
              },
              {
                key: 'next_amount',
                title: next,
                figure: true,
                render: ({ next_amount, currency }) => <MoneyText value={next_amount} currency={currency ?? true} />,
              },
            ]}
          />
        </details>
      )}
    </Stack>
  );
}

/** What was made, and the way back: the last run first. */
function Runs({ runs, undo }: { runs: Answer['runs']; undo: boolean }) {
  const t = useMessages();
  const last = runs.find((run) => run.undone_at === null);
  return (
    <TurnRuns
      title={t('enrollment.new_year.runs')}
      runs={runs}
      columns={[
        {
          key: 'made',
          title: t('enrollment.new_year.what'),
          render: ({ made }) =>
            newYearRuns
              .filter((code) => (made[code] ?? 0) > 0)
              .map((code) => `${t(`enrollment.new_year.part.${code}`)}: ${made[code]}`)
              .join(' · '),
        },
      ]}
      mayUndo={(run) => undo && run === last}
      question={() => ({ title: t('enrollment.new_year.undo_title'), text: t('enrollment.new_year.undo_about') })}
      undo={api.turn.undo_year.call}
      undoing={t('enrollment.new_year.undoing')}
      done={t('enrollment.new_year.taken_back')}
    />
  );
}

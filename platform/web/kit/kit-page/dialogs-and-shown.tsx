import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NameIn } from '../../i18n.tsx';
import { confirm, confirmDelete, tellError } from '../dialogs/confirm.tsx';
import { CountdownButton } from '../dialogs/countdown-button.tsx';
import { JobProgress } from '../dialogs/job-progress.tsx';
import { notify } from '../dialogs/notify.tsx';
import { ReasonDialog } from '../dialogs/reason-dialog.tsx';
import { Facts, Section } from '../show/blocks.tsx';
import { Chart } from '../show/charts.tsx';
import { DiffTable, History } from '../show/history.tsx';
import { DateText, DateTimeText, MoneyText, Person, PhoneText, StatusBadge } from '../show/people.tsx';
import { Rail, RailFact } from '../show/rail.tsx';
import { fullName } from '../show/values.ts';

const say = (name: NameIn<'kit.page'>) => <FormattedMessage id={`kit.page.${name}`} />;
const person = {
  firstname: 'Gʻulnora',
  lastname: 'Yoʻldosheva',
  midname: 'Oʻktam qizi',
  username: 'U20260017',
  avatar: null,
};

export function Dialogs() {
  const [reason, setReason] = useState(false);
  return (
    <Section title={say('dialogs')}>
      <Group>
        <Button
          variant="default"
          onClick={() => void confirm({ name: fullName(person), text: <FormattedMessage id="kit.delete.final" /> })}
        >
          <FormattedMessage id="kit.confirm.title" />
        </Button>
        <Button color="red" onClick={() => void confirmDelete(async () => undefined, fullName(person))}>
          {say('delete')}
        </Button>
        <Button variant="default" onClick={() => void tellError()}>
          <FormattedMessage id="kit.errorDialog.title" />
        </Button>
        <Button variant="default" onClick={() => setReason(true)}>
          {say('decline')}
        </Button>
        <Button variant="default" onClick={() => notify.success()}>
          {say('notify')}
        </Button>
        <Button variant="default" onClick={() => notify.error()}>
          <FormattedMessage id="kit.error.wrong" />
        </Button>
        <Button variant="default" onClick={() => notify.undo(say('delete'), () => notify.success())}>
          {say('undo')}
        </Button>
        <CountdownButton onClick={() => undefined}>{say('sendCode')}</CountdownButton>
      </Group>
      <ReasonDialog
        opened={reason}
        onClose={() => setReason(false)}
        title={say('decline')}
        danger
        onConfirm={async () => notify.success()}
      />
      <Stack mt="md" maw={520}>
        <JobProgress state="waiting" done={0} total={0} />
        <JobProgress state="running" done={1250} total={5000} />
        <JobProgress state="done" done={5000} total={5000} />
        <JobProgress state="failed" done={312} total={5000} message={<FormattedMessage id="kit.error.wrong" />} />
      </Stack>
    </Section>
  );
}

export function Shown() {
  const intl = useIntl();
  const t = (name: NameIn<'kit.page'>) => intl.formatMessage({ id: `kit.page.${name}` });
  const data = ['2023', '2024', '2025', '2026'].map((name, index) => ({
    name,
    day: 1200 + index * 310,
    evening: 800 - index * 60,
  }));
  const series = [
    { key: 'day', label: t('day') },
    { key: 'evening', label: t('evening') },
  ];
  return (
    <Stack>
      <Section title={say('show')} actions={<StatusBadge status="PENDING" label={say('pending')} />}>
        <Stack>
          <Group>
            <Person person={person} size="lg" />
            <Person person={person} />
            <Person person={null} />
          </Group>
          <Group>
            <StatusBadge status="ACCEPTED" label={say('accepted')} />
            <StatusBadge status="PENDING" label={say('pending')} />
            <StatusBadge status="DECLINED" label={say('declined')} />
            <StatusBadge status="REQUIRE_UPDATE" label={say('update')} />
            <StatusBadge status="EXPIRED" />
          </Group>
          <Rail label={t('show')}>
            <RailFact label={say('exam')} value="BM-101" note={say('accepted')} to="/kit" />
            <RailFact
              label={say('amount')}
              value={<MoneyText value="12345678.50" />}
              note={say('pending')}
              tone="alert"
            />
            <RailFact label={say('email')} value={undefined} />
          </Rail>
          <Facts
            items={[
              { label: say('birthdate'), value: <DateText value="2004-02-29" /> },
              { label: say('exam'), value: <DateTimeText value="2026-09-01T04:30:00.000Z" /> },
              { label: say('amount'), value: <MoneyText value="12345678.50" /> },
              { label: say('phone'), value: <PhoneText value="998901234567" /> },
              { label: say('email'), value: null },
            ]}
          />
        </Stack>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Section>
          <Chart kind="bar" title={t('applications')} counts={t('counts')} data={data} series={series} />
        </Section>
        <Section>
          <Chart kind="line" title={t('applications')} counts={t('counts')} data={data} series={series} />
        </Section>
        <Section>
          <Chart
            kind="donut"
            title={t('status')}
            counts={t('counts')}
            data={[
              { name: t('accepted'), value: 420 },
              { name: t('pending'), value: 130 },
              { name: t('declined'), value: 45 },
            ]}
            series={[{ key: 'value', label: t('status') }]}
          />
        </Section>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section>
          <History
            labels={{ group: say('group'), birthdate: say('birthdate') }}
            entries={[
              {
                id: 2,
                at: '2026-09-02T05:10:00.000Z',
                actor: person,
                action: 'UPDATE',
                changes: [
                  { field: 'group', old: 'BM-101', new: 'BM-104' },
                  { field: 'birthdate', old: null, new: '2004-02-29' },
                ],
              },
              { id: 1, at: '2026-09-01T04:30:00.000Z', actor: null, action: 'CREATE' },
            ]}
          />
        </Section>
        <Section>
          <DiffTable
            before={{ group: 'BM-101', birthdate: null }}
            after={{ group: 'BM-104', birthdate: '2004-02-29' }}
            fields={[
              { key: 'group', label: say('group') },
              { key: 'birthdate', label: say('birthdate') },
            ]}
          />
        </Section>
      </SimpleGrid>
    </Stack>
  );
}

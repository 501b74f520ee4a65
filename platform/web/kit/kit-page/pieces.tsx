import { Box, Group, RingProgress, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NameIn } from '../../i18n.tsx';
import { rowHeights, usePreferences } from '../../preferences.ts';
import { TopMenu } from '../../shell/top-menu.tsx';
import { Bars } from '../show/bars.tsx';
import { Facts, Section } from '../show/blocks.tsx';
import { Copyable } from '../show/copyable.tsx';
import { Empty } from '../show/empty.tsx';
import { ModuleTitle, moduleColor } from '../show/modules.tsx';
import { DateText, DueText, MoneyText, StatusBadge } from '../show/people.tsx';
import { ChangedFact, Rail, RailFact, WithRail } from '../show/rail.tsx';
import { Sides } from '../show/sides.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { showPercent } from '../show/values.ts';

const say = (name: NameIn<'kit.page'>) => <FormattedMessage id={`kit.page.${name}`} />;
const modules = ['KI-101', 'KI-102', 'KI-103', 'KI-104', 'KI-105', 'KI-106'];
const Reader = lazy(() => import('../show/pdf-reader.tsx'));
/** A page with two bars and no words, so that no font is fetched for it. */
const page = [
  '%PDF-1.4',
  '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
  '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
  '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 420 300] /Contents 4 0 R /Resources <<>>>> endobj',
  '4 0 obj <</Length 74>> stream',
  '0.05 0.44 0.42 rg 40 220 340 34 re f 0.85 0.88 0.88 rg 40 150 240 14 re f',
  'endstream endobj',
  'trailer <</Root 1 0 R>>',
].join('\n');
const papers = [
  { name: 'BM-101', paid: '12345678.50', due: '2026-10-01' },
  { name: 'BM-104', paid: '980000', due: '2027-02-15' },
];

/** What stands on records, on course pages and beside papers. */
export function Pieces() {
  const intl = useIntl();
  const t = (name: NameIn<'kit.page'>) => intl.formatMessage({ id: `kit.page.${name}` });
  const [{ rows }, change] = usePreferences();
  const [paper] = useState(() => new TextEncoder().encode(page));
  return (
    <Stack>
      <Section title={say('rail')}>
        <WithRail
          rail={
            <Rail label={t('rail')}>
              <RailFact label={say('status')} value={<StatusBadge status="ACCEPTED" label={say('accepted')} />} />
              <RailFact label={say('group')} value="BM-101" note={say('day')} to="/kit" />
              <RailFact label={say('amount')} value={<MoneyText value="980000" />} note={say('pending')} tone="alert" />
              <RailFact label={say('exam')} value={<DateText value="2026-12-21" />} />
              <ChangedFact last={{ at: '2026-09-02T05:10:00.000Z', by: null }} />
            </Rail>
          }
        >
          <Facts
            items={[
              { label: say('birthdate'), value: <DateText value="2004-02-29" /> },
              { label: say('email'), value: <Copyable value="g.yoldosheva@example.uz" label={t('email')} /> },
              { label: say('date'), value: <DueText day="2026-09-01" late /> },
            ]}
          />
        </WithRail>
      </Section>
      <Section title={say('moduleColors')}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {modules.map((code, at) => (
            <Box
              key={code}
              p="xs"
              style={{
                borderInlineStart: `4px solid ${moduleColor(code)}`,
                background: `color-mix(in srgb, ${moduleColor(code)} 10%, transparent)`,
              }}
            >
              <Group justify="space-between" wrap="nowrap">
                <div>
                  <Text size="sm" fw={600}>
                    <ModuleTitle title={`${t('moduleSeries')}: ${t(at % 2 ? 'evening' : 'day')}`} />
                  </Text>
                  <Text size="xs" c="dimmed">
                    {code}
                  </Text>
                </div>
                <RingProgress
                  size={44}
                  thickness={4}
                  roundCaps
                  role="img"
                  aria-label={`${at + 1} / ${modules.length}`}
                  sections={[{ value: ((at + 1) * 100) / modules.length, color: moduleColor(code) }]}
                />
              </Group>
            </Box>
          ))}
        </SimpleGrid>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={say('density')}>
          <Group>
            <SegmentedControl
              aria-label={t('density')}
              value={rows}
              onChange={(next) => change({ rows: next })}
              data={rowHeights.map((value) => ({ value, label: intl.formatMessage({ id: `kit.list.rows.${value}` }) }))}
            />
          </Group>
          <SmallTable
            minWidth={320}
            rows={papers}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', title: say('group'), names: true, render: ({ name }) => name },
              { key: 'due', title: say('date'), render: ({ due }) => <DateText value={due} /> },
              { key: 'paid', title: say('paid'), figure: true, render: ({ paid }) => <MoneyText value={paid} /> },
            ]}
            foot={{ name: showPercent(64.83, intl.locale), paid: <MoneyText value="13325678.50" /> }}
          />
        </Section>
        <Section>
          <Bars
            lying
            title={t('applications')}
            counts={t('counts')}
            data={[
              { name: t('accepted'), count: 4593 },
              { name: t('pending'), count: 1310 },
              { name: t('declined'), count: 45 },
            ]}
          />
        </Section>
      </SimpleGrid>
      <Section title={say('more')}>
        <Box maw={480}>
          <TopMenu />
        </Box>
      </Section>
      <Section title={say('viewer')}>
        <Sides
          beside={
            <Suspense fallback={<Skeleton h={320} />}>
              <Reader src="kit" content={paper} name={t('viewer')} height={320} />
            </Suspense>
          }
        >
          <Empty title={say('viewer')} text={say('viewerText')} />
        </Sides>
      </Section>
    </Stack>
  );
}

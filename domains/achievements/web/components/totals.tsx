import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { openPaper, silent, useLocale, useMessages, usePaperReader } from '#platform/web/index.ts';
import { Section, SmallTable, showNumber, tellError } from '#platform/web/kit/index.ts';
import { api, type Totals } from '../api.ts';
import { Figures } from '../shown.tsx';

/** Points of a student, where they stand this year, and the statement that goes with a transcript. */
export function TotalsSection({ totals, own }: { totals: Totals; own: boolean }) {
  const t = useMessages();
  const { locale } = useLocale();
  const number = (value: number) => showNumber(value, locale);
  const { year } = totals;
  const place = (of: { place: number; of: number } | null | undefined) =>
    of ? t('achievements.totals.place_of', { place: of.place, of: number(of.of) }) : undefined;
  return (
    <Section
      title={t('achievements.totals.title')}
      description={t('achievements.totals.about')}
      actions={totals.count > 0 && <Statement student_id={own ? undefined : totals.student.id} />}
    >
      <Stack gap="md">
        <Figures
          figures={[
            {
              label: t('achievements.totals.points'),
              value: number(totals.points),
              note: t('achievements.totals.count', { count: totals.count }),
            },
            ...(year
              ? [
                  { label: t('achievements.totals.year', { year: year.title }), value: number(year.points) },
                  ...(year.in_group && year.in_group.of > 1
                    ? [
                        {
                          label: t('achievements.totals.in_group'),
                          value: String(year.in_group.place),
                          note: place(year.in_group),
                        },
                      ]
                    : []),
                  ...(year.in_faculty && year.in_faculty.of > 1
                    ? [
                        {
                          label: t('achievements.totals.in_faculty'),
                          value: String(year.in_faculty.place),
                          note: place(year.in_faculty),
                        },
                      ]
                    : []),
                ]
              : []),
          ]}
        />
        {totals.types.length > 0 && (
          <SmallTable
            rows={totals.types}
            rowKey={(row) => row.id}
            minWidth={260}
            columns={[
              { key: 'title', title: t('achievements.field.type_id'), names: true, render: (row) => row.title },
              {
                key: 'count',
                title: t('achievements.totals.records'),
                figure: true,
                render: (row) => number(row.count),
              },
              {
                key: 'points',
                title: t('achievements.field.points'),
                figure: true,
                render: (row) => number(row.points),
              },
            ]}
          />
        )}
      </Stack>
    </Section>
  );
}

/** Issues the statement, or opens the one that says what holds. */
function Statement({ student_id }: { student_id: number | undefined }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [busy, setBusy] = useState(false);
  usePaperReader();
  const open = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { id, number } = await api.record.supplement.call(
        { language: locale, ...(student_id === undefined ? {} : { student_id }) },
        silent,
      );
      await openPaper(`/achievement_records/supplement/${id}`, `${number}.pdf`);
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<IconFileText size={14} aria-hidden />}
        onClick={() => void open()}
      >
        {t('achievements.totals.statement')}
      </Button>
      <Text size="xs" c="dimmed" visibleFrom="sm" maw={240}>
        {t('achievements.totals.statement_about')}
      </Text>
    </Group>
  );
}

import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf, silent, today, useAbility, useLocale } from '#platform/web/index.ts';
import { DateField, Empty, PageHeader, Section, SmallTable, showNumber } from '#platform/web/kit/index.ts';
import { api, useFields } from '../api.ts';

/** What counts as an achievement, how it is proved, and how many points there are for it on a day. */
export default function Info() {
  const { t, label } = useFields();
  const { locale } = useLocale();
  const { scope } = useAbility();
  const navigate = useNavigate();
  const { on } = useSearch({ strict: false }) as { on?: unknown };
  const day = /^\d{4}-\d{2}-\d{2}$/.test(String(on)) ? String(on) : today();
  const query = useQuery(api.record.types.queryOptions({ input: { on: day }, ...silent }));
  return (
    <Stack gap="md" maw={860}>
      <PageHeader
        title={t('achievements.info.title')}
        description={t('achievements.info.about')}
        actions={
          scope('achievement.submit') === 'own' && (
            <Button
              component={Link}
              to="/achievement-records?open=new"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('achievements.form.add')}
            </Button>
          )
        }
      />
      <div style={{ maxWidth: 260 }}>
        <DateField
          label={t('achievements.info.day')}
          value={day}
          onChange={(next) =>
            next !== null &&
            /^\d{4}-\d{2}-\d{2}$/.test(next) &&
            void navigate({ to: '.', search: next === today() ? {} : { on: next }, replace: true, resetScroll: false })
          }
        />
      </div>
      {query.isPending && <Skeleton h={320} />}
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data?.length === 0 && <Empty title={t('achievements.info.none')} />}
      {query.data?.map((type) => (
        <Section
          key={type.id}
          title={type.title}
          description={[
            type.description,
            type.evidence_min > 0
              ? t('achievements.info.evidence', { count: type.evidence_min })
              : t('achievements.info.no_evidence'),
          ]
            .filter(Boolean)
            .join(' ')}
        >
          {type.grades.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('achievements.info.no_grades')}
            </Text>
          ) : (
            <SmallTable
              rows={type.grades}
              rowKey={(row) => row.id}
              minWidth={240}
              columns={[
                { key: 'title', title: label('grade_id'), names: true, render: (row) => row.title },
                {
                  key: 'points',
                  title: label('points'),
                  figure: true,
                  width: 90,
                  render: (row) =>
                    row.points === null ? t('achievements.info.no_points') : showNumber(row.points, locale),
                },
              ]}
            />
          )}
        </Section>
      ))}
    </Stack>
  );
}

import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { codeId, messageOf, type NameIn, silent, useAbility } from '#platform/web/index.ts';
import { Empty, PageHeader, RecordForm, Section } from '#platform/web/kit/index.ts';
import { settingsShape } from '../../shapes.ts';
import { api, refresh } from '../api.ts';
import { useFields } from '../use-fields.ts';

const schema = z.object(settingsShape);

/** The limit of the law, what a session counts, and how long a register stays open. */
export default function Settings() {
  const { t, field } = useFields();
  const query = useQuery(api.attendance.settings.queryOptions({ input: {}, ...silent }));
  const manage = useAbility().can('attendance.settings');
  const number = (name: NameIn<'attendance.field'>) => ({
    control: 'number' as const,
    ...field(name),
    description: t(codeId('attendance.settings', name)),
  });
  return (
    <Stack gap="md" maw={760}>
      <PageHeader title={t('attendance.settings.title')} description={t('attendance.settings.about')} />
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.isPending && <Skeleton h={320} />}
      {query.data && (
        <Section>
          <RecordForm
            key={JSON.stringify(query.data)}
            schema={schema}
            record={query.data}
            draftKey={false}
            notice="settings"
            disabled={!manage}
            fields={(['limit_percent', 'near_percent', 'hours_per_session', 'lock_days'] as const).map(number)}
            save={(payload) => api.attendance.save_settings.call(payload, silent)}
            onSaved={() => {
              void refresh();
            }}
          />
        </Section>
      )}
    </Stack>
  );
}

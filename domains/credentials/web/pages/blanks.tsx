import { IconFileX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { studyLevels } from '#platform/contract/levels.ts';
import { choices, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { FormDrawer, ResourcePage } from '#platform/web/kit/index.ts';
import { blankKinds, blankSeriesSave, blankSpoil } from '../../shapes-blanks.ts';
import { api, refresh } from '../api.ts';

const schema = z.object({ ...saveBase, ...blankSeriesSave });
const spoilt = blankSpoil.omit({ series_id: true });
const fresh = { kind: 'DIPLOMA', digits: 7 };

/** The state's blanks: series as they came, how many are left, and which were spoilt. */
export default function Blanks() {
  const t = useMessages();
  const manage = useAbility().can('blank.manage');
  const [spoiling, setSpoiling] = useState<{ id: number; series: string }>();
  const kinds = useMemo(() => choices(t, 'credentials.kind', blankKinds), [t]);
  const levels = useMemo(() => choices(t, 'credentials.level', studyLevels), [t]);
  return (
    <>
      <ResourcePage
        of={api.blank.series}
        messages="credentials.blanks"
        manage={manage}
        schema={schema}
        fresh={fresh}
        onChanged={refresh}
        columns={[
          { key: 'series', title: t('credentials.field.series'), sortable: true },
          {
            key: 'kind',
            title: t('credentials.field.kind'),
            render: (row) => t(`credentials.kind.${row.kind}`),
          },
          {
            key: 'level',
            title: t('credentials.field.level'),
            render: (row) => (row.level ? t(`credentials.level.${row.level}`) : t('credentials.blanks.all_levels')),
          },
          {
            key: 'first',
            title: t('credentials.blanks.numbers'),
            render: (row) => `${row.first}–${row.last}`,
          },
          { key: 'left', title: t('credentials.field.left'), align: 'right' },
          { key: 'used', title: t('credentials.field.used'), align: 'right' },
          { key: 'spoilt', title: t('credentials.field.spoilt'), align: 'right' },
        ]}
        actions={(row) =>
          manage
            ? [
                {
                  key: 'spoil',
                  label: t('credentials.blanks.spoil'),
                  icon: <IconFileX size={16} aria-hidden />,
                  run: () => setSpoiling({ id: row.id, series: row.series }),
                },
              ]
            : []
        }
        fields={[
          { control: 'select', name: 'kind', label: t('credentials.field.kind'), options: kinds },
          { control: 'select', name: 'level', label: t('credentials.field.level'), options: levels },
          { control: 'text', name: 'series', label: t('credentials.field.series') },
          { control: 'number', name: 'digits', label: t('credentials.field.digits') },
          { control: 'number', name: 'first', label: t('credentials.field.first') },
          { control: 'number', name: 'last', label: t('credentials.field.last') },
        ]}
      />
      {spoiling && (
        <FormDrawer
          opened
          as="modal"
          onClose={() => setSpoiling(undefined)}
          title={t('credentials.blanks.spoil_title', { series: spoiling.series })}
          schema={spoilt}
          defaults={{}}
          fields={[
            { control: 'number', name: 'number', label: t('credentials.field.number') },
            { control: 'textarea', name: 'reason', label: t('credentials.field.status_reason'), wide: true },
          ]}
          save={(payload: z.infer<typeof spoilt>) =>
            api.blank.spoil.call({ ...payload, series_id: spoiling.id }, silent)
          }
          onSaved={() => void refresh()}
        />
      )}
    </>
  );
}

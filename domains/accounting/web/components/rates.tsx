import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { silent, today, useAbility, useMessages } from '#platform/web/index.ts';
import { confirmDelete, Loaded, notify, RecordForm, Section, SmallTable, showDate } from '#platform/web/kit/index.ts';
import { ratesSave } from '../../contract/rates.ts';
import { api, refresh } from '../api.ts';
import { RulesDrawer } from './rules-drawer.tsx';

/** So many of the newest are shown; older ones stand in the history. */
const shown = 30;

/** What other currencies are worth by the Central Bank: entered or pasted for a day, the newest below. */
export function Rates({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <RulesDrawer
      opened={opened}
      onClose={onClose}
      title={t('accounting.rates.title')}
      about={t('accounting.rates.about')}
    >
      <Entered />
    </RulesDrawer>
  );
}

/** `12142.86` as it is read here: 12 142,86. */
export const showRate = (rate: string): string => {
  const [units = '', places] = rate.split('.');
  const grouped = units.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  return places ? `${grouped},${places}` : grouped;
};

function Entered() {
  const t = useMessages();
  const manage = useAbility().can('agreement.manage');
  const asked = useQuery(api.rate.list.queryOptions({ input: { size: shown }, ...silent }));
  return (
    <Stack gap="lg">
      {manage && (
        <RecordForm
          schema={ratesSave}
          record={null}
          draftKey={false}
          defaults={{ day: today(), source: 'cbu.uz', text: '' }}
          fields={[
            { control: 'date', name: 'day', label: t('accounting.field.day'), required: true },
            { control: 'text', name: 'source', label: t('accounting.field.source'), required: true },
            {
              control: 'textarea',
              name: 'text',
              label: t('accounting.rates.text'),
              description: t('accounting.rates.hint'),
              required: true,
              wide: true,
            },
          ]}
          save={(payload) => api.rate.save.call(payload as Parameters<typeof api.rate.save.call>[0], silent)}
          onSaved={() => {
            notify.success();
            void refresh();
          }}
        />
      )}
      <Section title={t('accounting.rates.newest')}>
        <Loaded query={asked}>
          {({ content }) =>
            content.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('accounting.rates.none')}
              </Text>
            ) : (
              <SmallTable
                minWidth={420}
                maxHeight={420}
                rows={content}
                rowKey={({ id }) => id}
                columns={[
                  { key: 'day', title: t('accounting.field.day'), render: (row) => showDate(row.day) },
                  {
                    key: 'currency',
                    title: t('accounting.field.currency'),
                    names: true,
                    render: (row) => `${row.per} ${row.currency}`,
                  },
                  {
                    key: 'rate',
                    title: `${t('accounting.field.rate')}, ${t('kit.som')}`,
                    figure: true,
                    render: (row) => showRate(row.rate),
                  },
                  { key: 'source', title: t('accounting.field.source'), render: (row) => row.source },
                  ...(manage
                    ? [
                        {
                          key: 'delete',
                          title: '',
                          render: (row: (typeof content)[number]) => (
                            <Button
                              variant="subtle"
                              size="compact-xs"
                              color="red"
                              aria-label={`${t('kit.resource.delete')}: ${row.currency}, ${showDate(row.day)}`}
                              onClick={() =>
                                void confirmDelete(
                                  async () => {
                                    await api.rate.remove.call({ id: row.id }, silent);
                                    await refresh();
                                  },
                                  `${row.currency}, ${showDate(row.day)}`,
                                )
                              }
                            >
                              {t('kit.resource.delete')}
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            )
          }
        </Loaded>
      </Section>
    </Stack>
  );
}

import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choices, messageOf, silent, today, useMessages } from '#platform/web/index.ts';
import {
  Empty,
  FormDrawer,
  NumberField,
  PageHeader,
  type RecordFormState,
  Section,
  SelectField,
  SmallTable,
  showDate,
} from '#platform/web/kit/index.ts';
import { type Penalty, penalties, tariffShape } from '../../shapes.ts';
import { api, refresh } from '../api.ts';

interface Band {
  from: number | null;
  penalties: Penalty[];
}

/** Points and what they allow, each tariff from a day on; what happened before keeps the one of its day. */
export default function Tariffs() {
  const t = useMessages();
  const [making, setMaking] = useState(false);
  const query = useQuery(api.offence.tariffs.queryOptions(silent));
  const newest = query.data?.[0];
  return (
    <Stack maw={860}>
      <PageHeader
        title={t('misconduct.tariffs.title')}
        description={t('misconduct.tariffs.about')}
        actions={
          newest && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
              {t('misconduct.tariffs.add')}
            </Button>
          )
        }
      />
      {query.isError && <Empty title={messageOf(query.error)} />}
      {query.data?.map((tariff) => (
        <Section
          key={tariff.valid_from}
          title={
            tariff.valid_from < '2000'
              ? t('misconduct.tariffs.usual')
              : t('misconduct.tariffs.from', { day: showDate(tariff.valid_from) })
          }
          description={t('misconduct.tariffs.repeat', { points: tariff.repeat_points })}
        >
          <SmallTable
            rows={tariff.bands}
            rowKey={(band) => String(band.from)}
            minWidth={300}
            columns={[
              {
                key: 'from',
                title: t('misconduct.field.points'),
                figure: true,
                render: (band) => t('misconduct.tariffs.points_from', { points: band.from }),
              },
              {
                key: 'penalties',
                title: t('misconduct.field.penalty'),
                names: true,
                render: (band) => (
                  <Group gap={6}>
                    {band.penalties.map((one) => (
                      <Badge key={one} variant="default" tt="none" style={{ height: 'auto' }}>
                        <Text size="xs" style={{ whiteSpace: 'normal' }}>
                          {t(`misconduct.penalty.${one}`)}
                        </Text>
                      </Badge>
                    ))}
                  </Group>
                ),
              },
            ]}
          />
        </Section>
      ))}
      {newest && making && (
        <FormDrawer
          opened
          onClose={() => setMaking(false)}
          title={t('misconduct.tariffs.add')}
          schema={tariffShape}
          draftKey={false}
          defaults={{ valid_from: today(), repeat_points: newest.repeat_points, bands: newest.bands }}
          fields={[
            { control: 'date', name: 'valid_from', label: t('misconduct.tariffs.valid_from') },
            { control: 'number', name: 'repeat_points', label: t('misconduct.tariffs.repeat_points') },
          ]}
          save={(given) => api.offence.save_tariff.call(tariffShape.parse(given), silent)}
          onSaved={() => void refresh()}
        >
          {(state) => <Bands state={state} />}
        </FormDrawer>
      )}
    </Stack>
  );
}

function Bands({ state }: { state: RecordFormState }) {
  const t = useMessages();
  const bands = (state.values.bands ?? []) as Band[];
  const write = (next: Band[]) => state.binding.set('bands', next);
  return (
    <Section
      title={t('misconduct.tariffs.bands')}
      description={t('misconduct.tariffs.bands_about')}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => write([...bands, { from: null, penalties: [] }])}
        >
          {t('misconduct.tariffs.add_band')}
        </Button>
      }
    >
      <Stack gap="sm" data-path="bands">
        {bands.map((_, at) => {
          const line = t('misconduct.tariffs.band', { number: at + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <Group key={at} gap="xs" align="flex-end" role="group" aria-label={line}>
              <div style={{ width: 130 }}>
                <NumberField name={`bands.${at}.from`} label={t('misconduct.tariffs.from_points')} min={0} />
              </div>
              <ActionIcon
                size={36}
                variant="subtle"
                color="gray"
                aria-label={t('misconduct.tariffs.remove', { band: line })}
                onClick={() => write(bands.filter((_, index) => index !== at))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
              <div style={{ flex: '1 1 100%', minWidth: 0 }}>
                <SelectField
                  multiple
                  name={`bands.${at}.penalties`}
                  label={t('misconduct.field.penalty')}
                  options={choices(t, 'misconduct.penalty', penalties)}
                />
              </div>
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}

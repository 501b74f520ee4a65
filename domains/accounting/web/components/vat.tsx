import { Alert, Drawer, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf, PageSpinner, silent, useMessages } from '#platform/web/index.ts';
import { notify, RecordForm, Section } from '#platform/web/kit/index.ts';
import { vatRate } from '../../contract/vat.ts';
import { api, refresh } from '../api.ts';

const schema = vatRate.omit({ of: true });

/** The value added tax of what is charged, by what it is. */
export function Vat({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMessages();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('accounting.vat.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {opened && (
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('accounting.vat.about')}
          </Text>
          <Rates />
        </Stack>
      )}
    </Drawer>
  );
}

function Rates() {
  const t = useMessages();
  const asked = useQuery(api.vat.read.queryOptions({ input: undefined, ...silent }));
  if (asked.isError) return <Alert color="red">{messageOf(asked.error)}</Alert>;
  if (!asked.data) return <PageSpinner />;
  return (
    <>
      {asked.data.map(({ of, ...rate }) => (
        <Section key={of} title={t(`accounting.vat.kind.${of}`)}>
          <RecordForm
            schema={schema}
            record={null}
            draftKey={false}
            defaults={rate}
            fields={[
              { control: 'number', name: 'percent', label: t('accounting.vat.percent'), required: true },
              ...(of === 'TUITION'
                ? [{ control: 'switch' as const, name: 'on_top' as const, label: t('accounting.vat.on_top') }]
                : []),
            ]}
            save={(payload) => api.vat.save.call({ ...rate, ...(payload as Partial<typeof rate>), of }, silent)}
            onSaved={() => {
              notify.success();
              void refresh();
            }}
          />
        </Section>
      ))}
    </>
  );
}

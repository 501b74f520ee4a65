import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { choices, silent, useMessages } from '#platform/web/index.ts';
import { Dropzone, Facts, SelectField, showDate, showMoney } from '#platform/web/kit/index.ts';
import { type RegisterProvider, registerFields, registerProviders } from '../../contract/reconciliation.ts';
import { api, refresh } from '../api.ts';
import { useLookedAt } from '../use-looked-at.ts';

type Asked = Parameters<typeof api.reconciliation.register_preview.call>[0];
type Preview = Awaited<ReturnType<typeof api.reconciliation.register_preview.call>>;

/** What a gateway itself lists as paid: looked at first, then kept and compared. */
export function RegisterDrawer({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const [provider, setProvider] = useState<RegisterProvider>('PAYME');
  const { asked, preview, fault, busy, doing, look, choose } = useLookedAt<Asked, Preview>((next) =>
    api.reconciliation.register_preview.call(next, silent),
  );
  const take = () =>
    asked &&
    doing(async () => {
      await api.reconciliation.register.call(asked, silent);
      onClose();
      await refresh();
    });
  const options = preview?.headings.map(({ letter, title }) => ({
    id: letter,
    title: title ? `${letter} · ${title}` : letter,
  }));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('banking.register.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('banking.register.about')}
        </Text>
        <SelectField
          label={t('banking.register.provider')}
          options={choices(t, 'gateways.provider', registerProviders)}
          value={provider}
          onChange={(next) => {
            const chosen = registerProviders.find((one) => one === next);
            if (!chosen) return;
            setProvider(chosen);
            if (asked) void look({ ...asked, provider: chosen });
          }}
          required
        />
        <Dropzone
          multiple={false}
          extensions={['csv', 'xlsx']}
          loading={busy}
          onDrop={([file]) => void choose(file, (file_id) => ({ file_id, provider }))}
        />
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        {asked && preview && options && (
          <>
            {registerFields.map((field) => (
              <SelectField
                key={field}
                label={t(`banking.register.${field}`)}
                options={options}
                value={preview.map[field] ?? null}
                onChange={(letter) => {
                  const { [field]: _, ...rest } = preview.map;
                  void look({ ...asked, map: letter === null ? rest : { ...rest, [field]: String(letter) } });
                }}
                error={preview.lacks === field ? t('banking.import.lacks') : undefined}
              />
            ))}
            {!preview.lacks && (
              <Facts
                columns={2}
                items={[
                  { label: t('banking.register.rows'), value: preview.rows },
                  { label: t('banking.register.sum'), value: showMoney(preview.amount) },
                  {
                    label: t('banking.register.days'),
                    value:
                      preview.from && preview.until ? `${showDate(preview.from)} – ${showDate(preview.until)}` : null,
                  },
                  { label: t('banking.register.not_here'), value: preview.not_here },
                  { label: t('banking.register.not_there'), value: preview.not_there },
                ]}
              />
            )}
            <Group justify="flex-end">
              <Button disabled={preview.lacks !== null} loading={busy} onClick={() => void take()}>
                {t('banking.register.take')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Drawer>
  );
}

import { Badge, Button, Group, Modal, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { choices, silent, today, useAbility, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, DateField, DateText, ListPage, type OptionId, tellError } from '#platform/web/kit/index.ts';
import { censusStates } from '../../workflow.ts';
import { api, refresh } from '../api.ts';

const loadForms = (search: string, ids?: (number | string)[]) =>
  api.form.all.call(ids ? { ids: ids.join(',') } : { search });

/** What was counted for state forms, the newest day first. */
export default function Censuses() {
  const t = useMessages();
  const navigate = useNavigate();
  const { can } = useAbility();
  const [making, setMaking] = useState(false);
  return (
    <>
      <ListPage
        title={t('census.title')}
        description={t('census.about')}
        of={api.census.list}
        empty={{ text: t('census.empty') }}
        rowLabel={(row) => row.form_title}
        rowHref={(row) => `/census/${row.id}`}
        primaryAction={
          can('census.freeze') ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
              {t('census.make')}
            </Button>
          ) : undefined
        }
        filters={[
          { key: 'form_id', label: t('census.form'), control: 'async', load: loadForms },
          {
            key: 'status',
            label: t('census.state'),
            control: 'select',
            options: choices(t, 'census.state', censusStates),
          },
        ]}
        columns={[
          { key: 'form_title', title: t('census.form') },
          { key: 'day', title: t('census.day'), sortable: true, render: (row) => <DateText value={row.day} /> },
          { key: 'edition', title: t('census.edition'), align: 'right' },
          {
            key: 'status',
            title: t('census.state'),
            render: (row) => <Badge variant="light">{t(`census.state.${row.status}`)}</Badge>,
          },
          { key: 'total', title: t('census.total'), align: 'right' },
        ]}
      />
      {making && (
        <Make
          onClose={() => setMaking(false)}
          onMade={(id) => {
            void refresh();
            void navigate({ to: `/census/${id}` });
          }}
        />
      )}
    </>
  );
}

function Make({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const t = useMessages();
  const [form, setForm] = useState<OptionId | null>(null);
  const [day, setDay] = useState<string | null>(today());
  const [busy, setBusy] = useState(false);
  const make = async () => {
    if (busy || form === null || day === null) return;
    setBusy(true);
    try {
      onMade((await api.census.make.call({ form_id: Number(form), day }, silent)).id);
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('census.make')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Stack gap="md">
        <AsyncSelect label={t('census.form')} load={loadForms} required value={form} onChange={setForm} />
        <DateField label={t('census.day')} value={day} onChange={setDay} max={today()} />
        <Group justify="flex-end">
          <Button loading={busy} disabled={form === null || day === null} onClick={() => void make()}>
            {t('census.make')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import { Anchor, Button, Checkbox, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { choices, messageOf, PageSpinner, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { Empty, notify, Section, SmallTable, StatusBadge, tellError } from '#platform/web/kit/index.ts';
import { documentStates } from '../../../shapes.ts';
import { api, type Guest, refresh } from '../../api.ts';

type Change = { status?: (typeof documentStates)[number]; original?: boolean };

/** Which papers there are, which were handed in as originals; saved all at once. */
export function Availability({ guest }: { guest: Guest }) {
  const t = useMessages();
  const manage = useAbility().can('guest.manage');
  const [changes, setChanges] = useState<Record<string, Change>>({});
  const [busy, setBusy] = useState(false);
  const query = useQuery(api.guests.availability.queryOptions({ input: { id: guest.id }, ...silent }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read anew stands over what was typed before
  useEffect(() => setChanges({}), [query.data]);
  if (query.error) return <Empty title={messageOf(query.error)} />;
  if (!query.data) return <PageSpinner />;
  const { documents } = query.data;
  const put = (type: string, change: Change) =>
    setChanges((before) => ({ ...before, [type]: { ...before[type], ...change } }));
  const save = async () => {
    setBusy(true);
    try {
      await api.guests.save_availability.call(
        { id: guest.id, documents: Object.entries(changes).map(([type, change]) => ({ type, ...change })) },
        silent,
      );
      notify.success(t('kit.edited'));
      await refresh();
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const options = choices(t, 'admissions.document', documentStates).map(({ id, title }) => ({
    value: id,
    label: title,
  }));
  return (
    <Section
      title={t('admissions.guest.tab.papers')}
      description={t('admissions.guest.papers_about')}
      actions={
        manage &&
        Object.keys(changes).length > 0 && (
          <Button size="xs" loading={busy} onClick={() => void save()}>
            {t('kit.save')}
          </Button>
        )
      }
    >
      {documents.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('admissions.record.no_papers')}
        </Text>
      ) : (
        <SmallTable
          minWidth={560}
          rows={documents}
          rowKey={(one) => one.type}
          columns={[
            {
              key: 'paper',
              title: t('admissions.form.paper'),
              names: true,
              render: (one) => `${one.title}${one.required ? ' *' : ''}`,
            },
            {
              key: 'file',
              title: t('admissions.guest.file'),
              render: (one) =>
                one.file ? (
                  <Anchor href={one.file.original_url} target="_blank" rel="noreferrer" size="sm">
                    {one.file.original_name}
                  </Anchor>
                ) : (
                  <StatusBadge
                    status="MISSING"
                    color={one.required ? 'red' : 'gray'}
                    label={t('admissions.document.MISSING')}
                  />
                ),
            },
            {
              key: 'status',
              title: t('admissions.field.status'),
              render: (one) =>
                one.available && manage ? (
                  <Select
                    size="xs"
                    w={160}
                    aria-label={`${one.title}: ${t('admissions.field.status')}`}
                    data={options}
                    allowDeselect={false}
                    value={changes[one.type]?.status ?? one.status}
                    onChange={(status) => status && put(one.type, { status: status as 'ACCEPTED' })}
                  />
                ) : (
                  one.status && t(`admissions.document.${one.status}`)
                ),
            },
            {
              key: 'original',
              title: t('admissions.guest.original'),
              render: (one) => (
                <Checkbox
                  aria-label={`${one.title}: ${t('admissions.guest.original')}`}
                  disabled={!one.available || !manage}
                  checked={changes[one.type]?.original ?? one.original}
                  onChange={(event) => put(one.type, { original: event.currentTarget.checked })}
                />
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent } from '#platform/web/index.ts';
import { DateTimeField, DateTimeText, notify, Section, SelectField, TextField } from '#platform/web/kit/index.ts';
import { api, type Claim, refresh, useFields } from '../api.ts';

/** Who sits over a hard case; whoever taught its modules cannot be chosen. */
export function Panel({ claim }: { claim: Claim }) {
  const { t, label } = useFields();
  const open = claim.can?.decide === true && (claim.status === 'UNDER_REVIEW' || claim.status === 'REVIEW_REQUESTED');
  const seated = claim.members?.map(({ staff_id }) => staff_id) ?? [];
  const [chosen, setChosen] = useState<number[]>();
  const [meets_at, setMeetsAt] = useState(claim.meets_at ?? null);
  const [place, setPlace] = useState(claim.place ?? '');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const candidates = useQuery({
    ...api.ec.candidates.queryOptions({ input: { claim_id: claim.id }, ...silent }),
    enabled: open,
  });
  const changed = chosen !== undefined || meets_at !== (claim.meets_at ?? null) || place.trim() !== (claim.place ?? '');
  if (!claim.panel && !open) return null;
  const save = async (panel: boolean, staff_ids: number[]) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await api.ec.panel.call(
        { id: claim.id, version: claim.version, panel, staff_ids, meets_at, place: place.trim() || null },
        silent,
      );
      await refresh();
      setChosen(undefined);
      notify.success();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title={t('circumstances.panel.title')}
      description={t(claim.panel ? 'circumstances.panel.about' : 'circumstances.panel.none')}
    >
      <Stack gap="sm">
        {claim.panel && !open && <Text size="sm">{claim.members?.map(({ name }) => name).join(', ') || '—'}</Text>}
        {claim.meets_at && !open && (
          <Text size="sm">
            <DateTimeText value={claim.meets_at} />
            {claim.place ? ` · ${claim.place}` : ''}
          </Text>
        )}
        {open && (
          <>
            <SelectField
              multiple
              label={t('circumstances.panel.members')}
              value={chosen ?? seated}
              options={(candidates.data ?? []).filter(({ conflict }) => !conflict)}
              onChange={(ids) => setChosen(ids.filter((id) => typeof id === 'number'))}
            />
            {candidates.data?.some(({ conflict }) => conflict) && (
              <Text size="xs" c="dimmed">
                {t('circumstances.panel.conflict', {
                  names: candidates.data
                    .filter(({ conflict }) => conflict)
                    .map(({ title }) => title)
                    .join(', '),
                })}
              </Text>
            )}
            <DateTimeField
              label={label('panel_at')}
              description={t('circumstances.panel.meets_hint')}
              value={meets_at}
              onChange={setMeetsAt}
            />
            {meets_at !== null && <TextField label={label('panel_place')} value={place} onChange={setPlace} />}
            {refusal && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {refusal}
              </Text>
            )}
            <Group gap="xs">
              <Button size="xs" loading={busy} disabled={!changed} onClick={() => void save(true, chosen ?? seated)}>
                {t('circumstances.panel.save')}
              </Button>
              {claim.panel && (
                <Button size="xs" variant="default" disabled={busy} onClick={() => void save(false, [])}>
                  {t('circumstances.panel.dissolve')}
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Section>
  );
}

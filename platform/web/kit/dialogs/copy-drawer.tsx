import { Alert, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { messageOf } from '../../http.ts';
import { SwitchField } from '../controls/checks.tsx';
import type { AnyOption } from '../controls/options.ts';
import { SelectField } from '../controls/selects.tsx';

export interface CopyDrawerProps<Answer extends { added: readonly unknown[] }> {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  about: ReactNode;
  /** what is copied from or to, and what it is called */
  place: { label: string; options: readonly AnyOption[] };
  /** what may be copied along; on at first */
  along: string;
  /** name of what is asked; the choice is added to it */
  queryKey: QueryKey;
  /** the call: shows what would happen, or with `apply` does it */
  run: (place: number, along: boolean, apply: boolean) => Promise<Answer>;
  /** what would happen */
  preview: (answer: Answer) => ReactNode;
  applyLabel: ReactNode;
  /** after it was done; the drawer closes by itself */
  onApplied: (answer: Answer, place: number) => unknown;
}

/** Takes records over from one place to another. What would happen is shown before it happens. */
export function CopyDrawer<Answer extends { added: readonly unknown[] }>(props: CopyDrawerProps<Answer>) {
  const intl = useIntl();
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={520}
      title={props.title}
      closeButtonProps={{ 'aria-label': intl.formatMessage({ id: 'kit.close' }) }}
    >
      <Inside {...props} />
    </Drawer>
  );
}

// The state lives inside, so that every opening starts afresh.
function Inside<Answer extends { added: readonly unknown[] }>(props: CopyDrawerProps<Answer>) {
  const { onClose, place, run } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const [along, setAlong] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const preview = useQuery({
    queryKey: [...props.queryKey, chosen, along],
    queryFn: () => run(chosen ?? 0, along, false),
    enabled: chosen !== null,
    staleTime: 0,
  });
  const apply = async () => {
    if (chosen === null || busy) return;
    setBusy(true);
    setProblem('');
    try {
      const answer = await run(chosen, along, true);
      onClose();
      await props.onApplied(answer, chosen);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const failed = problem || (preview.isError ? messageOf(preview.error) : '');
  return (
    <Stack>
      <Text size="sm">{props.about}</Text>
      <SelectField
        label={place.label}
        required
        options={place.options}
        value={chosen}
        onChange={(id) => setChosen(id === null ? null : Number(id))}
      />
      <SwitchField label={props.along} value={along} onChange={setAlong} />
      {chosen !== null && preview.isPending && <Skeleton h={120} />}
      {preview.data && (
        <Stack gap="xs" role="status">
          {props.preview(preview.data)}
        </Stack>
      )}
      <div aria-live="assertive">{failed !== '' && <Alert color="red">{failed}</Alert>}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          <FormattedMessage id="kit.cancel" />
        </Button>
        <Button loading={busy} disabled={!preview.data?.added.length} onClick={() => void apply()}>
          {props.applyLabel}
        </Button>
      </Group>
    </Stack>
  );
}

import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NameIn } from '../../i18n.tsx';
import { Arrow } from '../show/arrow.tsx';
import { DateTimeText } from '../show/people.tsx';
import { SmallTable } from '../show/small-table.tsx';
import { plainValue } from '../show/values.ts';
import type { Conflict } from './use-record-form.tsx';

export interface ConflictPanelProps {
  conflict: Conflict;
  labels: Record<string, ReactNode>;
  shownValue?: ((field: string, value: unknown) => unknown) | undefined;
  onSettle: (chosen: Record<string, 'mine' | 'theirs'>) => void;
}

/** Somebody else saved the record meanwhile: both values of each field, and the person chooses. Nothing is chosen for them. */
export function ConflictPanel({ conflict, labels, shownValue, onSettle }: ConflictPanelProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(conflict.both.map((field) => [field, 'mine' as const])),
  );
  const show = (field: string, value: unknown) =>
    plainValue(shownValue ? shownValue(field, value) : value, intl.locale);
  const column = (key: NameIn<'kit.conflict'>) => ({ key, title: <FormattedMessage id={`kit.conflict.${key}`} /> });
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The save button stands at the end of a long form, the panel at its beginning.
    panel.current?.scrollIntoView({ block: 'center' });
    panel.current?.focus();
  }, []);
  return (
    <Alert
      ref={panel}
      tabIndex={-1}
      color="orange"
      icon={<IconArrowsSplit aria-hidden />}
      title={<FormattedMessage id="kit.conflict.title" />}
      role="alert"
    >
      <Stack gap="sm">
        {conflict.by && (
          <Text size="sm" fw={600}>
            {conflict.by}
            {conflict.at && (
              <>
                {' · '}
                <DateTimeText value={conflict.at} />
              </>
            )}
          </Text>
        )}
        {conflict.theirs.length > 0 && (
          <Text size="sm">
            <FormattedMessage id="kit.conflict.theirOwn" />{' '}
            {conflict.theirs.map((field, index) => (
              <span key={field}>
                {index > 0 && '; '}
                {labels[field] ?? field}: <del>{show(field, conflict.before[field])}</del> <Arrow />{' '}
                {show(field, conflict.now[field])}
              </span>
            ))}
          </Text>
        )}
        <Text size="sm">
          <FormattedMessage id={conflict.both.length > 0 ? 'kit.conflict.text' : 'kit.conflict.none'} />
        </Text>
        {conflict.both.length > 0 && (
          <SmallTable
            rows={conflict.both}
            rowKey={(field) => field}
            minWidth={480}
            columns={[
              { ...column('field'), names: true, render: (field) => labels[field] ?? field },
              { ...column('mine'), render: (field) => show(field, conflict.ours[field]) },
              { ...column('theirs'), render: (field) => show(field, conflict.now[field]) },
              {
                ...column('keep'),
                render: (field) => (
                  <SegmentedControl
                    size="xs"
                    aria-label={intl.formatMessage({ id: 'kit.conflict.keep' })}
                    value={chosen[field] ?? 'mine'}
                    onChange={(value) => setChosen({ ...chosen, [field]: value === 'theirs' ? 'theirs' : 'mine' })}
                    data={[
                      { value: 'mine', label: intl.formatMessage({ id: 'kit.conflict.mine' }) },
                      { value: 'theirs', label: intl.formatMessage({ id: 'kit.conflict.theirs' }) },
                    ]}
                  />
                ),
              },
            ]}
          />
        )}
        <Group>
          <Button size="xs" onClick={() => onSettle(chosen)}>
            <FormattedMessage id="kit.conflict.go" />
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Arrow } from '../show/arrow.tsx';
import { DateTimeText } from '../show/people.tsx';
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
          <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>
                    <FormattedMessage id="kit.conflict.field" />
                  </Table.Th>
                  <Table.Th>
                    <FormattedMessage id="kit.conflict.mine" />
                  </Table.Th>
                  <Table.Th>
                    <FormattedMessage id="kit.conflict.theirs" />
                  </Table.Th>
                  <Table.Th>
                    <FormattedMessage id="kit.conflict.keep" />
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {conflict.both.map((field) => (
                  <Table.Tr key={field}>
                    <Table.Th scope="row">{labels[field] ?? field}</Table.Th>
                    <Table.Td>{show(field, conflict.ours[field])}</Table.Td>
                    <Table.Td>{show(field, conflict.now[field])}</Table.Td>
                    <Table.Td>
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
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
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

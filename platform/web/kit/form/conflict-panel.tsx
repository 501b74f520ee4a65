import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { plainValue } from '../show/values.ts';
import type { Conflict } from './use-record-form.tsx';

export interface ConflictPanelProps {
  conflict: Conflict;
  labels: Record<string, ReactNode>;
  onSettle: (chosen: Record<string, 'mine' | 'theirs'>) => void;
}

/** Somebody else saved the record meanwhile: both values of each field, and the person chooses. Nothing is chosen for them. */
export function ConflictPanel({ conflict, labels, onSettle }: ConflictPanelProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(conflict.fields.map((field) => [field, 'mine' as const])),
  );
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
        <Text size="sm">
          <FormattedMessage id={conflict.fields.length > 0 ? 'kit.conflict.text' : 'kit.conflict.none'} />
        </Text>
        {conflict.fields.length > 0 && (
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
                {conflict.fields.map((field) => (
                  <Table.Tr key={field}>
                    <Table.Th scope="row">{labels[field] ?? field}</Table.Th>
                    <Table.Td>{plainValue(conflict.mine[field], intl.locale)}</Table.Td>
                    <Table.Td>{plainValue(conflict.theirs[field], intl.locale)}</Table.Td>
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
          <Button size="xs" color="orange.9" onClick={() => onSettle(chosen)}>
            <FormattedMessage id="kit.conflict.go" />
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

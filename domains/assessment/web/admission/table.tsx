import { ActionIcon, Divider, Group, Menu, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconDots, IconX } from '@tabler/icons-react';
import { type NameIn, useMessages } from '#platform/web/index.ts';
import { SmallTable } from '#platform/web/kit/index.ts';
import { usePhone } from '../use-phone.ts';
import { Decision } from './own.tsx';
import { type Learner, Reasons } from './reasons.tsx';

/** Takes a decision about somebody: to admit, to bar, or (null) to let the rules decide again. */
export type Decide = (of: Learner, allowed: boolean | null) => void;

interface Props {
  people: Learner[];
  decide: Decide | undefined;
}

/** Students with the decision and its reasons: a table, or on a phone one below the other so that no reason is out of sight. */
export function AdmissionTable(props: Props) {
  return usePhone() ? <Blocks {...props} /> : <Rows {...props} />;
}

function Blocks({ people, decide }: Props) {
  return (
    <Stack gap="sm">
      {people.map((one) => (
        <Stack key={one.student.id} gap={6}>
          <Divider />
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Name of={one} />
            {decide && <Decisions of={one} decide={decide} />}
          </Group>
          <Decision admitted={one.admitted} />
          <Reasons of={one} />
        </Stack>
      ))}
    </Stack>
  );
}

function Rows({ people, decide }: Props) {
  const t = useMessages();
  const word = (key: NameIn<'assessment.admission'>) => t(`assessment.admission.${key}`);
  return (
    <SmallTable
      rows={people}
      rowKey={(one) => one.student.id}
      minWidth={0}
      columns={[
        { key: 'student', title: word('student'), names: true, width: 200, render: (one) => <Name of={one} /> },
        {
          key: 'decision',
          title: word('decision'),
          width: 130,
          render: (one) => <Decision admitted={one.admitted} />,
        },
        { key: 'reasons', title: word('reasons'), render: (one) => <Reasons of={one} /> },
        ...(decide
          ? [
              {
                key: 'actions',
                title: <VisuallyHidden>{t('kit.list.actions')}</VisuallyHidden>,
                render: (one: Learner) => <Decisions of={one} decide={decide} />,
              },
            ]
          : []),
      ]}
    />
  );
}

const Name = ({ of }: { of: Learner }) => (
  <div>
    <Text size="sm" fw={500}>
      {of.student.name}
    </Text>
    <Text size="xs" c="dimmed">
      {of.student.student_no}
    </Text>
  </div>
);

function Decisions({ of, decide }: { of: Learner; decide: Decide }) {
  const t = useMessages();
  const word = (key: NameIn<'assessment.admission'>) => t(`assessment.admission.${key}`);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${word('decision')}: ${of.student.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {of.admitted ? (
          <Menu.Item color="red" leftSection={<IconX size={16} aria-hidden />} onClick={() => decide(of, false)}>
            {word('bar')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={() => decide(of, true)}>
            {word('allow')}
          </Menu.Item>
        )}
        {of.override && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => decide(of, null)}>
            {word('undo')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Alert, Button, Checkbox, Drawer, Group as Row, Skeleton, Slider, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, silent, useMessages } from '#platform/web/index.ts';
import { Chart, DateField } from '#platform/web/kit/index.ts';
import { api, type Column, type Shuffled } from '../api.ts';

export interface Applied {
  shuffle_id: number;
  group_ids: number[];
  moves: number;
}
interface Props {
  opened: boolean;
  groups: Column['group'][];
  onClose: () => void;
  onApplied: (done: Applied) => void;
}

const rules = ['language', 'gender', 'mark', 'keep'] as const;
type Rule = (typeof rules)[number];
const usual: Record<Rule, number> = { language: 10, gender: 5, mark: 3, keep: 2 };

/** Spreads the students of several groups evenly: rules as sliders, what would come of it beside them, then apply. */
export function ShuffleDrawer(props: Props) {
  const t = useMessages();
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={640}
      title={t('groups.shuffle.title')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Inside {...props} />
    </Drawer>
  );
}

/** The most groups of one language and form of education: whoever learns in the evening is not put among the others. */
function alike(groups: Props['groups']): number[] {
  const sorts = [
    ...Map.groupBy(groups, (group) => `${group.language} ${group.education_form_id} ${group.kind}`).values(),
  ];
  const most = sorts.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return most.map(({ id }) => id);
}

function Inside({ groups, onClose, onApplied }: Props) {
  const t = useMessages();
  const [ids, setIds] = useState(() => alike(groups));
  const [weights, setWeights] = useState(usual);
  const [seed, setSeed] = useState(1);
  const [from, setFrom] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const input = { group_ids: ids, rules: weights, seed, ...(from ? { from } : {}) };
  const [asked] = useDebouncedValue(input, 300);
  const preview = useQuery({
    queryKey: ['groups', 'shuffle', asked],
    queryFn: () => api.group.shuffle.call(asked, silent),
    enabled: asked.group_ids.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const current = preview.data && !preview.isPlaceholderData && JSON.stringify(asked) === JSON.stringify(input);
  const apply = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { shuffle_id, moves } = await api.group.shuffle.call({ ...asked, apply: true }, silent);
      if (shuffle_id !== null) onApplied({ shuffle_id, group_ids: asked.group_ids, moves: moves.length });
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const failed = problem || (preview.isError ? messageOf(preview.error) : '');
  return (
    <Stack gap="md">
      <Checkbox.Group
        label={t('groups.shuffle.groups')}
        value={ids.map(String)}
        onChange={(next) => setIds(next.map(Number))}
      >
        <Row gap="sm" mt={6}>
          {groups.map((group) => (
            <Checkbox key={group.id} value={String(group.id)} label={group.name} />
          ))}
        </Row>
      </Checkbox.Group>
      <Text size="sm" c="dimmed">
        {t('groups.shuffle.about')}
      </Text>
      {rules.map((rule) => (
        <div key={rule}>
          <Row justify="space-between">
            <Text size="sm" fw={500} id={`rule-${rule}`}>
              {t(`groups.rule.${rule}`)}
            </Text>
            <Text size="sm" c="dimmed" className="tabular">
              {weights[rule] === 0 ? t('groups.rule.off') : weights[rule]}
            </Text>
          </Row>
          <Slider
            min={0}
            max={10}
            label={null}
            thumbLabel={t(`groups.rule.${rule}`)}
            value={weights[rule]}
            onChange={(value) => setWeights({ ...weights, [rule]: value })}
          />
        </div>
      ))}
      <Row align="flex-end" gap="sm">
        <div style={{ flex: 1 }}>
          <DateField
            label={t('groups.field.from')}
            description={t('groups.today.hint')}
            value={from}
            onChange={(day) => setFrom(day ?? null)}
          />
        </div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setSeed(Math.floor(Math.random() * 1_000_000))}
        >
          {t('groups.shuffle.again')}
        </Button>
      </Row>
      {ids.length < 2 ? (
        <Text size="sm" c="dimmed">
          {t('groups.shuffle.two')}
        </Text>
      ) : (
        preview.isPending && <Skeleton h={220} />
      )}
      {ids.length > 1 && preview.data && <Preview shuffled={preview.data} />}
      <div aria-live="assertive">{failed !== '' && <Alert color="red">{failed}</Alert>}</div>
      <Row justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={!current || preview.isError || ids.length < 2 || preview.data?.moves.length === 0}
          onClick={() => void apply()}
        >
          {t('groups.shuffle.apply')}
        </Button>
      </Row>
    </Stack>
  );
}

function Preview({ shuffled }: { shuffled: Shuffled }) {
  const t = useMessages();
  const nameOf = new Map(shuffled.groups.map(({ group_id, name }) => [group_id, name]));
  return (
    <Stack gap="sm">
      <Chart
        kind="bar"
        title={t('groups.shuffle.balance')}
        counts={t('groups.shuffle.balance_counts')}
        height={160}
        data={shuffled.groups.map(({ name, before, after }) => ({
          name,
          before: before.students,
          after: after.students,
          women: after.women,
        }))}
        series={[
          { key: 'before', label: t('groups.shuffle.before'), color: 'gray.5' },
          { key: 'after', label: t('groups.shuffle.after'), color: 'accent.6' },
          { key: 'women', label: t('groups.shuffle.women'), color: 'orange.5' },
        ]}
      />
      <Text fw={600} role="status">
        {t('groups.shuffle.moves', { count: shuffled.moves.length })}
      </Text>
      {shuffled.moves.length > 0 && (
        <Table.ScrollContainer minWidth={320} maxHeight={240} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Tbody>
              {shuffled.moves.map((move) => (
                <Table.Tr key={move.student_id}>
                  <Table.Td>{move.name}</Table.Td>
                  <Table.Td>
                    <Row gap={4} wrap="nowrap">
                      {nameOf.get(move.from_group_id)}
                      <IconArrowRight size={14} aria-hidden />
                      {nameOf.get(move.to_group_id)}
                    </Row>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

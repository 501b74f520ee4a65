import {
  Group,
  getTreeExpandedState,
  Paper,
  Skeleton,
  Stack,
  Tree,
  type TreeNodeData,
  UnstyledButton,
  useTree,
} from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

type Label = Awaited<ReturnType<typeof api.department.label.call>>[number];

/** Those without a parent, or whose parent is gone, stand at the top. */
function treeOf(labels: readonly Label[]): TreeNodeData[] {
  const known = new Set(labels.map((label) => label.value));
  const below = Map.groupBy(labels, ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : null));
  const nodes = (parent: number | null): TreeNodeData[] =>
    (below.get(parent) ?? []).map(({ value, label }) => {
      const children = nodes(value);
      return { value: String(value), label, ...(children.length > 0 ? { children } : {}) };
    });
  return nodes(null);
}

/** Every department under the one it belongs to. Arrow keys move, open and close; a press on a name opens its record. */
export function DepartmentTree({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useMessages();
  const { data, isPending } = useQuery(api.department.label.queryOptions({ input: {} }));
  const nodes = useMemo(() => treeOf(data ?? []), [data]);
  if (isPending)
    return (
      <Stack gap="xs" aria-busy>
        {Array.from({ length: 10 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={index} h={20} w={`${40 + ((index * 17) % 40)}%`} ml={index % 3 ? 24 : 0} />
        ))}
      </Stack>
    );
  if (nodes.length === 0) return <Empty text={t('institutions.department.empty')} />;
  return <Branches nodes={nodes} onOpen={onOpen} />;
}

function Branches({ nodes, onOpen }: { nodes: TreeNodeData[]; onOpen: (id: number) => void }) {
  const t = useMessages();
  // Everything is open at first; what the person closes then stays closed.
  const tree = useTree({ initialExpandedState: getTreeExpandedState(nodes, '*') });
  return (
    <Paper withBorder p="sm">
      <Tree
        data={nodes}
        tree={tree}
        levelOffset={24}
        aria-label={t('institutions.department.title')}
        renderNode={({ node, expanded, hasChildren, elementProps }) => (
          <Group gap={6} wrap="nowrap" {...elementProps}>
            <IconChevronRight
              size={16}
              aria-hidden
              style={{
                flexShrink: 0,
                visibility: hasChildren ? 'visible' : 'hidden',
                transform: expanded ? 'rotate(90deg)' : undefined,
              }}
            />
            <UnstyledButton
              fz="sm"
              py={5}
              fw={hasChildren ? 600 : 400}
              onClick={(event) => {
                event.stopPropagation();
                onOpen(Number(node.value));
              }}
            >
              {node.label}
            </UnstyledButton>
          </Group>
        )}
      />
    </Paper>
  );
}

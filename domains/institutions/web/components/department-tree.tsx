import {
  ActionIcon,
  Group,
  getTreeExpandedState,
  Paper,
  Skeleton,
  Stack,
  Tooltip,
  Tree,
  type TreeNodeData,
  UnstyledButton,
  useTree,
} from '@mantine/core';
import { IconArrowMoveRight, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Additions, useMessages } from '#platform/web/index.ts';
import { Empty } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';
import { branchOf, moveDepartment } from '../move-department.ts';

export type Label = Awaited<ReturnType<typeof api.department.label.call>>[number];

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

interface TreeProps {
  onOpen: (id: number) => void;
  /** Asks where to, for those who may move departments. */
  onMove?: ((id: number) => void) | undefined;
}

/**
 * Every department under the one it belongs to. Arrow keys move, open and close; a press on a name opens its record.
 * Who may, drags a department to another place, or names it with the button beside.
 */
export function DepartmentTree(props: TreeProps) {
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
  return <Branches {...props} nodes={nodes} labels={data ?? []} />;
}

function Branches({ nodes, labels, onOpen, onMove }: TreeProps & { nodes: TreeNodeData[]; labels: readonly Label[] }) {
  const t = useMessages();
  // Everything is open at first; what the person closes then stays closed.
  const tree = useTree({ initialExpandedState: getTreeExpandedState(nodes, '*') });
  /** Beside a department means under the same one; on it means under it. */
  const parentAt = (target: string, position: string): number | null =>
    position === 'inside'
      ? Number(target)
      : (labels.find((label) => label.value === Number(target))?.parent_id ?? null);
  const dragging = onMove && {
    allowDrop: (drop: { draggedNode: string; targetNode: string; position: string }) => {
      const parent = parentAt(drop.targetNode, drop.position);
      return parent === null || !branchOf(labels, Number(drop.draggedNode)).has(parent);
    },
    onDragDrop: (drop: { draggedNode: string; targetNode: string; position: string }) =>
      void moveDepartment(t, Number(drop.draggedNode), parentAt(drop.targetNode, drop.position)),
  };
  return (
    <Paper withBorder p="sm">
      <Tree
        data={nodes}
        tree={tree}
        levelOffset={24}
        aria-label={t('institutions.department.title')}
        {...dragging}
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
            <Additions place="department.people" id={Number(node.value)} />
            <Group gap={6} ml="auto" wrap="nowrap" style={{ minWidth: 0 }}>
              <Group visibleFrom="sm" gap={0} wrap="nowrap" style={{ minWidth: 0 }}>
                <Additions place="department.head" id={Number(node.value)} />
              </Group>
              {onMove && (
                <Tooltip label={t('institutions.department.move')}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('institutions.department.move_named', { name: String(node.label) })}
                    onClick={(event) => {
                      event.stopPropagation();
                      onMove(Number(node.value));
                    }}
                  >
                    <IconArrowMoveRight size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              )}
            </Group>
          </Group>
        )}
      />
    </Paper>
  );
}

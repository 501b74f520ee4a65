import { Group, Tabs as MantineTabs, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface SectionProps {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled card of a page. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <Paper className="surface" p="md" component="section">
      {(title !== undefined || actions !== undefined) && (
        <Group justify="space-between" mb="sm" align="flex-start">
          <div>
            {title !== undefined && (
              <Title order={2} size="h4">
                {title}
              </Title>
            )}
            {description !== undefined && (
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            )}
          </div>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Paper>
  );
}

export interface Fact {
  label: ReactNode;
  value: ReactNode;
}

/** Label and value of many things, in columns where wide. Nothing shows as a dash. */
export function Facts({ items, columns = 3 }: { items: Fact[]; columns?: 1 | 2 | 3 | 4 }) {
  return (
    <SimpleGrid
      component="dl"
      m={0}
      type="container"
      cols={{ base: 1, '420px': Math.min(columns, 2), '760px': columns }}
      spacing="md"
      verticalSpacing="sm"
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts are a fixed list
        <div key={index} style={{ minWidth: 0 }}>
          <Text component="dt" size="xs" c="dimmed">
            {item.label}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {item.value === null || item.value === undefined || item.value === '' ? '—' : item.value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

export interface TabItem {
  key: string;
  label: ReactNode;
  content: ReactNode;
  icon?: ReactNode;
}

/** Tabs whose choice stands in the address as `?tab=`; the first is left out. Only the open one is rendered. */
export function Tabs({ items, param = 'tab' }: { items: TabItem[]; param?: string }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const first = items[0]?.key ?? '';
  const open = items.find((item) => item.key === search[param])?.key ?? first;
  const go = (key: string | null) => {
    // Another tab's list must not inherit this one's page and filters.
    const next = key === null || key === first ? {} : { [param]: key };
    void navigate({ to: '.', search: next, resetScroll: false });
  };
  return (
    <MantineTabs value={open} onChange={go} keepMounted={false}>
      <MantineTabs.List style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
        {items.map((item) => (
          <MantineTabs.Tab
            key={item.key}
            value={item.key}
            {...(item.icon ? { leftSection: item.icon } : {})}
            style={{ flexShrink: 0 }}
          >
            {item.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {items.map((item) => (
        <MantineTabs.Panel key={item.key} value={item.key} pt="md">
          {item.content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}

import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n.tsx';

/** A value that is often typed into another system: one press copies it. */
export function Copyable({
  value,
  label,
  children,
}: {
  value: string | null | undefined;
  label: string;
  children?: ReactNode;
}) {
  const t = useMessages();
  if (!value) return '—';
  return (
    <Group gap={2} wrap="nowrap" component="span" display="inline-flex">
      <span className="tabular">{children ?? value}</span>
      <CopyButton value={value} timeout={1500}>
        {({ copied, copy }) => {
          const what = copied ? t('kit.copy.done') : t('kit.copy.of', { field: label });
          return (
            <Tooltip label={what}>
              <ActionIcon variant="subtle" color="gray" size={24} aria-label={what} onClick={copy}>
                {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          );
        }}
      </CopyButton>
    </Group>
  );
}

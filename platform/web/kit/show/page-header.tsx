import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

export interface PageHeaderProps {
  title: ReactNode;
  /** one line: what the page is for */
  description?: ReactNode | undefined;
  /** the main action, at the right */
  actions?: ReactNode | undefined;
  /** address to go back to */
  back?: string | undefined;
  /** across from it: on to the next record of the list */
  neighbours?: ReactNode | undefined;
  crumbs?: { label: ReactNode; href?: string | undefined }[] | undefined;
  /** beside the title: a status */
  badge?: ReactNode | undefined;
  /** before the title: a picture */
  lead?: ReactNode | undefined;
}

export function PageHeader({ title, description, actions, back, neighbours, crumbs, badge, lead }: PageHeaderProps) {
  return (
    <Stack gap={4} component="header">
      {crumbs && crumbs.length > 0 && (
        <nav>
          <Breadcrumbs separatorMargin={6}>
            {crumbs.map((crumb, index) =>
              crumb.href === undefined ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: crumbs have no other identity and never move
                <Text key={index} size="sm" c="dimmed" aria-current="page">
                  {crumb.label}
                </Text>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Anchor key={index} component={Link} to={crumb.href} size="sm">
                  {crumb.label}
                </Anchor>
              ),
            )}
          </Breadcrumbs>
        </nav>
      )}
      {back !== undefined && (
        <Group justify="space-between" data-screen>
          <Anchor component={Link} to={back} size="sm" w="fit-content">
            <Group gap={4} component="span">
              <IconArrowLeft size={16} aria-hidden />
              <FormattedMessage id="kit.back" />
            </Group>
          </Anchor>
          {neighbours}
        </Group>
      )}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="md" wrap="nowrap" style={{ minWidth: 0 }}>
          {lead}
          <div style={{ minWidth: 0 }}>
            <Group gap="sm">
              <Title order={1}>{title}</Title>
              {badge}
            </Group>
            {description !== undefined && (
              <Text size="sm" c="dimmed" mt={2}>
                {description}
              </Text>
            )}
          </div>
        </Group>
        {actions !== undefined && actions !== null && <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  );
}

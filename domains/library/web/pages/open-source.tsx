import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useAbility } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { linkKinds, openLinkSave } from '../../shapes.ts';
import { api, useFields } from '../api.ts';

const schema = z.object({ ...saveBase, ...openLinkSave });
const fresh = { kind: 'OPEN_SOURCE', position: 0 };

/** Free resources of the web, and libraries of others. */
export default function OpenSource() {
  const { t, field, column, label } = useFields();
  const filters = useMemo(
    () => [
      {
        key: 'kind' as const,
        label: label('kind'),
        control: 'select' as const,
        options: choices(t, 'library.kind', linkKinds),
      },
    ],
    [t, label],
  );
  return (
    <ResourcePage
      of={api.user_open_link}
      messages="library.link"
      manage={useAbility().can('open_link.manage')}
      schema={schema}
      fresh={fresh}
      filters={filters}
      columns={[
        {
          ...column('title'),
          sortable: true,
          render: (row) => (
            <Anchor
              href={row.link}
              target="_blank"
              rel="noreferrer"
              size="sm"
              onClick={(event) => event.stopPropagation()}
            >
              {row.title} <IconExternalLink size={14} aria-hidden />
            </Anchor>
          ),
        },
        { ...column('category'), render: (row) => row.category || '—' },
        { ...column('kind'), render: (row) => t(`library.kind.${row.kind}`) },
        { ...column('description'), render: (row) => row.description || '—' },
      ]}
      fields={[
        { control: 'text', ...field('title'), wide: true },
        { control: 'text', ...field('link'), placeholder: 'https://', wide: true },
        { control: 'select', ...field('kind'), options: choices(t, 'library.kind', linkKinds) },
        { control: 'text', ...field('category') },
        { control: 'number', ...field('position') },
        { control: 'textarea', ...field('description'), wide: true },
      ]}
    />
  );
}

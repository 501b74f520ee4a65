import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { useAbility, useMessages } from '#platform/web/index.ts';
import { DateText, ResourcePage } from '#platform/web/kit/index.ts';
import { invigilationSave } from '../../shapes.ts';
import { api, loadAssessments, loadInvigilators } from '../api.ts';

const schema = z.object({ ...saveBase, ...invigilationSave });

/** Who sees to which exam in which room; whoever does opens its minutes from here. */
export default function Invigilation() {
  const t = useMessages();
  return (
    <ResourcePage
      of={api.invigilation}
      messages="misconduct.invigilation"
      manage={useAbility().can('invigilation.manage')}
      schema={schema}
      columns={[
        {
          key: 'held_on',
          title: t('misconduct.field.held_on'),
          sortable: true,
          render: (row) => <DateText value={row.held_on} />,
        },
        {
          key: 'room',
          title: t('misconduct.field.room'),
          render: (row) => (
            <Anchor
              component={Link}
              size="sm"
              to={`/invigilation/${row.id}`}
              onClick={(event) => event.stopPropagation()}
            >
              {row.room}
            </Anchor>
          ),
        },
        { key: 'component', title: t('misconduct.field.component_id'), render: (row) => row.component.title },
        {
          key: 'staff',
          title: t('misconduct.field.staff_ids'),
          render: (row) => row.staff.map(({ name }) => name).join(', '),
        },
      ]}
      fields={[
        {
          control: 'async',
          name: 'component_id',
          label: t('misconduct.field.component_id'),
          load: loadAssessments,
          wide: true,
        },
        { control: 'date', name: 'held_on', label: t('misconduct.field.held_on') },
        { control: 'text', name: 'room', label: t('misconduct.field.room') },
        {
          control: 'async',
          name: 'staff_ids',
          label: t('misconduct.field.staff_ids'),
          load: loadInvigilators,
          multiple: true,
          wide: true,
        },
      ]}
    />
  );
}

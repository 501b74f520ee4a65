import { Button, Group, Stack } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type QueryKey, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { z } from 'zod';
import { type CallOptions, silent } from '../client.ts';
import { codeId, type FamilyOf } from '../i18n.tsx';
import { addressedId } from './controls/addressed.ts';
import { confirmDelete, confirmDeleteWithReason } from './dialogs/confirm.tsx';
import { FormDrawer, type FormDrawerProps } from './form/form-drawer.tsx';
import { ListPage } from './list/list-page.tsx';
import type { ListCall, ListPageProps, RowAction } from './list/types.ts';
import { PageHeader } from './show/page-header.tsx';
import { plainValue } from './show/values.ts';

export interface ResourceRow {
  id: number;
  version: number;
  /** What this person may do with this row, where it differs from row to row. */
  can?: Record<string, boolean> | undefined;
}

/** The calls of `crud()` as `connect(contract).department` has them. */
export interface Resource<Row, Input, Save> {
  key: () => QueryKey;
  list: ListCall<Row, Input>;
  get: {
    queryKey: (options: { input: { id: number } }) => QueryKey;
    call: (input: { id: number }) => Promise<Row>;
  };
  save: { call: (input: Save, options?: CallOptions) => Promise<unknown> };
  // A method, not a function: some records are deleted only with a reason, and their pages have `reasoned`.
  remove: { call(input: { id: number; reason?: string }, options?: CallOptions): Promise<unknown> };
  restore: { call: (input: { id: number }, options?: CallOptions) => Promise<unknown> };
}

type FromList =
  | 'columns'
  | 'bulkActions'
  | 'filters'
  | 'defaults'
  | 'fixed'
  | 'toolbar'
  | 'embedded'
  | 'searchable'
  | 'exportFn'
  | 'name';
type FromForm = 'fields' | 'sections' | 'labels' | 'children' | 'as' | 'size';

/** What the form holds is what the save call takes, or `send` makes that of it. */
type Sending<Form, Save> =
  | {
      /** input of the save call, with what a new record needs made required */
      schema: z.ZodType<unknown, NoInfer<Save>>;
      send?: undefined;
    }
  | { schema: z.ZodType<unknown, Form>; send: (form: Form) => NoInfer<Save> };

/** Beginnings of ids that have all texts of a `ResourcePage`. */
export type ResourceTexts = FamilyOf<'title'> &
  FamilyOf<'about'> &
  FamilyOf<'add'> &
  FamilyOf<'edit'> &
  FamilyOf<'empty'>;

interface OwnProps<Row extends ResourceRow, Input, Save>
  extends Pick<ListPageProps<Row, Input>, FromList>,
    Pick<FormDrawerProps<z.ZodType, unknown>, FromForm> {
  of: Resource<Row, Input, Save>;
  /** beginning of the ids of its texts: `<messages>.title`, `.about`, `.add`, `.edit`, `.empty` */
  messages: ResourceTexts;
  /** may create, change and delete; a row's own `can.edit` and `can.delete` go before it */
  manage: boolean;
  /** what a new record starts with; keep it outside of the component */
  fresh?: object | undefined;
  /** the field of a new record that `?id=` in the address fills: `?open=new&id=9` */
  addressed?: string | undefined;
  /** by default the row's title or name */
  rowLabel?: ((row: NoInfer<Row>) => string) | undefined;
  /** deleting asks why; what it says of a row, so that nobody deletes another one: amount, contract, person */
  reasoned?: ((row: NoInfer<Row>) => string) | undefined;
  /** between opening and deleting */
  actions?: ((row: NoInfer<Row>) => RowAction<NoInfer<Row>>[]) | undefined;
  /** the values of the form for a record, where they differ from it */
  formOf?: ((row: NoInfer<Row>) => object) | undefined;
  /** called after every change, beside reading the resource anew */
  onChanged?: (() => unknown) | undefined;
  /** stands in place of the list: a tree, a timeline. `open` shows a record */
  instead?: ((open: (id: number) => void) => ReactNode) | undefined;
}
export type ResourcePageProps<Row extends ResourceRow, Input, Save, Form> = OwnProps<Row, Input, Save> &
  Sending<Form, Save>;

const iconSize = 16;

/** `?open=` names the open record, so that it can be linked to, or `new`. */
function useOpened() {
  const navigate = useNavigate();
  const { open } = useSearch({ strict: false }) as { open?: unknown };
  const show = (id: number | 'new' | undefined) => {
    const next = ({ open: _, ...rest }: Record<string, unknown>) => (id === undefined ? rest : { ...rest, open: id });
    void navigate({ to: '.', search: next, resetScroll: false });
  };
  const id = /^\d{1,10}$/.test(String(open)) ? Number(open) : undefined;
  return { id, isNew: open === 'new', show };
}

/** A whole screen over the calls of a resource: the list, the form in a drawer (also to read), deleting and restoring. */
export function ResourcePage<Row extends ResourceRow, Input extends object, Save, Form>(
  props: ResourcePageProps<Row, Input, Save, Form>,
) {
  const {
    of,
    messages,
    manage,
    fresh,
    addressed,
    onChanged,
    instead,
    fields,
    sections,
    labels,
    children,
    as,
    size,
    ...list
  } = props;
  const intl = useIntl();
  const client = useQueryClient();
  const { id, isNew, show } = useOpened();
  const text = (name: 'title' | 'about' | 'add' | 'edit' | 'empty') =>
    intl.formatMessage({ id: codeId(messages, name) });
  const nameOf =
    props.rowLabel ??
    ((row: Row) => plainValue((row as { title?: unknown }).title ?? (row as { name?: unknown }).name, intl.locale));
  const mayEdit = (row: Row) => row.can?.edit ?? manage;
  const keyOf = (number: number) => of.get.queryKey({ input: { id: number } });

  const record = useQuery({
    queryKey: id === undefined ? ['no record'] : keyOf(id),
    queryFn: id === undefined ? skipToken : () => of.get.call({ id }),
  });
  const gone = record.isError && record.data === undefined;
  useEffect(() => {
    if (gone) show(undefined);
  });
  const open = (row: Row) => {
    // The row is shown at once and read anew behind it: it may have changed since the list was read.
    client.setQueryData(keyOf(row.id), row, { updatedAt: 0 });
    show(row.id);
  };
  const changed = async () => {
    await Promise.all([client.invalidateQueries({ queryKey: of.key() }), onChanged?.()]);
  };
  const restore = async (row: Row) => {
    await of.restore.call({ id: row.id }, silent);
    await changed();
  };
  const remove = (row: Row) => {
    const run = async (reason?: string) => {
      await of.remove.call({ id: row.id, ...(reason ? { reason } : {}) }, silent);
      await changed();
    };
    return props.reasoned
      ? confirmDeleteWithReason(run, props.reasoned(row), () => restore(row))
      : confirmDelete(
          () => run(),
          nameOf(row),
          () => restore(row),
        );
  };

  const actionsOf = (row: Row): RowAction<Row>[] => [
    {
      key: 'open',
      label: intl.formatMessage({ id: mayEdit(row) ? 'kit.resource.edit' : 'kit.resource.open' }),
      icon: mayEdit(row) ? <IconPencil size={iconSize} aria-hidden /> : <IconEye size={iconSize} aria-hidden />,
      run: () => open(row),
    },
    ...(props.actions?.(row) ?? []),
    ...((row.can?.delete ?? manage)
      ? [
          {
            key: 'delete',
            label: intl.formatMessage({ id: 'kit.resource.delete' }),
            icon: <IconTrash size={iconSize} aria-hidden />,
            danger: true,
            run: () => remove(row),
          },
        ]
      : []),
  ];

  const shown = isNew && manage ? null : record.data;
  const opened = shown !== undefined && (isNew || id !== undefined);
  const given = addressed === undefined ? undefined : addressedId();
  const begin = given === undefined ? fresh : { ...fresh, [addressed as string]: given };
  // While the drawer slides away it still shows what it showed.
  const last = useRef<Row | null>(null);
  if (opened) last.current = shown as Row | null;
  const current = last.current;
  const form = { fields, sections, labels, children, as, size };
  const add = manage && (
    <Button leftSection={<IconPlus size={iconSize} aria-hidden />} onClick={() => show('new')}>
      {text('add')}
    </Button>
  );

  return (
    <>
      {instead ? (
        <Stack gap="sm">
          <PageHeader title={text('title')} description={text('about')} actions={add} />
          <Group gap="xs">{list.toolbar}</Group>
          {instead(show)}
        </Stack>
      ) : (
        <ListPage
          {...list}
          title={text('title')}
          description={text('about')}
          of={of.list}
          rowLabel={nameOf}
          onRow={open}
          {...(manage ? { restore } : {})}
          primaryAction={add}
          actions={actionsOf}
          empty={{ text: text('empty'), ...(manage ? { action: add } : {}) }}
        />
      )}
      <FormDrawer
        {...form}
        opened={opened}
        onClose={() => show(undefined)}
        title={current === null ? text('add') : mayEdit(current) ? text('edit') : nameOf(current)}
        schema={props.schema}
        record={current && props.formOf ? props.formOf(current) : current}
        defaults={begin}
        disabled={current !== null && !mayEdit(current)}
        // The schema is of what `send` takes, or of what is saved where nothing need be made of it.
        save={(form) => of.save.call(props.send ? props.send(form as Form) : (form as Save), silent)}
        onSaved={() => {
          void changed();
        }}
      />
    </>
  );
}

import { ActionIcon, Button, Checkbox, Group, Modal, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { silent, useAbility, useMessages } from '#platform/web/index.ts';
import { FormDrawer, type ListOnPage, notify, takeBack, tellError } from '#platform/web/kit/index.ts';
import { viewNaming } from '../../shapes.ts';
import { api, type View } from '../api.ts';

/** Keeps what the list shows now under a name. */
export function SaveView({
  list,
  opened,
  onClose,
  onSaved,
}: {
  list: ListOnPage;
  opened: boolean;
  onClose: () => void;
  onSaved: (id: number) => unknown;
}) {
  const t = useMessages();
  const { can } = useAbility();
  return (
    <FormDrawer
      as="modal"
      opened={opened}
      onClose={onClose}
      title={t('views.dialog.save')}
      schema={viewNaming}
      record={null}
      draftKey={false}
      fields={[
        { control: 'text', name: 'name', label: t('views.field.name'), required: true, wide: true },
        ...(can('list_view.share')
          ? [{ control: 'checkbox' as const, name: 'shared' as const, label: t('views.share'), wide: true }]
          : []),
      ]}
      save={(naming) =>
        api.list_view.save.call(
          {
            ...(naming as z.infer<typeof viewNaming>),
            list: list.name,
            call: list.call,
            query: list.query,
            columns: [...list.columns],
          },
          silent,
        )
      }
      onSaved={({ id }: View) => {
        notify.success(t('views.saved'));
        void onSaved(id);
      }}
    />
  );
}

/** Renames, shares and deletes; what was deleted can be taken back. */
export function EditViews({
  views,
  refresh,
  onClose,
}: {
  views: View[];
  refresh: () => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useMessages();
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('views.dialog.edit')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Stack gap="md">
        {views.map((view) => (
          <EditView key={`${view.id}:${view.version}`} view={view} refresh={refresh} />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('kit.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function EditView({ view, refresh }: { view: View; refresh: () => Promise<unknown> }) {
  const t = useMessages();
  const { can } = useAbility();
  const [name, setName] = useState(view.name);
  const { id, version } = view;
  const change = async (part: { name?: string; shared?: boolean }) => {
    try {
      await api.list_view.save.call({ id, version, ...part }, silent);
    } catch (error) {
      setName(view.name);
      await tellError(error);
    }
    await refresh();
  };
  const rename = () => {
    const typed = name.trim();
    if (typed === '') setName(view.name);
    else if (typed !== view.name) void change({ name: typed });
  };
  const remove = async () => {
    try {
      await api.list_view.remove.call({ id }, silent);
      await refresh();
      notify.undo(t('views.deleted', { name: view.name }), () =>
        takeBack(async () => {
          await api.list_view.restore.call({ id });
          await refresh();
        }),
      );
    } catch (error) {
      await tellError(error);
    }
  };
  const deleteLabel = t('views.delete', { name: view.name });
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t('views.rename', { name: view.name })}
          maxLength={80}
          value={name}
          readOnly={!view.can?.edit}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={rename}
          // Leaving the box saves it, once.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <Tooltip label={deleteLabel}>
          <ActionIcon
            variant="subtle"
            color="red"
            size="input-sm"
            aria-label={deleteLabel}
            onClick={() => void remove()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {view.own ? (
        can('list_view.share') && (
          <Checkbox
            size="xs"
            label={t('views.share')}
            checked={view.shared}
            onChange={(event) => void change({ shared: event.currentTarget.checked })}
          />
        )
      ) : (
        <Text size="xs" c="dimmed">
          {t('views.by', { owner: view.owner })}
        </Text>
      )}
    </Stack>
  );
}

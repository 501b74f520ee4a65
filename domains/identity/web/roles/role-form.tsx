import { Alert } from '@mantine/core';
import { z } from 'zod';
import { saveBase } from '#platform/contract/index.ts';
import { silent, titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import { FormDrawer } from '#platform/web/kit/index.ts';
import { roleSave } from '../../contract/shapes.ts';
import { api, refresh } from '../api.ts';
import type { copyable, RoleRow } from './matrix.ts';

const { name, title, viewer } = roleSave;
const shape = z.object({ ...saveBase, name: name.unwrap(), title: title.unwrap(), viewer });

/** The role itself: its identifier, its names, and whether it only looks. What it may do is chosen on the page. */
export function RoleForm({
  opened,
  onClose,
  record,
  copy,
  onSaved,
}: {
  opened: boolean;
  onClose: () => void;
  record?: RoleRow | undefined;
  /** A new role that begins with what another permits. */
  copy?: ({ role: RoleRow } & ReturnType<typeof copyable>) | undefined;
  onSaved?: (id: number) => void;
}) {
  const t = useMessages();
  const fixed = record?.built_in ?? false;
  const { locale } = useLocale();
  const copied = copy && {
    name: `${copy.role.name}_2`.slice(0, 60),
    title: { uz: `${copy.role.title.uz} 2`, ru: `${copy.role.title.ru} 2`, en: `${copy.role.title.en} 2` },
    viewer: copy.role.viewer,
  };
  const title = copy
    ? t('identity.roles.copy_title', { title: titleIn(copy.role.title, locale) })
    : t(record ? 'identity.roles.edit' : 'identity.roles.new');
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={480}
      schema={shape}
      record={
        record && {
          id: record.id,
          version: record.version,
          name: record.name,
          title: record.title,
          viewer: record.viewer,
        }
      }
      defaults={copied ?? { name: '', title: { uz: '', ru: '', en: '' }, viewer: false }}
      save={(values) => api.role.save.call(copy ? { ...values, permissions: copy.permissions } : values, silent)}
      onSaved={(saved) => {
        void refresh('role');
        void refresh('permission').then(() => onSaved?.(saved.id));
      }}
      fields={[
        { control: 'multilingual', name: 'title', label: t('identity.roles.name'), wide: true },
        {
          control: 'text',
          name: 'name',
          label: t('identity.roles.identifier'),
          description: t('identity.roles.identifier_hint'),
          uppercase: true,
          latinOnly: true,
          maxLength: 60,
          disabled: fixed,
          wide: true,
        },
        { control: 'switch', name: 'viewer', label: t('identity.roles.viewer_hint'), disabled: fixed, wide: true },
      ]}
    >
      {copy?.left_out ? (
        <Alert color="orange" p="xs">
          {t('identity.roles.copy_left_out', { count: copy.left_out })}
        </Alert>
      ) : null}
    </FormDrawer>
  );
}

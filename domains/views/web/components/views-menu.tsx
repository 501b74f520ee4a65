import { Button, Menu, Text } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { later, laterDialog, queryClient, silent, useMessages, useSession } from '#platform/web/index.ts';
import { type ListOnPage, notify, tellError, useListOnPage } from '#platform/web/kit/index.ts';
import { api, type View } from '../api.ts';
import styles from './views-menu.module.css';

const SaveView = laterDialog(
  async () => (await import('./dialogs.tsx')).SaveView,
  ({ opened }) => opened,
);
const EditViews = later(async () => (await import('./dialogs.tsx')).EditViews);

const ordered = (query: Record<string, string>) => JSON.stringify(Object.entries(query).sort());
/** Whether the list stands as a view says; the order in which its columns were chosen is no matter. */
const shows = (list: ListOnPage, view: View) =>
  ordered(list.query) === ordered(view.query) && [...list.columns].sort().join() === [...view.columns].sort().join();

/** The named views of the list beside which it stands: to show one, to keep what is shown, to rename and to delete. */
export default function ViewsMenu() {
  const t = useMessages();
  const list = useListOnPage();
  const { user } = useSession();
  const [dialog, setDialog] = useState<'save' | 'edit'>();
  // The one that was chosen last: what is changed afterwards can be kept in it.
  const [chosen, setChosen] = useState<number>();
  const views = useQuery({
    ...api.list_view.list.queryOptions({ input: { list: list?.name ?? '', size: 100 }, ...silent }),
    enabled: list !== null && user !== null,
    staleTime: 5 * 60_000,
  });
  // A list that strangers may read has views for those who are signed in.
  if (!list || !user) return null;
  const all = views.data?.content ?? [];
  const current = all.find((view) => shows(list, view));
  const left = current ? undefined : all.find(({ id, can }) => id === chosen && can?.edit);
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.list_view.key() });
  const show = (view: View) => {
    setChosen(view.id);
    list.show(view.query, view.columns);
  };
  const update = async ({ id, version, name }: View) => {
    try {
      await api.list_view.save.call({ id, version, query: list.query, columns: [...list.columns] });
      await refresh();
      notify.success(t('views.updated', { name }));
    } catch (error) {
      await tellError(error);
    }
  };
  const items = (some: View[]) =>
    some.map((view) => (
      <Menu.Item
        key={view.id}
        onClick={() => show(view)}
        aria-current={view === current}
        rightSection={view === current ? <IconCheck size={16} aria-hidden /> : null}
      >
        <span className={styles.name}>{view.name}</span>
        {!view.own && (
          <Text span size="xs" c="dimmed" display="block">
            {t('views.by', { owner: view.owner })}
          </Text>
        )}
      </Menu.Item>
    ));
  const mine = all.filter(({ own, shared }) => own && !shared);
  const shared = all.filter((view) => view.shared);
  const Icon = current ? IconBookmarkFilled : IconBookmark;
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            px="sm"
            title={t('views.menu')}
            leftSection={<Icon size={16} aria-hidden />}
            classNames={{ section: styles.icon, label: styles.label }}
          >
            <span>{current?.name ?? t('views.button')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {all.length === 0 && (
            <Text size="xs" c="dimmed" p="xs">
              {t('views.none')}
            </Text>
          )}
          {all.length > 0 && (
            <Menu.Item
              onClick={() => {
                setChosen(undefined);
                list.show({}, []);
              }}
            >
              {t('views.usual')}
            </Menu.Item>
          )}
          {mine.length > 0 && <Menu.Label>{t('views.mine')}</Menu.Label>}
          {items(mine)}
          {shared.length > 0 && <Menu.Label>{t('views.shared')}</Menu.Label>}
          {items(shared)}
          <Menu.Divider />
          {left && (
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => void update(left)}>
              {t('views.update', { name: left.name })}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={() => setDialog('save')}>
            {t('views.save')}
          </Menu.Item>
          {all.some(({ can }) => can?.delete) && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
              {t('views.edit')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SaveView
        list={list}
        opened={dialog === 'save'}
        onClose={() => setDialog(undefined)}
        onSaved={(id) => {
          setChosen(id);
          return refresh();
        }}
      />
      {dialog === 'edit' && (
        <EditViews
          views={all.filter(({ can }) => can?.delete)}
          refresh={refresh}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

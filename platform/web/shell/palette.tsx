import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconAdjustments, IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { allDomains } from '../domain.ts';
import { useMessages } from '../i18n.tsx';
import { useAbility } from '../session/ability.ts';
import { isOutside, leaves, useMenu } from './menu.ts';

const fold = (text: string) => text.toLowerCase().replaceAll(/[ʻʼ'’`]/g, '');

/** Ctrl+K: any page that is allowed, and whatever the domains can find. `opened` counts how often it was asked for. */
export default function CommandPalette({ opened, onLook }: { opened: number; onLook: () => void }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { can } = useAbility();
  const { nodes } = useMenu();
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query.trim(), 180);
  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);

  const providers = allDomains().flatMap(({ name, palette = [] }) =>
    [palette].flat().flatMap((one) => (can(one.permission) ? [{ name, ...one }] : [])),
  );
  const found = useQueries({
    queries: providers.map((provider) => ({
      queryKey: ['palette', provider.name, provider.title, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => provider.search(settled, signal),
      enabled: settled.length >= 2,
    })),
  });

  const go = (path: string) => {
    if (isOutside(path)) {
      window.open(path, '_blank', 'noreferrer');
      return;
    }
    const [to = '/', search] = path.split('?');
    void navigate({ to, search: search ? Object.fromEntries(new URLSearchParams(search)) : {} });
  };

  const words = fold(query.trim());
  const pages = leaves(nodes).filter(
    (node) =>
      !node.disabled &&
      (fold(node.text ?? t(node.title)).includes(words) || (words.length > 1 && fold(node.path ?? '').includes(words))),
  );
  const look = fold(t('shell.look.title')).includes(words);
  const groups = providers.map((provider, index) => ({
    provider,
    // Of an older word nothing is offered: Enter would go where nobody meant.
    items: (settled.length >= 2 && query.trim() === settled && found[index]?.data) || [],
  }));
  const searching = query.trim() !== settled || found.some((result) => result.isFetching);
  const nothing = !pages.length && !look && groups.every(({ items }) => !items.length);

  return (
    <Spotlight.Root
      attributes={{ content: { 'aria-label': t('shell.palette.open') } }}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      maxHeight={440}
      transitionProps={{ duration: 100 }}
    >
      <Spotlight.Search
        placeholder={t('shell.palette.placeholder')}
        aria-label={t('shell.palette.placeholder')}
        leftSection={<IconSearch size={18} stroke={1.7} />}
      />
      <Spotlight.ActionsList>
        {pages.length ? (
          <Spotlight.ActionsGroup label={t('shell.palette.pages')}>
            {pages.map((node) => {
              const parent = nodes.find((candidate) => candidate.children.some((child) => child.id === node.id));
              return (
                <Spotlight.Action
                  key={node.id}
                  leftSection={<node.icon size={18} stroke={1.7} />}
                  label={node.text ?? t(node.title)}
                  {...(parent ? { description: t(parent.title) } : {})}
                  onClick={() => go(node.path ?? '/')}
                />
              );
            })}
          </Spotlight.ActionsGroup>
        ) : null}
        {groups.map(({ provider, items }) =>
          items.length ? (
            <Spotlight.ActionsGroup key={provider.title} label={t(provider.title)}>
              {items.map((item) => (
                <Spotlight.Action
                  key={item.id}
                  label={item.title}
                  {...(item.description ? { description: item.description } : {})}
                  onClick={() => go(item.path)}
                  rightSection={<IconArrowRight size={15} />}
                />
              ))}
            </Spotlight.ActionsGroup>
          ) : null,
        )}
        {look ? (
          <Spotlight.ActionsGroup label={t('shell.palette.actions')}>
            <Spotlight.Action
              leftSection={<IconAdjustments size={18} stroke={1.7} />}
              label={t('shell.look.title')}
              onClick={onLook}
            />
          </Spotlight.ActionsGroup>
        ) : null}
        {nothing ? (
          <Spotlight.Empty>{t(searching ? 'common.loading' : 'shell.palette.nothing')}</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

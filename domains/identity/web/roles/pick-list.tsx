import { Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '#platform/web/index.ts';
import styles from './roles.module.css';

export interface Pick {
  id: string;
  title: string;
  /** found by it as well */
  code: string;
  note?: string | number | undefined;
}

/** A long list to choose one of: beside the page where there is room, a select where there is none. */
export function PickList({
  label,
  items,
  chosen,
  choose,
}: {
  label: string;
  items: Pick[];
  chosen: string;
  choose: (id: string) => void;
}) {
  const t = useMessages();
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const found = items.filter((item) => `${item.title} ${item.code}`.toLowerCase().includes(word));
  return (
    <>
      <div className={styles.narrow}>
        <Select
          label={label}
          searchable
          allowDeselect={false}
          data={items.map((item) => ({ value: item.id, label: item.title }))}
          value={chosen}
          onChange={(id) => id && choose(id)}
          nothingFoundMessage={t('identity.roles.nothing')}
        />
      </div>
      <nav className={`surface ${styles.list}`} aria-label={label}>
        <TextInput
          m={8}
          type="search"
          aria-label={t('identity.roles.search', { what: label })}
          placeholder={label}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div className={styles.rows}>
          {found.map((item) => (
            <UnstyledButton
              key={item.id}
              className={styles.item}
              data-on={item.id === chosen || undefined}
              aria-current={item.id === chosen}
              onClick={() => choose(item.id)}
            >
              <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{item.title}</span>
              {item.note === undefined ? null : <span className="tabular">{item.note}</span>}
            </UnstyledButton>
          ))}
        </div>
      </nav>
    </>
  );
}

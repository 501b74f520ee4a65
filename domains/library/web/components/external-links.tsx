import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { storedEntries } from '#platform/web/index.ts';
import { api } from '../api.ts';

/** Puts the libraries of others beside ours in the menu, each opening in a tab of its own. Shows nothing itself. */
export default function ExternalLinks() {
  const { data } = useQuery(api.user_open_link.all.queryOptions({ input: {}, staleTime: 600_000 }));
  useEffect(() => {
    const outside = (data ?? []).filter((link) => link.kind === 'E_LIBRARY');
    storedEntries.set(
      outside.map(({ id, title, link }, i) => ({
        id: `external-library-${id}`,
        parent: 'libraries',
        text: title,
        title: 'library.link.title',
        icon: IconExternalLink,
        path: link,
        newTab: true,
        order: 10 + i,
      })),
    );
  }, [data]);
  return null;
}

import { useEffect } from 'react';

/** Title of the browser's tab: what the page is, then whose application it is. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · ISFT` : 'ISFT';
  }, [title]);
}

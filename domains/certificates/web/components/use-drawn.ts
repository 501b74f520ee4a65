import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Locale } from '#platform/contract/index.ts';
import { fileFrom, isCancelled, messageOf } from '#platform/web/index.ts';
import type { Layout } from '../../shapes.ts';
import type { Template } from '../api.ts';

const example = {
  name: 'Rahimova Dilnoza Aliyevna',
  event: { title: 'Robototexnika asoslari', dates: '01.09.2026 – 30.11.2026', place: 'Toshkent', hours: '36' },
  row: { result: '92', award: 'I', hours: '36', note: '—' },
};

/** The page as it would be issued now, drawn a moment after the last change. */
export function useDrawn(layout: Layout, title: Template['title'], language: Locale, student: number | null) {
  const [drawn, setDrawn] = useState<Blob>();
  const [fault, setFault] = useState<string>();
  const asked = useMemo(
    () => ({
      title,
      language,
      ...layout,
      event: example.event,
      row: example.row,
      ...(student ? { student_id: student } : { name: example.name }),
    }),
    [title, language, layout, student],
  );
  const [wanted] = useDebouncedValue(asked, 350);
  useEffect(() => {
    const gone = new AbortController();
    void fileFrom('/certificate_template/preview', wanted, gone.signal)
      .then((file) => {
        setDrawn(file);
        setFault(undefined);
      })
      .catch((error: unknown) => {
        if (!isCancelled(error)) setFault(messageOf(error));
      });
    return () => gone.abort();
  }, [wanted]);
  return { drawn, fault };
}

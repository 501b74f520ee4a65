import { useMemo } from 'react';
import { useMessages } from '#platform/web/index.ts';

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: string) => t(`attendance.field.${name}`);
    return {
      t,
      label,
      field: <N extends string>(name: N) => ({ name, label: label(name) }),
      column: <K extends string>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}

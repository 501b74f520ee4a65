import { useMemo } from 'react';
import { type NameIn, useMessages } from '#platform/web/index.ts';

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'curriculum.field'>) => t(`curriculum.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'curriculum.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'curriculum.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}

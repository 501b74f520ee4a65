import { useMemo } from 'react';
import { type NameIn, useMessages } from '#platform/web/index.ts';

/** The name of a field as forms, columns and filters say it. */
export function useFields() {
  const t = useMessages();
  return useMemo(() => {
    const label = (name: NameIn<'assessment.field'>) => t(`assessment.field.${name}`);
    return {
      t,
      label,
      field: <N extends NameIn<'assessment.field'>>(name: N) => ({ name, label: label(name) }),
      column: <K extends NameIn<'assessment.field'>>(key: K) => ({ key, title: label(key) }),
    };
  }, [t]);
}

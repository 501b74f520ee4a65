import { Badge } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { DateText, type ListColumn, ResourcePage } from '#platform/web/kit/index.ts';
import { type FileType, moduleFileSave } from '../../shapes.ts';
import { api, fileList, idOf, loadModules, loadYears, type ModuleFile, useFields } from '../api.ts';
import { FileCell } from './file-cell.tsx';

// Which type it is, the page says.
const { type: _type, ...asked } = moduleFileSave;
const schemaOf = (type: FileType) =>
  z.object({
    ...saveBase,
    ...asked,
    ...(type === 0 ? { module_id: z.int() } : {}),
    ...(type === 1 ? { academic_year_id: z.int() } : {}),
    file: z
      .array(z.object({ id: z.number() }).loose())
      .max(1)
      .optional(),
  });
const schemas = [schemaOf(0), schemaOf(1), schemaOf(2), schemaOf(3)];
const fresh = { active: true };

/** Module or policy files of one type; each type shows its own files alone. */
export function Papers({ type, manage }: { type: FileType; manage: boolean }) {
  const { t, field, column } = useFields();
  const fixed = useMemo(() => ({ type }), [type]);
  const about: ListColumn<ModuleFile>[] =
    type === 0
      ? [{ ...column('module'), render: (row) => row.module?.title ?? '—' }]
      : type === 1
        ? [{ ...column('academic_year'), render: (row) => row.academic_year?.title ?? '—' }]
        : [{ ...column('effective_on'), sortable: true, render: (row) => <DateText value={row.effective_on} /> }];
  return (
    <ResourcePage
      of={api.module_file}
      messages={`library.papers.${type}`}
      embedded
      name={`papers-${type}`}
      manage={manage}
      schema={schemas[type]!}
      fresh={fresh}
      fixed={fixed}
      formOf={(row) => ({ ...row, file: fileList(row.file) })}
      send={({ file, id, ...rest }) => ({
        ...rest,
        ...(id === undefined ? { type } : { id }),
        ...(file ? { file_id: idOf(file) } : {}),
      })}
      columns={[
        {
          ...column('title'),
          sortable: true,
          render: (row) => (
            <>
              {row.title}{' '}
              {!row.active && (
                <Badge size="xs" variant="default">
                  {t('library.draft')}
                </Badge>
              )}
            </>
          ),
        },
        // Second, because that is what a phone shows.
        { ...column('file'), render: (row) => <FileCell file={row.file} link={row.link} /> },
        ...about,
        { ...column('created_at'), sortable: true, render: (row) => <DateText value={row.created_at} /> },
      ]}
      fields={[
        { control: 'text', ...field('title'), wide: true },
        ...(type === 0 ? [{ control: 'async' as const, ...field('module_id'), load: loadModules, wide: true }] : []),
        ...(type === 1 ? [{ control: 'async' as const, ...field('academic_year_id'), load: loadYears }] : []),
        ...(type >= 2 ? [{ control: 'date' as const, ...field('effective_on') }] : []),
        { control: 'textarea', ...field('description'), wide: true },
        { control: 'files', ...field('file'), upload, multiple: false, wide: true },
        { control: 'text', ...field('link'), placeholder: 'https://', wide: true },
        { control: 'switch', ...field('active') },
      ]}
    />
  );
}

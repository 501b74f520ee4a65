import { SegmentedControl } from '@mantine/core';
import { IconBook, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { upload, uploadFor } from '#domains/files/web/index.ts';
import { saveBase } from '#platform/contract/index.ts';
import { choices, useAbility } from '#platform/web/index.ts';
import { ResourcePage } from '#platform/web/kit/index.ts';
import { itemAudiences, itemLanguages, itemSave, itemTypes } from '../../shapes.ts';
import { api, fileList, idOf, loadCourses, loadSubjects, useFields } from '../api.ts';
import { FileCell } from '../components/file-cell.tsx';
import { Reader } from '../components/reader.tsx';
import { Shelf } from '../components/shelf.tsx';

const files = z
  .array(z.object({ id: z.number() }).loose())
  .max(1)
  .optional();
const schema = z.object({
  ...saveBase,
  ...itemSave,
  file: files,
  cover: files,
});
const fresh = { type: 'BOOK', language: 'uz', audience: 'EVERYBODY', active: true, authors: [], subjects: [] };
const uploadCover = uploadFor('photo');
const iconSize = 16;

/** The e-library: covers on a shelf or a list, and a reader over both. */
export default function Library() {
  const { t, field, column, label } = useFields();
  const manage = useAbility().can('library.manage');
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as { view?: string; read?: unknown };
  const set = (more: object) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...more }), resetScroll: false });
  const read = /^\d{1,9}$/.test(String(asked.read)) ? Number(asked.read) : undefined;
  const view = asked.view === 'list' ? 'list' : 'grid';
  const filters = useMemo(
    () => [
      {
        key: 'type' as const,
        label: label('type'),
        control: 'select' as const,
        options: choices(t, 'library.type', itemTypes),
      },
      {
        key: 'language' as const,
        label: label('language'),
        control: 'select' as const,
        options: choices(t, 'library.language', itemLanguages),
      },
      { key: 'subject' as const, label: label('subject'), control: 'async' as const, load: loadSubjects },
    ],
    [t, label],
  );
  const toolbar = (
    <SegmentedControl
      size="xs"
      aria-label={t('library.view')}
      value={view}
      onChange={(next) => set({ view: next === 'list' ? 'list' : undefined, page: undefined })}
      data={[
        { value: 'grid', label: <IconLayoutGrid size={iconSize} aria-label={t('library.view.grid')} /> },
        { value: 'list', label: <IconList size={iconSize} aria-label={t('library.view.list')} /> },
      ]}
    />
  );
  return (
    <>
      <ResourcePage
        of={api.e_library}
        messages="library.item"
        manage={manage}
        schema={schema}
        fresh={fresh}
        toolbar={toolbar}
        {...(view === 'grid' ? { instead: () => <Shelf open={(id) => set({ read: id })} /> } : {})}
        filters={filters}
        formOf={(row) => ({ ...row, file: fileList(row.file), cover: fileList(row.cover) })}
        send={({ file, cover, ...rest }) => ({
          ...rest,
          ...(file ? { file_id: idOf(file) } : {}),
          ...(cover ? { cover_file_id: idOf(cover) } : {}),
        })}
        actions={() => [
          {
            key: 'read',
            label: t('library.item.read'),
            icon: <IconBook size={iconSize} aria-hidden />,
            run: (row) => set({ read: row.id }),
          },
        ]}
        columns={[
          { ...column('title'), sortable: true },
          { ...column('authors'), render: (row) => row.authors.join(', ') || '—' },
          { ...column('year'), sortable: true, align: 'right' },
          { ...column('type'), render: (row) => t(`library.type.${row.type}`) },
          { ...column('language'), render: (row) => t(`library.language.${row.language}`) },
          { ...column('subjects'), defaultHidden: true, render: (row) => row.subjects.join(', ') || '—' },
          { ...column('file'), render: (row) => <FileCell file={row.file} link={row.link} /> },
        ]}
        sections={[
          {
            fields: [
              { control: 'text', ...field('title'), wide: true },
              { control: 'tags', ...field('authors'), wide: true },
              { control: 'select', ...field('type'), options: choices(t, 'library.type', itemTypes) },
              { control: 'select', ...field('language'), options: choices(t, 'library.language', itemLanguages) },
              { control: 'number', ...field('year') },
              { control: 'number', ...field('pages') },
              { control: 'text', ...field('publisher') },
              { control: 'text', ...field('isbn') },
              { control: 'tags', ...field('subjects'), wide: true },
              { control: 'textarea', ...field('description'), wide: true },
            ],
          },
          {
            title: t('library.item.content'),
            fields: [
              { control: 'files', ...field('file'), upload, multiple: false, wide: true },
              { control: 'text', ...field('link'), placeholder: 'https://', wide: true },
              {
                control: 'files',
                ...field('cover'),
                upload: uploadCover,
                multiple: false,
                extensions: ['png', 'jpg', 'jpeg'],
                wide: true,
              },
            ],
          },
          {
            title: t('library.item.readers'),
            fields: [
              { control: 'select', ...field('audience'), options: choices(t, 'library.audience', itemAudiences) },
              { control: 'async', ...field('course_ids'), multiple: true, load: loadCourses },
              { control: 'switch', ...field('active') },
            ],
          },
        ]}
      />
      <Reader id={read} onClose={() => set({ read: undefined })} />
    </>
  );
}

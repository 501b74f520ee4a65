import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { upload } from '#domains/files/web/index.ts';
import { requiredText, saveBase, text } from '#platform/contract/index.ts';
import { choices, silent, useAbility, useMessages } from '#platform/web/index.ts';
import { notify, ResourcePage, tellError } from '#platform/web/kit/index.ts';
import { eachOf, exampleCodes, formSave } from '../../shapes.ts';
import {
  NotUnderstood,
  readCells,
  readColumns,
  readControls,
  readLines,
  readWhere,
  writeCells,
  writeControls,
  writeLines,
  writeWhere,
} from '../../written.ts';
import { api, refresh } from '../api.ts';

const fresh = { counts: 'status=ACTIVE,GAP_YEAR', lines: '', columns: '', controls: '', cells: '', each: 'PROGRAMME' };

/** What is counted for the state, and where in the office's own template it goes. */
export default function Forms() {
  const t = useMessages();
  const manage = useAbility().can('census.forms');
  const schema = useMemo(() => {
    const written = (read: (said: string) => unknown) =>
      z.string().superRefine((said, checked) => {
        try {
          read(said);
        } catch (error) {
          if (!(error instanceof NotUnderstood)) throw error;
          checked.addIssue({ code: 'custom', message: t('census.cells_wrong', { line: error.line }) });
        }
      });
    return z.object({
      ...saveBase,
      code: formSave.code,
      title: requiredText(200),
      note: text(2000).nullish(),
      each: z.enum(eachOf).nullish(),
      counts: written(readWhere),
      lines: written(readLines),
      columns: written(readColumns),
      controls: written(readControls),
      cells: written(readCells),
      template: z
        .array(z.object({ id: z.number() }).loose())
        .max(1)
        .optional(),
    });
  }, [t]);
  const add = async (code: (typeof exampleCodes)[number]) => {
    try {
      await api.form.example.call({ code }, silent);
      notify.success();
      await refresh();
    } catch (error) {
      await tellError(error);
    }
  };
  const area = (name: 'counts' | 'lines' | 'columns' | 'controls' | 'cells', description?: string) => ({
    control: 'textarea' as const,
    name,
    label: t(`census.field.${name}`),
    wide: true,
    ...(description ? { description } : {}),
  });
  return (
    <ResourcePage
      of={api.form}
      messages="census.forms"
      manage={manage}
      schema={schema}
      fresh={fresh}
      formOf={(row) => ({
        ...row,
        counts: writeWhere(row.counts),
        lines: writeLines(row.lines),
        columns: writeLines(row.columns),
        controls: writeControls(row.controls),
        cells: writeCells(row.cells),
        template: row.template ? [row.template] : [],
      })}
      send={({ template, counts, lines, columns, controls, cells, ...rest }) => ({
        ...rest,
        counts: readWhere(counts),
        lines: readLines(lines),
        columns: readColumns(columns),
        controls: readControls(controls),
        cells: readCells(cells),
        ...(template ? { template_file_id: template[0]?.id ?? null } : {}),
      })}
      toolbar={
        manage ? (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                {t('census.forms.example')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {exampleCodes.map((code) => (
                <Menu.Item key={code} onClick={() => void add(code)}>
                  {t(`census.example.${code}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : undefined
      }
      columns={[
        { key: 'title', title: t('census.field.title'), sortable: true },
        { key: 'code', title: t('census.field.code') },
        { key: 'template', title: t('census.field.template'), render: (row) => (row.template_file_id ? 'xlsx' : '—') },
      ]}
      sections={[
        {
          fields: [
            { control: 'text', name: 'title', label: t('census.field.title'), wide: true },
            { control: 'text', name: 'code', label: t('census.field.code') },
            {
              control: 'select',
              name: 'each',
              label: t('census.field.each'),
              options: choices(t, 'census.each', eachOf),
            },
            { control: 'textarea', name: 'note', label: t('census.field.note'), wide: true },
            area('counts'),
            area('columns', t('census.lines_about')),
            area('lines'),
            area('controls'),
            {
              control: 'files',
              name: 'template',
              label: t('census.field.template'),
              upload,
              multiple: false,
              extensions: ['xlsx'],
              wide: true,
            },
            area('cells', t('census.cells_about')),
          ],
        },
      ]}
    />
  );
}

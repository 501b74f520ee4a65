import { Button, Group } from '@mantine/core';
import { IconEye, IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { uploadPicture } from '#domains/files/web/index.ts';
import { saveBase, title } from '#platform/contract/index.ts';
import { silent, titleIn, toast, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { confirmDelete, DateTimeText, FormDrawer, ListPage, type Multilingual } from '#platform/web/kit/index.ts';
import { api, refresh } from '../api.ts';
import { Blanks } from '../components/blanks.tsx';
import { PreviewDialog, type Written } from '../components/preview-dialog.tsx';
import { SendDialog } from '../components/send-dialog.tsx';

type Template = Awaited<ReturnType<typeof api.email_template.get.call>>;
const schema = z.object({
  ...saveBase,
  title,
  subject: title,
  body: z.object({ uz: z.string().min(1).max(100_000), ru: z.string().max(100_000), en: z.string().max(100_000) }),
});

/** Letters that are written once and sent many times. */
export default function EmailTemplates() {
  const t = useMessages();
  const may = useAbility();
  const { locale } = useLocale();
  const manage = may.can('email_template.manage');
  const restore = async (row: { id: number }) => {
    await api.email_template.restore.call({ id: row.id }, silent);
    await refresh('email_template');
  };
  const [form, setForm] = useState<{ opened: boolean; record?: Template }>({ opened: false });
  const [seen, setSeen] = useState<Written | null>(null);
  const [sending, setSending] = useState<Template | null>(null);
  const named = (row: Template) => titleIn(row.title, locale);
  return (
    <>
      <ListPage
        {...(manage ? { restore } : {})}
        title={t('messaging.templates.title')}
        description={t('messaging.templates.about')}
        of={api.email_template.list}
        rowLabel={named}
        onRow={(record) => (manage ? setForm({ opened: true, record }) : setSeen(record))}
        columns={[
          { key: 'title', title: t('messaging.field.title'), render: named },
          {
            key: 'subject',
            title: t('messaging.field.subject'),
            render: (row) => titleIn(row.subject, locale),
          },
          {
            key: 'created_at',
            title: t('messaging.field.created_at'),
            sortable: true,
            render: (row) => <DateTimeText value={row.created_at} />,
          },
        ]}
        primaryAction={
          manage && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm({ opened: true })}>
              {t('messaging.templates.add')}
            </Button>
          )
        }
        actions={(row) => [
          {
            key: 'preview',
            label: t('messaging.preview.title'),
            icon: <IconEye size={16} aria-hidden />,
            run: () => setSeen(row),
          },
          ...(manage
            ? [
                {
                  key: 'edit',
                  label: t('messaging.templates.change'),
                  icon: <IconPencil size={16} aria-hidden />,
                  run: () => setForm({ opened: true, record: row }),
                },
              ]
            : []),
          ...(may.can('email_template.send')
            ? [
                {
                  key: 'send',
                  label: t('messaging.templates.send'),
                  icon: <IconSend size={16} aria-hidden />,
                  run: () => setSending(row),
                },
              ]
            : []),
          ...(manage
            ? [
                {
                  key: 'delete',
                  label: t('messaging.templates.delete'),
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  run: () =>
                    confirmDelete(
                      async () => {
                        await api.email_template.remove.call({ id: row.id }, silent);
                        await refresh('email_template');
                      },
                      named(row),
                      () => restore(row),
                    ),
                },
              ]
            : []),
        ]}
        empty={{ text: t('messaging.templates.empty') }}
      />
      <FormDrawer
        notice={form.record ? undefined : false}
        {...form}
        size={860}
        onClose={() => setForm({ opened: false })}
        title={t(form.record ? 'messaging.templates.edit' : 'messaging.templates.add')}
        schema={schema}
        fields={[
          { control: 'multilingual', name: 'title', label: t('messaging.field.title'), wide: true },
          {
            control: 'multilingual',
            name: 'subject',
            label: t('messaging.field.subject'),
            wide: true,
          },
          {
            control: 'multilingualRich',
            name: 'body',
            label: t('messaging.field.body'),
            upload: uploadPicture,
            wide: true,
          },
        ]}
        save={(payload) => api.email_template.save.call(payload, silent)}
        onSaved={() => {
          if (!form.record) toast.success(t('messaging.templates.created'), t('messaging.templates.success'));
          void refresh('email_template');
        }}
      >
        {({ binding }) => (
          <Group justify="space-between" align="flex-end">
            <Blanks />
            <Button
              variant="default"
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => setSeen({ subject: words(binding.get('subject')), body: words(binding.get('body')) })}
            >
              {t('messaging.preview.title')}
            </Button>
          </Group>
        )}
      </FormDrawer>
      {seen && <PreviewDialog letter={seen} onClose={() => setSeen(null)} />}
      {sending && <SendDialog template={sending} name={named(sending)} onClose={() => setSending(null)} />}
    </>
  );
}

/** What stands in the form, also where nothing was typed yet. */
const words = (value: unknown): Multilingual => ({ uz: '', ru: '', en: '', ...(value as Partial<Multilingual>) });

import { Button, Modal, Stack, TagsInput, Text } from '@mantine/core';
import { IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { uploadPicture } from '#domains/files/web/index.ts';
import { saveBase, title } from '#platform/contract/index.ts';
import { toast, useAbility, useLocale, useMessages } from '#platform/web/index.ts';
import { confirmDelete, DateTimeText, FormDrawer, ListPage } from '#platform/web/kit/index.ts';
import { variables } from '../../contract.ts';
import { api, refresh } from '../api.ts';

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
  const [form, setForm] = useState<{ opened: boolean; record?: Template }>({ opened: false });
  const [sending, setSending] = useState<Template | null>(null);
  const named = (row: Template) => row.title[locale] || row.title.uz;
  return (
    <>
      <ListPage<Template>
        title={t('messaging.templates.title')}
        description={t('messaging.templates.about')}
        query={(input) => api.email_template.list.queryOptions({ input: input as never })}
        rowLabel={named}
        {...(manage ? { onRow: (record: Template) => setForm({ opened: true, record }) } : {})}
        columns={[
          { key: 'title', title: t('messaging.field.title'), render: named },
          {
            key: 'subject',
            title: t('messaging.field.subject'),
            render: (row) => row.subject[locale] || row.subject.uz,
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
                    confirmDelete(async () => {
                      await api.email_template.remove.call({ id: String(row.id) });
                      await refresh('email_template');
                    }, named(row)),
                },
              ]
            : []),
        ]}
        empty={{ text: t('messaging.templates.empty') }}
      />
      <FormDrawer
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
            description: t('messaging.templates.blanks', { blanks: variables.map((name) => `{${name}}`).join(' ') }),
            wide: true,
          },
          ...(['uz', 'ru', 'en'] as const).map((language) => ({
            control: 'rich' as const,
            name: `body.${language}`,
            label: t(`messaging.field.body_${language}`),
            upload: uploadPicture,
            wide: true,
          })),
        ]}
        save={(payload) => api.email_template.save.call(payload as never, { context: { silent: true } })}
        onSaved={() => {
          if (!form.record) toast.success(t('messaging.templates.created'));
          void refresh('email_template');
        }}
      />
      {sending && <SendDialog template={sending} name={named(sending)} onClose={() => setSending(null)} />}
    </>
  );
}

/** Sends to addresses; people chosen in a list are sent to from there. */
function SendDialog({ template, name, onClose }: { template: Template; name: string; onClose: () => void }) {
  const t = useMessages();
  const [emails, setEmails] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { message } = await api.email_template.send.call({ template_id: template.id, emails });
      toast.success(message);
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('messaging.templates.send')} centered>
      <Stack>
        <Text fw={600}>{name}</Text>
        <TagsInput
          label={t('messaging.field.recipients')}
          description={t('messaging.templates.send_about')}
          value={emails}
          onChange={setEmails}
          splitChars={[',', ';', ' ']}
        />
        <Button loading={busy} disabled={emails.length === 0} onClick={() => void send()}>
          {t('messaging.templates.send')}
        </Button>
      </Stack>
    </Modal>
  );
}

import { Alert, Button, FileButton, Grid, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { type BuiltSection, type SectionStore, Sections, TryOut } from '#domains/questions/web/index.ts';
import { localeSchema, money, saveBase, title } from '#platform/contract/index.ts';
import { choices, silent, useLocale, useMessages, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  Facts,
  FormDrawer,
  MoneyText,
  notify,
  PageHeader,
  plainValue,
  Section,
  StatusBadge,
  tellError,
} from '#platform/web/kit/index.ts';
import { exportForm, importForm } from '../../exchange.ts';
import { deliveries, sources } from '../../shapes.ts';
import { api, type Offered, refresh, type Version } from '../api.ts';
import { PaperEditor } from './paper-editor.tsx';
import { StepsEditor } from './steps-editor.tsx';
import { Translations } from './translations.tsx';

const headSchema = z.object({
  ...saveBase,
  title,
  description: title.nullish(),
  fee: money.optional(),
  deliveries: z.array(z.enum(deliveries)).min(1),
  languages: z.array(localeSchema).min(1),
});
const fresh = { fee: '0', deliveries: ['PDF'], languages: ['uz'] };
const example = {
  'student.name': 'Rahimova Dilnoza Aliyevna',
  'student.course': 'Kompyuter ilmlari',
  'student.year': '2',
  'student.number': 'T260001',
};

/** Puts a version on the person's disk, to be brought in elsewhere. */
function saveFile(form: Version): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([exportForm(form)], { type: 'application/json' }));
  link.download = `${(form.title.en || form.title.uz).replaceAll(/[^\p{L}\d]+/gu, '-')}-${form.revision}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A version of a form: questions, chain and paper, and beside them how it will be filled in. */
export function Builder({ form, type }: { form: Version | null; type: Offered | null }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const [head, setHead] = useState(form === null);
  const [translating, setTranslating] = useState(false);
  const facts = useQuery(api.form.facts.queryOptions(silent)).data ?? [];
  // Each write makes the version newer; the next one begins with it.
  const version = useRef(form?.version ?? 0);
  version.current = Math.max(version.current, form?.version ?? 0);
  const name = plainValue(form?.title ?? type?.title, locale);
  useTitle(name);
  const kept = async <R extends { version: number }>(saving: Promise<R>): Promise<R> => {
    const saved = await saving;
    version.current = saved.version;
    return saved;
  };
  const save = async (more: object) => {
    if (!form) return;
    try {
      await kept(api.form.save.call({ id: form.id, version: version.current, ...more }, silent));
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  const drawer = (
    <FormDrawer
      opened={head}
      onClose={() => (form ? setHead(false) : void navigate({ to: '/form/type' }))}
      title={t('forms.builder.head')}
      schema={headSchema}
      record={form}
      defaults={{ ...fresh, title: type?.title }}
      draftKey={false}
      fields={[
        { control: 'multilingual', name: 'title', label: t('forms.field.title'), wide: true },
        {
          control: 'multilingual',
          name: 'description',
          label: t('forms.field.description'),
          multiline: true,
          wide: true,
        },
        { control: 'money', name: 'fee', label: t('forms.field.fee') },
        {
          control: 'select',
          name: 'deliveries',
          label: t('forms.field.deliveries'),
          multiple: true,
          options: choices(t, 'forms.delivery', deliveries),
          wide: true,
        },
        {
          control: 'select',
          name: 'languages',
          label: t('forms.field.languages'),
          multiple: true,
          options: choices(t, 'forms.language', ['uz', 'ru', 'en'] as const),
          wide: true,
        },
      ]}
      save={async (payload) => {
        const { id: _id, version: _version, description, ...values } = payload as z.output<typeof headSchema>;
        const said = { ...values, description: description?.uz ? description : null };
        if (form) return kept(api.form.save.call({ id: form.id, version: version.current, ...said }, silent));
        const made = await api.form.save.call({ type_id: type?.id ?? 0, ...said }, silent);
        await navigate({ to: `/form/forms?id=${made.id}`, replace: true });
        return made;
      }}
      onSaved={() => void refresh()}
    />
  );
  if (!form) return drawer;
  const draft = form.can?.edit === true;
  const sections: BuiltSection[] = form.sections.map((section) => ({ ...section, version: form.version }));
  const write = (input: object) =>
    kept(api.form.batch.call({ form_id: form.id, version: version.current, ...input }, silent));
  const placeOf = (id: number) => form.sections.findIndex((one) => one.id === id);
  const store: SectionStore = {
    put: ({ id }, fields) => write({ id, fields }),
    name: (section, words) => write({ ...(section ? { id: section.id } : {}), ...words }),
    shift: ({ id }, by) => write({ id, position: placeOf(id) + by }),
    remove: ({ id }) => write({ id, remove: true }),
    restore: ({ id, title: words, note, fields }) =>
      write({ title: words, note, fields, position: Math.max(0, placeOf(id)) }),
    refresh,
  };
  const turn = async (status: 'LIVE' | 'ARCHIVED') => {
    const sure = await confirm({
      title: t(`forms.builder.sure.${status}`),
      name,
      text: t(`forms.builder.sure_about.${status}`),
      yes: t(`forms.builder.turn.${status}`),
      danger: status === 'ARCHIVED',
    });
    if (sure) await save({ status });
  };
  /** Takes the place of what the draft asked so far; the server says what does not fit here. */
  const bring = async (file: File | null) => {
    const found = file && importForm(await file.text());
    if (!file) return;
    if (!found) return notify.error(new Error(t('forms.builder.import_unreadable', { name: file.name })));
    const sure =
      form.sections.every(({ fields }) => fields.length === 0) ||
      (await confirm({
        title: t('forms.builder.import'),
        name: file.name,
        text: t('forms.builder.import_about'),
        yes: t('forms.builder.import'),
        danger: true,
      }));
    if (sure) await save(found);
  };
  const revise = async () => {
    try {
      const next = await api.form.save.call({ id: form.id, version: version.current, revise: true }, silent);
      await refresh();
      await navigate({ to: `/form/forms?id=${next.id}` });
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <Stack>
      <PageHeader
        back="/form/forms"
        title={name}
        badge={
          <StatusBadge
            status={form.status}
            color={form.status === 'LIVE' ? 'teal' : form.status === 'DRAFT' ? 'blue' : 'gray'}
            label={t(`forms.form_state.${form.status}`)}
          />
        }
        description={`${t('forms.field.revision')} ${form.revision} · ${t('forms.builder.sent', { count: form.requests })}`}
        actions={
          <>
            <Button variant="subtle" onClick={() => saveFile(form)}>
              {t('forms.builder.export')}
            </Button>
            {draft && (
              <FileButton accept="application/json,.json" onChange={(file) => void bring(file)}>
                {(props) => (
                  <Button variant="subtle" {...props}>
                    {t('forms.builder.import')}
                  </Button>
                )}
              </FileButton>
            )}
            {form.can?.archive && (
              <Button variant="default" color="red" onClick={() => void turn('ARCHIVED')}>
                {t('forms.builder.turn.ARCHIVED')}
              </Button>
            )}
            {form.can?.revise && <Button onClick={() => void revise()}>{t('forms.builder.revise')}</Button>}
            {draft && (
              <Button variant="subtle" onClick={() => setTranslating(true)}>
                {t('forms.translate.do')}
              </Button>
            )}
            {draft && (
              <Button variant="default" onClick={() => setHead(true)}>
                {t('forms.builder.head')}
              </Button>
            )}
            {form.can?.publish && <Button onClick={() => void turn('LIVE')}>{t('forms.builder.turn.LIVE')}</Button>}
          </>
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack>
            <Section title={t('forms.in_short')}>
              <Facts
                items={[
                  {
                    label: t('forms.field.fee'),
                    value: Number(form.fee) > 0 ? <MoneyText value={form.fee} /> : t('forms.free'),
                  },
                  {
                    label: t('forms.field.deliveries'),
                    value: form.deliveries.map((one) => t(`forms.delivery.${one}`)).join(', '),
                  },
                  {
                    label: t('forms.field.languages'),
                    value: form.languages.map((one) => one.toUpperCase()).join(', '),
                  },
                ]}
              />
            </Section>
            <Sections
              sections={sections}
              draft={draft}
              facts={facts}
              sources={choices(t, 'forms.source', sources)}
              store={store}
            />
            <StepsEditor form={form} draft={draft} save={(steps) => save({ steps })} />
            <PaperEditor form={form} draft={draft} facts={facts} save={(paper) => save({ paper })} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack>
            <TryOut
              heading={t('forms.builder.preview')}
              about={t('forms.builder.preview_about')}
              title={form.title}
              description={form.description}
              sections={sections}
              facts={example}
            />
            {form.revision > 1 && (
              <Section title={t('forms.builder.changes')} description={t('forms.builder.changes_about')}>
                {form.changes.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    {t('forms.builder.no_changes')}
                  </Text>
                ) : (
                  <List size="sm">
                    {form.changes.map((one) => (
                      <List.Item key={`${one.key} ${one.kind}`}>
                        {plainValue(one.title, locale)}: {t(`forms.change.${one.kind}`)}
                      </List.Item>
                    ))}
                  </List>
                )}
              </Section>
            )}
            {form.untranslated.length > 0 && (
              <Alert color="orange" title={t('forms.builder.untranslated', { count: form.untranslated.length })}>
                {draft && (
                  <Button size="xs" variant="default" onClick={() => setTranslating(true)}>
                    {t('forms.translate.do')}
                  </Button>
                )}
              </Alert>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
      {drawer}
      <Translations form={form} opened={translating} onClose={() => setTranslating(false)} save={save} />
    </Stack>
  );
}

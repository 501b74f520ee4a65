import { Button, Grid, Group, Menu, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Sections } from '#domains/questions/web/index.ts';
import { silent, useLocale, useMessages, useTitle } from '#platform/web/index.ts';
import {
  confirm,
  Loaded,
  notify,
  PageHeader,
  plainValue,
  Section,
  StatusBadge,
  tellError,
} from '#platform/web/kit/index.ts';
import { type FlavourName, flavourNames } from '../../../flavours.ts';
import { apiOf, type Form, refresh } from '../../api.ts';
import { flavourPaths } from '../../paths.ts';
import { FormHead, HeadFacts } from './head.tsx';
import { PapersEditor } from './papers-editor.tsx';
import { builderPath } from './paths.ts';
import { Preview } from './preview.tsx';
import { sectionsOf } from './store.ts';

/** One form: what it is for, what it asks, which papers, and beside that how applicants will see it. */
export default function Builder() {
  const t = useMessages();
  const asked = useSearch({ strict: false }) as { flavour?: string; id?: string };
  const flavour = flavourNames.find((name) => name === asked.flavour) ?? 'plain';
  const id = /^\d{1,9}$/.test(asked.id ?? '') ? asked.id : undefined;
  const query = useQuery({
    ...apiOf(flavour).form.get.queryOptions({ input: { id: id ?? '0' }, ...silent }),
    enabled: id !== undefined,
  });
  const list = `/admission/admin/application-form${flavour === 'plain' ? '' : `?flavour=${flavour}`}`;
  if (id === undefined) return <NewForm flavour={flavour} list={list} />;
  return (
    <Loaded query={query}>
      {(data) => <FormBuilder key={data.id} form={data} list={list} title={t(flavourPaths[flavour].title)} />}
    </Loaded>
  );
}

function NewForm({ flavour, list }: { flavour: FlavourName; list: string }) {
  const t = useMessages();
  const navigate = useNavigate();
  return (
    <Stack maw={760}>
      <PageHeader
        back={list}
        title={t('admissions.form.add')}
        description={`${t(flavourPaths[flavour].title)}. ${t('admissions.form.add_about')}`}
      />
      <Section>
        <FormHead
          flavour={flavour}
          form={null}
          onSaved={(form) => void navigate({ to: builderPath(flavour, form.id), replace: true })}
        />
      </Section>
    </Stack>
  );
}

function FormBuilder({ form, list, title }: { form: Form; list: string; title: string }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  useTitle(plainValue(form.title, locale));
  const { flavour, id, version, status } = form;
  const draft = form.can?.edit === true;
  const save = (more: object) => apiOf(flavour).form.save.call({ id, version, ...more }, silent) as Promise<Form>;
  const turn = async (to: 'PUBLISHED' | 'CLOSED') => {
    const sure = await confirm({
      title: t(`admissions.form.sure.${to}`),
      name: plainValue(form.title, locale),
      text: t(`admissions.form.sure_about.${to}`),
      yes: t(`admissions.form.turn.${to}`),
      danger: to === 'CLOSED',
    });
    if (!sure) return;
    try {
      await save({ status: to });
      notify.success();
    } catch (error) {
      await tellError(error);
    }
    await refresh();
  };
  const revise = async () => {
    try {
      const next = await save({ revise: true });
      await refresh();
      await navigate({ to: builderPath(flavour, next.id) });
    } catch (error) {
      await tellError(error);
    }
  };
  return (
    <Stack>
      <PageHeader
        back={list}
        title={plainValue(form.title, locale)}
        badge={
          <StatusBadge
            status={status}
            color={status === 'PUBLISHED' ? 'teal' : 'gray'}
            label={t(`admissions.form_state.${status}`)}
          />
        }
        description={`${title} · ${t('admissions.form.so_many', { count: form.applications })}`}
        actions={
          <>
            <Revisions form={form} />
            {form.can?.revise && status !== 'DRAFT' && (
              <Button variant="default" onClick={() => void revise()}>
                {t('admissions.form.revise')}
              </Button>
            )}
            {status === 'PUBLISHED' && form.can?.revise && (
              <Button variant="default" color="red" onClick={() => void turn('CLOSED')}>
                {t('admissions.form.turn.CLOSED')}
              </Button>
            )}
            {form.can?.publish && (
              <Button onClick={() => void turn('PUBLISHED')}>{t('admissions.form.turn.PUBLISHED')}</Button>
            )}
          </>
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack>
            <HeadFacts form={form} />
            <Sections sections={form.batches} draft={draft} store={sectionsOf(form)} />
            <PapersEditor form={form} draft={draft} save={save} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Preview form={form} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** The other revisions of this form; each keeps the applications that were begun with it. */
function Revisions({ form }: { form: Form }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { data } = useQuery(
    apiOf(form.flavour).form.list.queryOptions({
      input: { origin_id: form.origin_id, size: 100 },
      ...silent,
    }),
  );
  const all = (data?.content ?? []).toSorted((a, b) => b.revision - a.revision);
  if (all.length < 2) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('admissions.form.revision', { revision: form.revision })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map((one) => (
          <Menu.Item
            key={one.id}
            disabled={one.id === form.id}
            onClick={() => void navigate({ to: builderPath(form.flavour, one.id) })}
          >
            <Group gap="xs" justify="space-between">
              {t('admissions.form.revision', { revision: one.revision })}
              <StatusBadge status={one.status} color="gray" label={t(`admissions.form_state.${one.status}`)} />
            </Group>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { ActionIcon, Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { saveBase, title } from '#platform/contract/index.ts';
import { silent, useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, FormDrawer, notify, plainValue, Section, tell } from '#platform/web/kit/index.ts';
import type { FormField } from '../../../form.ts';
import { apiOf, type Form, refresh } from '../../api.ts';
import { faultOf } from './faults.ts';
import { FieldDrawer } from './field-drawer.tsx';

type Batch = Form['batches'][number];
const iconSize = 16;
const sectionSchema = z.object({ ...saveBase, title, note: title.nullish() });

/** The sections of a form with their fields; in a draft everything is changed at once and can be taken back. */
export function Sections({ form, draft }: { form: Form; draft: boolean }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [section, setSection] = useState<Batch | 'new'>();
  const [field, setField] = useState<{ batch: Batch; at: number }>();
  const { batch } = apiOf(form.flavour);
  const all = form.batches.flatMap((one) => one.fields) as FormField[];

  // Each of these writes all fields of a section: the next one begins with what the one before left.
  const [busy, setBusy] = useState(false);
  const write = async (input: object) => {
    setBusy(true);
    try {
      return await batch.save.call(input, silent);
    } catch (error) {
      await tell({ title: t('admissions.form.refused'), text: faultOf(error) });
      return undefined;
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const put = (of: Batch, fields: FormField[]) => write({ id: of.id, version: of.version, fields });
  const move = (of: Batch, at: number, by: 1 | -1) => {
    const fields = [...(of.fields as FormField[])];
    const [one] = fields.splice(at, 1);
    if (one) fields.splice(at + by, 0, one);
    return put(of, fields);
  };
  const takeOut = async (of: Batch, at: number) => {
    const before = of.fields as FormField[];
    const name = plainValue(before[at]?.title, locale);
    const saved = await put(
      of,
      before.filter((_, index) => index !== at),
    );
    if (saved)
      notify.undo(t('admissions.form.field_removed', { field: name }), () =>
        write({ id: of.id, version: saved.version, fields: before }),
      );
  };
  const shift = async (of: Batch, by: 1 | -1) => {
    const order = form.batches;
    const other = order[order.indexOf(of) + by];
    if (!other) return;
    // Two sections may have the same place in old forms; their order by id then decides.
    const [mine, theirs] =
      of.position === other.position ? [other.position + by, other.position] : [other.position, of.position];
    if ((await write({ id: of.id, version: of.version, position: Math.max(0, mine) })) === undefined) return;
    await write({ id: other.id, version: other.version, position: theirs });
  };
  const removeSection = async (of: Batch) => {
    const gone = await write({ id: of.id, version: of.version, remove: true });
    if (gone)
      notify.undo(t('admissions.form.section_removed', { section: plainValue(of.title, locale) }), () =>
        write({ form_id: form.id, title: of.title, note: of.note, position: of.position, fields: of.fields }),
      );
  };
  const button = (label: string, icon: React.ReactNode, run: () => unknown, disabled = false) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={disabled || busy}
        onClick={() => void run()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  const addSection = draft && (
    <Button variant="default" leftSection={<IconPlus size={iconSize} aria-hidden />} onClick={() => setSection('new')}>
      {t('admissions.form.add_section')}
    </Button>
  );
  return (
    <>
      {form.batches.length === 0 && (
        <Section title={t('admissions.form.sections')}>
          <Empty
            title={t('admissions.form.no_sections')}
            text={t('admissions.form.no_sections_about')}
            action={addSection}
          />
        </Section>
      )}
      {form.batches.map((one, index) => (
        <Section
          key={one.id}
          title={plainValue(one.title, locale)}
          description={one.note ? plainValue(one.note, locale) : undefined}
          actions={
            draft && (
              <Group gap={2}>
                {button(
                  t('admissions.form.up', { name: plainValue(one.title, locale) }),
                  <IconArrowUp size={iconSize} aria-hidden />,
                  () => shift(one, -1),
                  index === 0,
                )}
                {button(
                  t('admissions.form.down', { name: plainValue(one.title, locale) }),
                  <IconArrowDown size={iconSize} aria-hidden />,
                  () => shift(one, 1),
                  index === form.batches.length - 1,
                )}
                {button(
                  t('admissions.form.edit', { name: plainValue(one.title, locale) }),
                  <IconPencil size={iconSize} aria-hidden />,
                  () => setSection(one),
                )}
                {button(
                  t('admissions.form.remove', { name: plainValue(one.title, locale) }),
                  <IconTrash size={iconSize} aria-hidden />,
                  () => removeSection(one),
                )}
              </Group>
            )
          }
        >
          <Stack gap={0}>
            {(one.fields as FormField[]).map((asked, at) => (
              <Group
                key={asked.key}
                justify="space-between"
                wrap="nowrap"
                py={6}
                style={{ borderTop: at ? '1px solid var(--line)' : 'none' }}
              >
                <div style={{ minWidth: 0 }}>
                  <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                    {plainValue(asked.title, locale)}
                    {asked.required && (
                      <Text span c="red" aria-hidden>
                        {' *'}
                      </Text>
                    )}
                  </Text>
                  <Group gap={6}>
                    <Badge variant="default" radius="sm" tt="none" fw={500} size="sm">
                      {t(`admissions.field_type.${asked.type}`)}
                    </Badge>
                    <Text size="xs" c="dimmed">
                      {asked.key}
                    </Text>
                    {asked.condition && (
                      <Text size="xs" c="dimmed">
                        {t('admissions.form.only_if', {
                          field: plainValue(all.find(({ key }) => key === asked.condition?.field)?.title ?? '', locale),
                        })}
                      </Text>
                    )}
                  </Group>
                </div>
                {draft && (
                  <Group gap={2} wrap="nowrap">
                    {button(
                      t('admissions.form.up', { name: plainValue(asked.title, locale) }),
                      <IconArrowUp size={iconSize} aria-hidden />,
                      () => move(one, at, -1),
                      at === 0,
                    )}
                    {button(
                      t('admissions.form.down', { name: plainValue(asked.title, locale) }),
                      <IconArrowDown size={iconSize} aria-hidden />,
                      () => move(one, at, 1),
                      at === one.fields.length - 1,
                    )}
                    {button(
                      t('admissions.form.edit', { name: plainValue(asked.title, locale) }),
                      <IconPencil size={iconSize} aria-hidden />,
                      () => setField({ batch: one, at }),
                    )}
                    {button(
                      t('admissions.form.remove', { name: plainValue(asked.title, locale) }),
                      <IconTrash size={iconSize} aria-hidden />,
                      () => takeOut(one, at),
                    )}
                  </Group>
                )}
              </Group>
            ))}
            {one.fields.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('admissions.form.no_fields')}
              </Text>
            )}
            {draft && (
              <Group mt="xs">
                <Button
                  size="xs"
                  variant="light"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  aria-label={t('admissions.form.add_field_to', { section: plainValue(one.title, locale) })}
                  onClick={() => setField({ batch: one, at: one.fields.length })}
                >
                  {t('admissions.form.add_field')}
                </Button>
              </Group>
            )}
          </Stack>
        </Section>
      ))}
      {form.batches.length > 0 && addSection && <Group>{addSection}</Group>}
      <FormDrawer
        opened={section !== undefined}
        onClose={() => setSection(undefined)}
        title={t(section === 'new' ? 'admissions.form.add_section' : 'admissions.form.section')}
        schema={sectionSchema}
        record={section === 'new' ? null : section}
        draftKey={false}
        fields={[
          { control: 'multilingual', name: 'title', label: t('admissions.field.title'), wide: true },
          { control: 'multilingual', name: 'note', label: t('admissions.form.note'), multiline: true, wide: true },
        ]}
        save={async (payload) => {
          const { note, ...rest } = payload as z.output<typeof sectionSchema>;
          return batch.save.call(
            { ...rest, note: note?.uz ? note : null, ...(section === 'new' ? { form_id: form.id } : {}) },
            silent,
          );
        }}
        onSaved={() => void refresh()}
      />
      <FieldDrawer
        before={field ? earlier(form, field.batch, field.at) : []}
        taken={all.map(({ key }) => key)}
        field={field && ((field.batch.fields as FormField[])[field.at] ?? null)}
        onClose={() => setField(undefined)}
        save={async (next) => {
          if (!field) return;
          const fields = [...(field.batch.fields as FormField[])];
          fields[field.at] = next;
          try {
            await batch.save.call({ id: field.batch.id, version: field.batch.version, fields }, silent);
          } catch (error) {
            throw faultsWithin(error, `fields.${field.at}.`);
          }
          await refresh();
        }}
      />
    </>
  );
}

/** The whole section is sent, but the drawer knows one question: its faults are named as it names its fields. */
function faultsWithin(error: unknown, prefix: string): unknown {
  const { data } = error as { data?: { fields?: { path: string }[] } };
  for (const fault of data?.fields ?? [])
    if (fault.path.startsWith(prefix)) fault.path = fault.path.slice(prefix.length);
  return error;
}

/** The fields that stand before this one: a condition can hang on these alone. */
const earlier = (form: Form, batch: Batch, at: number): FormField[] =>
  form.batches.flatMap((one) => {
    const place = form.batches.indexOf(batch);
    const here = form.batches.indexOf(one);
    if (here > place) return [];
    return (one.fields as FormField[]).slice(0, here === place ? at : undefined);
  });

import { ActionIcon, Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { saveBase, type Title, title } from '#platform/contract/index.ts';
import { useLocale, useMessages } from '#platform/web/index.ts';
import { Empty, FormDrawer, notify, plainValue, Section, tell, useDrag } from '#platform/web/kit/index.ts';
import type { FormField } from '../contract.ts';
import { firstFault } from './faults.ts';
import { type Fact, FieldDrawer } from './field-drawer.tsx';

export interface BuiltSection {
  id: number;
  version: number;
  title: Title;
  note: Title | null;
  fields: readonly FormField[];
}
interface Words {
  title: Title;
  note: Title | null;
}
/** How the form is kept: each writes at once, and throws what the server refused. */
export interface SectionStore {
  put(section: BuiltSection, fields: FormField[]): Promise<unknown>;
  /** A new one at the end, without a section. */
  name(section: BuiltSection | null, words: Words): Promise<unknown>;
  shift(section: BuiltSection, by: 1 | -1): Promise<unknown>;
  remove(section: BuiltSection): Promise<unknown>;
  /** Puts a section back that was just removed. */
  restore(section: BuiltSection): Promise<unknown>;
  /** Reads the form anew. */
  refresh(): Promise<unknown>;
}

const iconSize = 16;
const sectionSchema = z.object({ ...saveBase, title, note: title.nullish() });

interface Props {
  sections: readonly BuiltSection[];
  draft: boolean;
  facts?: readonly Fact[];
  sources?: readonly Fact[];
  store: SectionStore;
}

/** The sections of a form with their fields; in a draft everything is changed at once and can be taken back. */
export function Sections({ sections, draft, facts = [], sources = [], store }: Props) {
  const t = useMessages();
  const { locale } = useLocale();
  const [section, setSection] = useState<BuiltSection | 'new'>();
  const [field, setField] = useState<{ section: number; at: number }>();
  const all = sections.flatMap((one) => one.fields);
  const nameOf = (words: Title | undefined) => plainValue(words, locale);

  // Each of these writes all fields of a section: the next one begins with what the one before left.
  const [busy, setBusy] = useState(false);
  const write = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      await tell({ title: t('questions.refused'), text: firstFault(error) });
      return false;
    } finally {
      await store.refresh();
      setBusy(false);
    }
  };
  const moveTo = (of: BuiltSection, from: number, to: number) => {
    const fields = [...of.fields];
    const [one] = fields.splice(from, 1);
    if (one) fields.splice(to, 0, one);
    return write(() => store.put(of, fields));
  };
  const drag = useDrag<{ section: number; at: number }>(
    (item, target) => {
      const of = sections.find(({ id }) => id === item.section);
      if (of) void moveTo(of, item.at, Number(target.split(':')[1]));
    },
    (item, target) => target.startsWith(`${item.section}:`) && target !== `${item.section}:${item.at}`,
  );
  const takeOut = async (of: BuiltSection, at: number) => {
    const gone = of.fields[at];
    const removed = await write(() =>
      store.put(
        of,
        of.fields.filter((_, index) => index !== at),
      ),
    );
    if (removed && gone)
      notify.undo(t('questions.field_removed', { field: nameOf(gone.title) }), () =>
        write(() => store.put(of, [...of.fields])),
      );
  };
  const removeSection = async (of: BuiltSection) => {
    if (await write(() => store.remove(of)))
      notify.undo(t('questions.section_removed', { section: nameOf(of.title) }), () => write(() => store.restore(of)));
  };
  const button = (label: string, icon: ReactNode, run: () => unknown, disabled = false) => (
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
  /** Up, down, edit, remove: of a section and of a question the same. */
  const tools = (
    name: string,
    at: number,
    count: number,
    acts: { move: (by: 1 | -1) => unknown; edit: () => void; remove: () => unknown },
  ) => (
    <Group gap={2} wrap="nowrap">
      {button(t('questions.up', { name }), <IconArrowUp size={iconSize} aria-hidden />, () => acts.move(-1), at === 0)}
      {button(
        t('questions.down', { name }),
        <IconArrowDown size={iconSize} aria-hidden />,
        () => acts.move(1),
        at === count - 1,
      )}
      {button(t('questions.edit', { name }), <IconPencil size={iconSize} aria-hidden />, acts.edit)}
      {button(t('questions.remove', { name }), <IconTrash size={iconSize} aria-hidden />, acts.remove)}
    </Group>
  );
  const addSection = draft && (
    <Button variant="default" leftSection={<IconPlus size={iconSize} aria-hidden />} onClick={() => setSection('new')}>
      {t('questions.add_section')}
    </Button>
  );
  const open = field && sections.find(({ id }) => id === field.section);
  return (
    <>
      {sections.length === 0 && (
        <Section title={t('questions.sections')}>
          <Empty title={t('questions.no_sections')} text={t('questions.no_sections_about')} action={addSection} />
        </Section>
      )}
      {sections.map((one, index) => (
        <Section
          key={one.id}
          title={nameOf(one.title)}
          description={one.note ? nameOf(one.note) : undefined}
          actions={
            draft &&
            tools(nameOf(one.title), index, sections.length, {
              move: (by) => write(() => store.shift(one, by)),
              edit: () => setSection(one),
              remove: () => removeSection(one),
            })
          }
        >
          <Stack gap={0}>
            {one.fields.map((asked, at) => (
              <Group
                key={asked.key}
                justify="space-between"
                wrap="nowrap"
                py={6}
                style={{ borderTop: at ? '1px solid var(--line)' : 'none' }}
                {...(draft ? drag.target(`${one.id}:${at}`) : {})}
                {...(draft && !busy ? drag.source({ section: one.id, at }) : {})}
              >
                {draft && (
                  <IconGripVertical size={14} aria-hidden style={{ cursor: 'grab', opacity: 0.5, flexShrink: 0 }} />
                )}
                <div style={{ minWidth: 0, flex: 1 }}>
                  <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                    {nameOf(asked.title)}
                    {asked.required && (
                      <Text span c="red" aria-hidden>
                        {' *'}
                      </Text>
                    )}
                  </Text>
                  <Group gap={6}>
                    <Badge variant="default" radius="sm" tt="none" fw={500} size="sm">
                      {t(`questions.type.${asked.type}`)}
                    </Badge>
                    <Text size="xs" c="dimmed">
                      {asked.formula || asked.key}
                    </Text>
                    {asked.condition && (
                      <Text size="xs" c="dimmed">
                        {t('questions.only_if', {
                          field: nameOf(all.find(({ key }) => key === asked.condition?.field)?.title),
                        })}
                      </Text>
                    )}
                  </Group>
                </div>
                {draft &&
                  tools(nameOf(asked.title), at, one.fields.length, {
                    move: (by) => moveTo(one, at, at + by),
                    edit: () => setField({ section: one.id, at }),
                    remove: () => takeOut(one, at),
                  })}
              </Group>
            ))}
            {one.fields.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('questions.no_fields')}
              </Text>
            )}
            {draft && (
              <Group mt="xs">
                <Button
                  size="xs"
                  variant="light"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  aria-label={t('questions.add_field_to', { section: nameOf(one.title) })}
                  onClick={() => setField({ section: one.id, at: one.fields.length })}
                >
                  {t('questions.add_field')}
                </Button>
              </Group>
            )}
          </Stack>
        </Section>
      ))}
      {sections.length > 0 && addSection && <Group>{addSection}</Group>}
      <FormDrawer
        opened={section !== undefined}
        onClose={() => setSection(undefined)}
        title={t(section === 'new' ? 'questions.add_section' : 'questions.section')}
        schema={sectionSchema}
        record={section === 'new' || section === undefined ? null : { ...section }}
        draftKey={false}
        fields={[
          { control: 'multilingual', name: 'title', label: t('questions.field_title'), wide: true },
          { control: 'multilingual', name: 'note', label: t('questions.note'), multiline: true, wide: true },
        ]}
        save={(payload) => {
          const { note, title: words } = payload as z.output<typeof sectionSchema>;
          return store.name(section === 'new' || section === undefined ? null : section, {
            title: words,
            note: note?.uz ? note : null,
          });
        }}
        onSaved={() => void store.refresh()}
      />
      <FieldDrawer
        before={field ? earlier(sections, field) : []}
        taken={all.map(({ key }) => key)}
        facts={facts}
        sources={sources}
        field={field && (open?.fields[field.at] ?? null)}
        onClose={() => setField(undefined)}
        save={async (next) => {
          if (!field || !open) return;
          const fields = [...open.fields];
          fields[field.at] = next;
          try {
            await store.put(open, fields);
          } catch (error) {
            throw faultsWithin(error, earlier(sections, field).length);
          }
          await store.refresh();
        }}
      />
    </>
  );
}

/** The whole form is looked at, but the drawer knows one question: its faults are named as it names its fields. */
function faultsWithin(error: unknown, at: number): unknown {
  const { data } = error as { data?: { fields?: { path: string }[] } };
  for (const fault of data?.fields ?? [])
    if (fault.path.startsWith(`fields.${at}.`)) fault.path = fault.path.slice(`fields.${at}.`.length);
  return error;
}

/** The fields that stand before this one: a condition can hang on these alone. */
const earlier = (sections: readonly BuiltSection[], field: { section: number; at: number }): FormField[] => {
  const place = sections.findIndex(({ id }) => id === field.section);
  return sections.flatMap((one, here) =>
    here > place ? [] : one.fields.slice(0, here === place ? field.at : undefined),
  );
};

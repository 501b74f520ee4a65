import { Alert, Button, Grid, Group, List, Modal, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { type FileRecord, type Locale, locales } from '#platform/contract/index.ts';
import { silent, useLocale, useMessages, useTitle } from '#platform/web/index.ts';
import {
  AsyncSelect,
  confirm,
  notify,
  PageHeader,
  PdfView,
  plainValue,
  Section,
  StatusBadge,
  tellError,
} from '#platform/web/kit/index.ts';
import { type Layout, lacking } from '../../shapes.ts';
import { api, loadStudents, refresh, type Template } from '../api.ts';
import { changed, freeId, fresh, onPage, placingOf, redone, undone, withElement, within } from '../placing.ts';
import { colorOf } from '../state.ts';
import { Properties } from './properties.tsx';
import { PageSettings, Tools } from './settings.tsx';
import { Stage } from './stage.tsx';
import { useDrawn } from './use-drawn.ts';

/**
 * Where somebody who is no programmer makes a certificate: things are put on the page and moved by mouse or keys, and what
 * is seen is the paper itself, drawn by what will issue it, with the data of a student who is chosen.
 */
export function Designer({ template }: { template: Template }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const [placing, setPlacing] = useState(() => placingOf({ page: template.page, elements: template.elements }));
  const [head, setHead] = useState({ title: template.title, languages: template.languages });
  const [selected, setSelected] = useState<string | null>(null);
  const [language, setLanguage] = useState<Locale>(locale);
  const [student, setStudent] = useState<number | null>(null);
  const [files, setFiles] = useState<FileRecord[]>(template.files);
  const [saved, setSaved] = useState({ layout: placing.now, head, version: template.version });
  const [busy, setBusy] = useState(false);
  const [whole, setWhole] = useState<string>();
  const fields = useQuery(api.template.fields.queryOptions(silent)).data ?? [];
  const { now } = placing;
  const readOnly = template.can?.edit !== true;
  const unsaved = !readOnly && (saved.layout !== now || saved.head !== head);
  const name = plainValue(head.title, locale);
  useTitle(name);
  const { drawn, fault } = useDrawn(now, head.title, language, student);
  const one = now.elements.find(({ id }) => id === selected);
  const lacks = lacking(now.elements)
    .map((lack) => ({ ...lack, lacks: lack.lacks.filter((each) => head.languages.includes(each)) }))
    .filter((lack) => lack.lacks.length > 0);

  const set = (layout: Layout) => setPlacing((state) => changed(state, layout));
  const save = async (more: { status?: 'LIVE' | 'ARCHIVED' } = {}) => {
    setBusy(true);
    try {
      const kept = await api.template.save.call(
        { id: template.id, version: saved.version, ...(readOnly ? {} : { ...head, ...now }), ...more },
        silent,
      );
      setSaved({ layout: now, head, version: kept.version });
      await refresh();
      notify.success(t(more.status ? `certificates.turned.${more.status}` : 'certificates.saved'));
    } catch (error) {
      await tellError(error);
    } finally {
      setBusy(false);
    }
  };
  const turn = async (status: 'LIVE' | 'ARCHIVED') => {
    const sure = await confirm({
      title: t(`certificates.turn.${status}`),
      name,
      text: t(`certificates.turn_about.${status}`),
      yes: t(`certificates.turn.${status}`),
      danger: status === 'ARCHIVED',
    });
    if (sure) await save({ status });
  };
  const revise = async () => {
    try {
      const next = await api.template.save.call({ id: template.id, version: saved.version, revise: true }, silent);
      await refresh();
      await navigate({ to: `/certificate-templates/${next.id}` });
    } catch (error) {
      notify.error(error);
    }
  };
  const remove = (id: string) => {
    set({ ...now, elements: now.elements.filter((each) => each.id !== id) });
    setSelected(null);
  };
  const copy = (id: string) => {
    const of = now.elements.find((each) => each.id === id);
    if (!of) return;
    const made = { ...of, id: freeId(now.elements), ...within({ ...of, x: of.x + 5, y: of.y + 5 }, now.page) };
    set({ ...now, elements: [...now.elements, made] });
    setSelected(made.id);
  };
  const front = (id: string) =>
    set({
      ...now,
      elements: [...now.elements.filter((each) => each.id !== id), ...now.elements.filter((each) => each.id === id)],
    });
  const keys = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (readOnly || typing) return;
    const key = event.key.toLowerCase();
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && key === 'z') setPlacing(event.shiftKey ? redone : undone);
    else if (ctrl && key === 'y') setPlacing(redone);
    else if (ctrl && key === 'd' && selected) copy(selected);
    else if ((key === 'delete' || key === 'backspace') && selected) remove(selected);
    else if (key === 'escape') setSelected(null);
    else return;
    event.preventDefault();
  };
  const seeWhole = () => {
    if (drawn) setWhole(URL.createObjectURL(drawn));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on what has the focus inside
    <div onKeyDown={keys}>
      <Stack>
        <PageHeader
          back="/certificate-templates"
          title={name}
          badge={
            <StatusBadge
              status={template.status}
              color={colorOf(template.status)}
              label={t(`certificates.template_state.${template.status}`)}
            />
          }
          description={`${t('certificates.field.revision')} ${template.revision} · ${t('certificates.made', { count: template.issued })}`}
          actions={
            <>
              <Button
                variant="default"
                leftSection={<IconEye size={16} aria-hidden />}
                disabled={!drawn}
                onClick={seeWhole}
              >
                {t('certificates.see')}
              </Button>
              {template.can?.archive && (
                <Button variant="default" color="red" onClick={() => void turn('ARCHIVED')}>
                  {t('certificates.turn.ARCHIVED')}
                </Button>
              )}
              {template.can?.revise && <Button onClick={() => void revise()}>{t('certificates.revise')}</Button>}
              {!readOnly && (
                <Button
                  variant={unsaved ? 'filled' : 'default'}
                  loading={busy}
                  disabled={!unsaved}
                  onClick={() => void save()}
                >
                  {t('certificates.save')}
                </Button>
              )}
              {template.can?.publish && (
                <Button variant="light" disabled={busy} onClick={() => void turn('LIVE')}>
                  {t('certificates.turn.LIVE')}
                </Button>
              )}
            </>
          }
        />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <Stack gap="sm">
              <Group justify="space-between" gap="xs">
                {readOnly ? (
                  <Text size="sm" c="dimmed">
                    {t('certificates.read_only')}
                  </Text>
                ) : (
                  <Tools
                    placing={placing}
                    chosen={one !== undefined}
                    onPut={(kind) => {
                      const made = fresh(kind, now);
                      set({ ...now, elements: [...now.elements, made] });
                      setSelected(made.id);
                    }}
                    onStep={(step) => setPlacing(step)}
                    onCopy={() => one && copy(one.id)}
                    onFront={() => one && front(one.id)}
                    onRemove={() => one && remove(one.id)}
                  />
                )}
                <SegmentedControl
                  size="xs"
                  aria-label={t('certificates.field.language')}
                  data={locales.map((id) => ({ value: id, label: id.toUpperCase() }))}
                  value={language}
                  onChange={(next) => setLanguage(locales.find((each) => each === next) ?? 'uz')}
                />
              </Group>
              <Stage
                layout={now}
                drawn={drawn}
                selected={selected}
                onSelect={setSelected}
                onPlace={readOnly ? undefined : (id, box) => set(withElement(now, id, (each) => ({ ...each, ...box })))}
                lacks={new Set(lacks.map(({ id }) => id))}
              />
              {fault && (
                <Alert color="red" role="alert">
                  {fault}
                </Alert>
              )}
              {!readOnly && (
                <Text size="xs" c="dimmed">
                  {t('certificates.keys')}
                </Text>
              )}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Stack gap="sm">
              <Paper className="surface" p="md">
                {one ? (
                  <Properties
                    key={one.id}
                    element={one}
                    page={now.page}
                    fields={fields}
                    files={files}
                    readOnly={readOnly}
                    onChange={(element) => set(withElement(now, element.id, () => element))}
                    onFile={(file) => setFiles((before) => [...before, file])}
                  />
                ) : (
                  <PageSettings
                    head={head}
                    layout={now}
                    readOnly={readOnly}
                    onHead={setHead}
                    onPage={(page) => set(onPage(now, page))}
                  />
                )}
              </Paper>
              <Section title={t('certificates.with')} description={t('certificates.with_about')}>
                <AsyncSelect
                  label={t('certificates.field.student_id')}
                  load={loadStudents}
                  value={student}
                  onChange={(next) => setStudent(next === null ? null : Number(next))}
                />
              </Section>
              {lacks.length > 0 && (
                <Alert color="orange" title={t('certificates.lacking', { count: lacks.length })}>
                  <List size="sm">
                    {lacks.map(({ id, lacks: missing }) => (
                      <List.Item key={id}>
                        <Button size="compact-xs" variant="subtle" onClick={() => setSelected(id)}>
                          {t('certificates.text')} {id}
                        </Button>
                        {missing.map((each) => each.toUpperCase()).join(', ')}
                      </List.Item>
                    ))}
                  </List>
                </Alert>
              )}
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
      <Modal
        opened={whole !== undefined}
        onClose={() => {
          if (whole) URL.revokeObjectURL(whole);
          setWhole(undefined);
        }}
        size={1000}
        title={t('certificates.see')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {whole && <PdfView src={whole} name={`${name}.pdf`} />}
      </Modal>
    </div>
  );
}

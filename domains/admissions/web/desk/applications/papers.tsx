import { Alert, Button, Checkbox, Group, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCheck, IconFile, IconFileOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { silent, useLocale, useMessages } from '#platform/web/index.ts';
import {
  Empty,
  notify,
  PdfView,
  plainValue,
  ReasonDialog,
  Section,
  StatusBadge,
  tellError,
} from '#platform/web/kit/index.ts';
import { type Application, apiOf, refresh } from '../../api.ts';
import { partsOf } from '../../shown.tsx';
import classes from './record.module.css';
import type { Review } from './use-review.ts';

interface Paper {
  type: string;
  title: string;
  required: boolean;
  brought: Application['documents'][number] | undefined;
}

/** The papers beside the answers: one is open, A accepts it and goes on to the next, D declines it. */
export function Papers({ application, review }: { application: Application; review: Review }) {
  const t = useMessages();
  const { locale } = useLocale();
  const papers = papersOf(application, locale);
  const first = papers.find(({ brought }) => brought?.status === 'PENDING') ?? papers.find(({ brought }) => brought);
  const [chosen, setChosen] = useState(first?.type);
  const [declining, setDeclining] = useState(false);
  const open = papers.find(({ type }) => type === chosen);
  const may = application.can?.check === true && review.open && open?.brought !== undefined;

  const judge = async (status: 'ACCEPTED' | 'DECLINED', note?: string) => {
    if (!open?.brought) return;
    await apiOf(application.flavour).application.document.call(
      { application_id: application.id, type: open.type, status, ...(note ? { note } : {}) },
      silent,
    );
    if (status === 'DECLINED') review.flag(`documents.${open.type}`, note);
    await refresh();
    const next = papers.find(({ type, brought }) => type !== open.type && brought?.status === 'PENDING');
    if (next) setChosen(next.type);
    else notify.success();
  };
  const accept = () => void judge('ACCEPTED').catch(tellError);
  const original = async (value: boolean) => {
    if (!open?.brought) return;
    await apiOf(application.flavour)
      .application.document.call(
        {
          application_id: application.id,
          type: open.type,
          status: open.brought.status,
          note: open.brought.note,
          original: value,
        },
        silent,
      )
      .then(refresh)
      .catch(tellError);
  };
  useHotkeys(
    may
      ? [
          ['A', accept, { usePhysicalKeys: true }],
          ['D', () => setDeclining(true), { usePhysicalKeys: true }],
        ]
      : [],
  );
  if (papers.length === 0)
    return (
      <Section title={t('admissions.record.papers')}>
        <Text size="sm" c="dimmed">
          {t('admissions.record.no_papers')}
        </Text>
      </Section>
    );
  return (
    <Section title={t('admissions.record.papers')}>
      <Stack gap="sm">
        <ul className={classes.papers}>
          {papers.map((paper) => (
            <li key={paper.type}>
              <UnstyledButton
                className={classes.paper}
                data-open={paper.type === chosen || undefined}
                aria-pressed={paper.type === chosen}
                onClick={() => setChosen(paper.type)}
              >
                {paper.brought ? <IconFile size={16} aria-hidden /> : <IconFileOff size={16} aria-hidden />}
                <span className={classes.paperName}>
                  {paper.title}
                  {paper.required && <span aria-hidden> *</span>}
                </span>
                {paper.brought ? (
                  <StatusBadge status={paper.brought.status} label={t(`admissions.document.${paper.brought.status}`)} />
                ) : (
                  <StatusBadge
                    status="MISSING"
                    color={paper.required ? 'red' : 'gray'}
                    label={t('admissions.document.MISSING')}
                  />
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {open && (
          <>
            {may && (
              <Group gap="xs">
                <Button
                  size="xs"
                  leftSection={<IconCheck size={14} aria-hidden />}
                  aria-keyshortcuts="A"
                  disabled={open.brought?.status === 'ACCEPTED'}
                  onClick={accept}
                >
                  {t('admissions.document.accept')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconX size={14} aria-hidden />}
                  aria-keyshortcuts="D"
                  onClick={() => setDeclining(true)}
                >
                  {t('admissions.document.decline')}
                </Button>
                <Checkbox
                  size="xs"
                  label={t('admissions.document.original')}
                  checked={open.brought?.original ?? false}
                  onChange={(event) => void original(event.currentTarget.checked)}
                />
              </Group>
            )}
            {open.brought?.note && (
              <Alert color="orange" p="xs">
                {open.brought.note}
              </Alert>
            )}
            <ShownPaper paper={open} />
          </>
        )}
      </Stack>
      <ReasonDialog
        opened={declining}
        onClose={() => setDeclining(false)}
        title={t('admissions.document.decline_title', { paper: open?.title ?? '' })}
        label={t('admissions.document.why')}
        confirmLabel={t('admissions.document.decline')}
        onConfirm={(note) => judge('DECLINED', note)}
      />
    </Section>
  );
}

function ShownPaper({ paper }: { paper: Paper }) {
  const t = useMessages();
  const file = paper.brought?.file;
  if (!paper.brought) return <Empty title={t('admissions.document.not_brought')} />;
  if (!file) return <Empty title={t('admissions.document.gone')} />;
  if (file.type === 'application/pdf')
    return <PdfView src={file.original_url} name={file.original_name} height="60vh" />;
  if (file.type.startsWith('image/'))
    return (
      <a href={file.original_url} target="_blank" rel="noreferrer">
        <Image src={file.original_url} alt={paper.title} radius="sm" mah="70vh" fit="contain" />
      </a>
    );
  return (
    <a href={file.original_url} target="_blank" rel="noreferrer">
      {file.original_name}
    </a>
  );
}

/** What the form asks for, and whatever else was brought. */
const papersOf = (application: Application, locale: string): Paper[] =>
  partsOf(application).flatMap((part) =>
    part.of === 'papers'
      ? part.items.map(({ type, title, required }) => ({
          type,
          title: title ? plainValue(title, locale) : type,
          required,
          brought: application.documents.find((one) => one.type === type),
        }))
      : [],
  );

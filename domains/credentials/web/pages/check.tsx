import { Alert, Box, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconFileSearch, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  download,
  keepForOffline,
  later,
  messageOf,
  PlainPage,
  refusalOf,
  silent,
  useMessages,
} from '#platform/web/index.ts';
import type { Checked } from '../../shapes.ts';
import { api } from '../api.ts';
import { DocumentView } from '../components/document-view.tsx';
import { SeenPanel, VerdictPanel } from '../components/verdict.tsx';
import {
  type Examined,
  examine,
  examinePaper,
  examiner,
  examineSeen,
  readPaper,
  readSaved,
  rememberedKeys,
  rememberKeys,
} from '../examine.ts';
import { sha256 } from '../verify.ts';

/** Apart from the page, which most people leave without it. */
const Dropzone = later(async () => (await import('#platform/web/kit/controls/dropzone.tsx')).Dropzone);

interface Shown {
  /** What can be saved again; a paper alone has no statement of us. */
  saved: Checked | null;
  found: Examined;
  /** From a file, not asked just now. */
  offline: boolean;
}

/**
 * Whether a document is genuine, for whoever holds it: by its code, or by a file that was saved here before. The
 * signatures are checked in this browser; once the page is open it needs nobody.
 */
export default function Check() {
  const t = useMessages();
  const navigate = useNavigate();
  const { code } = useParams({ strict: false }) as { code?: string };
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<Shown>();
  const [seen, setSeen] = useState<Awaited<ReturnType<typeof examineSeen>>>(null);
  const [said, setSaid] = useState<{ tone: 'teal' | 'red' | 'yellow'; text: string }>();
  const asked = useQuery({
    ...api.check.read.queryOptions({ input: { code: code ?? '' }, ...silent }),
    enabled: Boolean(code),
    // Its paper is drawn within seconds of its issue.
    retry: (times, error) => times < 20 && refusalOf(error)?.code === 'DOCUMENT_BEING_MADE',
    retryDelay: 3000,
    staleTime: 0,
  });
  const { data: keys } = useQuery({ ...api.check.keys.queryOptions({ ...silent }), retry: false });

  useEffect(() => {
    if (keys) rememberKeys(keys);
  }, [keys]);
  // Whoever checks once may check again where there is no network; what that takes comes after what is looked at.
  useEffect(() => {
    const timer = setTimeout(() => {
      void keepForOffline();
      void examiner().catch(() => undefined);
    }, 2000);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    let gone = false;
    const look = () =>
      void examineSeen(window.location.hash, keys ?? rememberedKeys()).then((found) => {
        if (!gone) setSeen(found);
      });
    look();
    window.addEventListener('hashchange', look);
    return () => {
      gone = true;
      window.removeEventListener('hashchange', look);
    };
  }, [keys]);
  useEffect(() => {
    if (!asked.data) return;
    let gone = false;
    const answer = asked.data;
    void examine(answer, answer.keys).then(
      (found) => {
        if (!gone) setShown({ saved: answer, found, offline: false });
      },
      () => {
        if (!gone) setSaid({ tone: 'red', text: t('credentials.away') });
      },
    );
    return () => {
      gone = true;
    };
  }, [asked.data, t]);

  const look = async (files: File[]) => {
    setSaid(undefined);
    for (const file of files) {
      if (/\.pdf$/i.test(file.name)) {
        const { content, proof } = await readPaper(file);
        let wanted = shown?.found.body?.file_sha256;
        if (!wanted && proof) {
          // The paper brings along what was signed: it need not be asked for.
          const found = await examinePaper(proof, keys ?? rememberedKeys());
          setShown({ saved: null, found, offline: true });
          wanted = found.body?.file_sha256;
          if (!wanted) continue;
        }
        if (!wanted) setSaid({ tone: 'yellow', text: t('credentials.drop.first') });
        else
          setSaid(
            (await sha256(content)) === wanted
              ? { tone: 'teal', text: t('credentials.drop.same', { name: file.name }) }
              : { tone: 'red', text: t('credentials.drop.other', { name: file.name }) },
          );
        continue;
      }
      const saved = await readSaved(file);
      if (!saved) setSaid({ tone: 'red', text: t('credentials.drop.unreadable', { name: file.name }) });
      else setShown({ saved, found: await examine(saved, keys ?? rememberedKeys()), offline: true });
    }
  };
  const save = () => {
    if (!shown?.saved) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(shown.saved)], { type: 'application/json' }));
    link.download = `${shown.found.body?.number ?? 'document'}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const missing = code && refusalOf(asked.error)?.status === 404;

  return (
    <PlainPage title={t('credentials.check.title')} about={t('credentials.check.about')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSaid(undefined);
          setShown(undefined);
          if (typed.trim()) void navigate({ to: `/check/${encodeURIComponent(typed.trim())}` });
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            miw={200}
            label={t('credentials.check.code')}
            placeholder="7K3F-9QXM-2VTA"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />} disabled={!typed.trim()}>
            {t('credentials.check.do')}
          </Button>
        </Group>
      </form>
      {missing && !shown && (
        <Alert color="red" title={t('credentials.missing')} role="status">
          {t('credentials.missing.text')}
        </Alert>
      )}
      {seen && !shown && <SeenPanel found={seen} />}
      {asked.error && !missing && !shown && (
        <Alert color="yellow" title={t('credentials.away')} role="status">
          {messageOf(asked.error)}
        </Alert>
      )}
      {shown && (
        <>
          <VerdictPanel found={shown.found} offline={shown.offline} />
          {said && (
            <Alert color={said.tone} role="status">
              {said.text}
            </Alert>
          )}
          {shown.found.body && (
            <Paper className="surface" p="md">
              <DocumentView body={shown.found.body} />
            </Paper>
          )}
        </>
      )}
      {said && !shown && (
        <Alert color={said.tone} role="status">
          {said.text}
        </Alert>
      )}
      <Paper className="surface" p="md">
        <Stack gap="sm">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <IconFileSearch size={20} stroke={1.7} style={{ flexShrink: 0 }} aria-hidden />
            <div>
              <Text fw={500} size="sm">
                {t('credentials.offline.title')}
              </Text>
              <Text size="sm" c="dimmed">
                {t('credentials.offline.about')}
              </Text>
            </div>
          </Group>
          <Box mih={136}>
            <Dropzone
              extensions={['json', 'pdf']}
              onDrop={(files) => void look(files).catch(() => setSaid({ tone: 'red', text: t('credentials.away') }))}
            />
          </Box>
          <Group gap="xs">
            {shown?.saved && shown.found.body && (
              <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
                {t('credentials.offline.save')}
              </Button>
            )}
            {shown && !shown.offline && shown.found.body?.kind === 'CERTIFICATE' && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() =>
                  void download(`/issued-document/check/${shown.found.body?.code}/credential`).catch(() => undefined)
                }
              >
                {t('credentials.twin')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void download('/issued-document/checker', 'edulab-check.html').catch(() => undefined)}
            >
              {t('credentials.offline.page')}
            </Button>
          </Group>
          {keys && keys.length > 0 && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t('credentials.keys', { keys: keys.map(({ id }) => id).join(', ') })}
            </Text>
          )}
        </Stack>
      </Paper>
    </PlainPage>
  );
}

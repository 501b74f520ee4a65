import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Modal,
  Paper,
  Radio,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconFileTypePdf, IconMessagePlus, IconTrash } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, openPaper, silent, usePaperReader, useTitle } from '#platform/web/index.ts';
import { DateTimeText, fullName, Neighbours, notify, ReasonDialog, Section, Sides } from '#platform/web/kit/index.ts';
import { type EntryPart, entryParts } from '../../shapes-cv.ts';
import { type Verdict, verdicts } from '../../workflow.ts';
import { api, type Cv, cvList, refreshCv, useFields } from '../api.ts';
import { CvBadge } from '../shown.tsx';
import { CvView, type Place } from './cv-view.tsx';
import { Versions } from './versions.tsx';

interface Said {
  place: Place;
  entry: string | null;
  text: string;
}

const parts = Object.keys(entryParts) as EntryPart[];

/** A CV that was handed in: its page with a place for remarks at every line, and what is to become of it. */
export function Review({ cv }: { cv: Cv }) {
  const { t } = useFields();
  useTitle(fullName(cv.student));
  usePaperReader();
  const router = useRouter();
  const [said, setSaid] = useState<Said[]>([]);
  const [at, setAt] = useState<Omit<Said, 'text'>>();
  const [text, setText] = useState('');
  const [verdict, setVerdict] = useState<Verdict>('APPROVED');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [taking, setTaking] = useState(false);
  const reviews = cv.can?.review === true;
  const withdraws = !reviews && cv.next.includes('CHANGES_REQUIRED');
  const before = cv.remarks ?? [];

  const send = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await api.cv.review.call(
        { id: cv.id, version: cv.version, status: verdict, ...(note ? { reason: note } : {}), remarks: said },
        silent,
      );
      notify.success(t('careers.review.done'));
      const next = await cvList.neighbour(cv.id, 1);
      await refreshCv();
      if (next !== undefined) await router.navigate({ to: `/cv/create/${next}`, replace: true });
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const entryName = ({ place, entry }: Omit<Said, 'text'>) => {
    const part = parts.find((one) => one === place);
    const found = part && [...cv[part]].find((one) => one.ref === entry);
    const named =
      found &&
      ('title' in found
        ? found.title
        : 'name' in found
          ? found.name
          : 'position' in found
            ? found.position
            : found.language);
    return [t(`careers.place.${place}`), named].filter(Boolean).join(': ');
  };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Anchor component={Link} to="/cv" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('careers.cvs.title')}
          </Group>
        </Anchor>
        <Neighbours id={cv.id} of={cvList} href={(id) => `/cv/create/${id}`} />
      </Group>
      <Paper withBorder p="md" component="header">
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={1} size="h3">
                {fullName(cv.student)}
              </Title>
              <CvBadge state={cv.status} />
            </Group>
            <Text size="sm">{[cv.student.student_no, cv.student.course].filter(Boolean).join(' · ')}</Text>
            {cv.submitted_at && (
              <Text size="sm" c="dimmed">
                {t('careers.review.submitted')} <DateTimeText value={cv.submitted_at} />
              </Text>
            )}
          </Stack>
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
              onClick={() => void openPaper(`/cv/file/${cv.id}`, `${fullName(cv.student)}.pdf`)}
            >
              PDF
            </Button>
            {withdraws && (
              <Button variant="default" color="red" onClick={() => setTaking(true)}>
                {t('careers.review.withdraw')}
              </Button>
            )}
          </Group>
        </Group>
        {cv.outdated && (
          <Alert mt="sm" p="xs" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('careers.review.outdated')}
          </Alert>
        )}
      </Paper>
      <Sides
        beside={
          <Stack gap="md">
            {reviews && (
              <Section title={t('careers.review.title')} description={t('careers.review.about')}>
                <Stack gap="sm">
                  {said.map((one, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: remarks have no name before they are sent
                    <Paper key={index} withBorder p="xs">
                      <Group justify="space-between" wrap="nowrap" align="flex-start">
                        <div style={{ minWidth: 0 }}>
                          <Text size="xs" c="dimmed">
                            {entryName(one)}
                          </Text>
                          <Text size="sm">{one.text}</Text>
                        </div>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('careers.entry.remove')}
                          onClick={() => setSaid(said.filter((_, nth) => nth !== index))}
                        >
                          <IconTrash size={14} aria-hidden />
                        </ActionIcon>
                      </Group>
                    </Paper>
                  ))}
                  <Radio.Group
                    label={t('careers.review.verdict')}
                    value={verdict}
                    onChange={(next) => setVerdict(verdicts.find((one) => one === next) ?? 'APPROVED')}
                  >
                    <Stack gap={6} mt={4}>
                      {verdicts.map((one) => (
                        <Radio
                          key={one}
                          value={one}
                          label={t(`careers.verdict.${one}`)}
                          description={t(`careers.verdict_about.${one}`)}
                        />
                      ))}
                    </Stack>
                  </Radio.Group>
                  <Textarea
                    label={t('careers.cv.note')}
                    autosize
                    minRows={2}
                    maxLength={2000}
                    value={note}
                    onChange={(event) => setNote(event.currentTarget.value)}
                  />
                  {problem && (
                    <Text size="sm" c="red" role="alert">
                      {problem}
                    </Text>
                  )}
                  <Button loading={busy} onClick={() => void send()}>
                    {t('careers.review.send')}
                  </Button>
                </Stack>
              </Section>
            )}
            {!reviews && before.length > 0 && (
              <Section title={t('careers.review.remarks')}>
                <Stack gap="xs">
                  {before.map((one) => (
                    <Checkbox
                      key={one.id}
                      checked={one.done}
                      readOnly
                      label={`${entryName(one)} – ${one.text}`}
                      onChange={() => undefined}
                    />
                  ))}
                </Stack>
              </Section>
            )}
            <Versions cv={cv} />
          </Stack>
        }
      >
        <CvView
          name={fullName(cv.student)}
          language={cv.language}
          layout={cv.layout}
          photo={cv.photo?.src ?? null}
          content={cv}
          facts={cv.facts ?? []}
          aside={(place, entry) =>
            reviews && (
              <ActionIcon
                variant="subtle"
                size="sm"
                // The page under it is white in every skin.
                style={{ color: cv.layout === 'MODERN' ? '#d9763a' : '#a34b12' }}
                aria-label={t('careers.review.remark_on', { line: entryName({ place, entry }) })}
                onClick={() => {
                  setText('');
                  setAt({ place, entry });
                }}
              >
                <IconMessagePlus size={15} aria-hidden />
              </ActionIcon>
            )
          }
        />
      </Sides>
      <Modal
        opened={at !== undefined}
        onClose={() => setAt(undefined)}
        title={at ? entryName(at) : ''}
        centered
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!at || !text.trim()) return;
            setSaid([...said, { ...at, text: text.trim() }]);
            if (verdict === 'APPROVED') setVerdict('CHANGES_SUGGESTED');
            setAt(undefined);
          }}
        >
          <Stack gap="sm">
            <Textarea
              label={t('careers.review.remark')}
              data-autofocus
              autosize
              minRows={3}
              maxLength={1000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={!text.trim()}>
                {t('careers.review.add')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <ReasonDialog
        opened={taking}
        onClose={() => setTaking(false)}
        title={t('careers.review.withdraw')}
        text={t('careers.review.withdraw_about', { name: fullName(cv.student) })}
        danger
        onConfirm={async (reason) => {
          await api.cv.change_status.call(
            { id: cv.id, version: cv.version, status: 'CHANGES_REQUIRED', reason },
            silent,
          );
          await refreshCv();
        }}
      />
    </Stack>
  );
}

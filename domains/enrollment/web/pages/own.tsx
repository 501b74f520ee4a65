import { Anchor, Button, Container, Group, Modal, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  afterSignIn,
  codeId,
  LanguageChoice,
  messageOf,
  PageSpinner,
  SkinToggle,
  session,
  silent,
  useMessages,
  useSession,
} from '#platform/web/index.ts';
import { confirm, Empty, Facts, Section, tellError } from '#platform/web/kit/index.ts';
import { api, type Info } from '../api.ts';
import { OwnForm } from '../components/own-form.tsx';

/** The screen that stands before everything else for whoever is to enrol: look, complete, confirm, print, go on. */
export default function OwnEnrollment() {
  const t = useMessages();
  const { signOut } = useSession();
  const info = useQuery({
    ...api.own.info.queryOptions(silent),
    // Links to the paper live shortly.
    refetchInterval: 240_000,
  });
  const courses = useQuery(api.enrollment.courses.queryOptions(silent));
  const error = info.error ?? courses.error;
  return (
    <Container size={760} py="lg" px="md">
      <Group justify="space-between" mb="lg" wrap="nowrap">
        <Group gap="xs" wrap="nowrap">
          <img src="/mark.svg" alt="" width={30} height={30} />
          <Text fw={640}>ISFT</Text>
        </Group>
        <Group gap={4} wrap="nowrap">
          <LanguageChoice />
          <SkinToggle />
        </Group>
      </Group>
      <Title order={1} size="1.5rem" mb={4}>
        {t('enrollment.own.title')}
      </Title>
      <Text c="dimmed" mb="lg">
        {t('enrollment.own.about')}
      </Text>
      {error ? (
        <Empty
          title={t('enrollment.own.failed')}
          text={messageOf(error)}
          action={
            <Group>
              <Button
                onClick={() => {
                  void info.refetch();
                  void courses.refetch();
                }}
              >
                {t('common.retry')}
              </Button>
              <Button variant="default" onClick={() => void signOut()}>
                {t('enrollment.own.sign_out')}
              </Button>
            </Group>
          }
        />
      ) : info.data && courses.data ? (
        <Stack gap="md">
          <Known info={info.data} />
          <Section title={t('enrollment.own.contact')} description={t('enrollment.own.contact_about')}>
            <OwnForm info={info.data} courses={courses.data} onSent={() => info.refetch()} />
          </Section>
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            {t('enrollment.own.sign_out')}
          </Anchor>
          <Paper info={info.data} refetch={() => info.refetch()} />
        </Stack>
      ) : (
        <PageSpinner />
      )}
    </Container>
  );
}

/** What the institution knows already; it is changed by the registrar's office alone. */
function Known({ info }: { info: Info }) {
  const t = useMessages();
  const field = (name: string, value: string | null) => ({ label: t(codeId('enrollment.field', name)), value });
  return (
    <>
      <Section title={t('enrollment.own.personal')} description={t('enrollment.own.personal_about')}>
        <Facts
          columns={2}
          items={[
            field('firstname', info.firstname),
            field('lastname', info.lastname),
            field('midname', info.midname),
            field('passport_id', info.passport_id),
          ]}
        />
      </Section>
      {info.guards.map((guard) => (
        <Section
          key={`${guard.relationship} ${guard.firstname} ${guard.lastname}`}
          title={t(codeId('enrollment.relationship', guard.relationship))}
        >
          <Facts
            columns={2}
            items={[
              field('firstname', guard.firstname),
              field('lastname', guard.lastname),
              field('midname', guard.midname),
              field('contact_phone', shownPhone(guard.contact_phone)),
              field('home_phone', shownPhone(guard.home_phone)),
              field('current_address', guard.current_address),
              field('email', guard.email),
            ]}
          />
        </Section>
      ))}
    </>
  );
}

/** As the form writes phones. */
const shownPhone = (digits: string | null) =>
  digits?.replace(/^998(\d{2})(\d{3})(\d{2})(\d{2})$/, '+998($1) $2 $3 $4') ?? null;

/** The paper to print and fill in; the way on opens once it was fetched. */
function Paper({ info, refetch }: { info: Info; refetch: () => Promise<unknown> }) {
  const t = useMessages();
  const navigate = useNavigate();
  const [document] = info.info_documents;
  const fetched = info.status === 'DOCUMENT_DOWNLOADED';
  const downloaded = useMutation(
    api.own.downloaded.mutationOptions({ ...silent, onSuccess: refetch, onError: tellError }),
  );
  const complete = useMutation(
    api.own.complete.mutationOptions({
      ...silent,
      onSuccess: async ({ user_info: next }) => {
        await session.start({ user_info: next });
        await navigate({ href: afterSignIn(next), replace: true });
      },
      onError: tellError,
    }),
  );
  const again = useMutation(api.own.cancel.mutationOptions({ ...silent, onSuccess: refetch, onError: tellError }));
  return (
    <Modal
      opened={document !== undefined && (fetched || info.status === 'DETAILS_CONFIRMED')}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      title={t('kit.success')}
    >
      <Stack>
        <Text fw={600}>{t('enrollment.own.sent')}</Text>
        <Text size="sm">{document?.info_text}</Text>
        <Button
          component="a"
          href={document?.info_link}
          target="_blank"
          rel="noopener"
          download
          variant={fetched ? 'default' : 'filled'}
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={() => {
            if (!fetched && !downloaded.isPending) downloaded.mutate({});
          }}
        >
          {t('enrollment.own.download')}
        </Button>
        <Tooltip label={t('enrollment.own.download_first')} disabled={fetched} events={tooltipEvents}>
          {/* A disabled button tells nothing to a pointer or a keyboard: what is around it does. */}
          <span>
            <Button
              fullWidth
              disabled={!fetched}
              title={fetched ? undefined : t('enrollment.own.download_first')}
              loading={complete.isPending}
              onClick={() => complete.mutate({})}
            >
              {t('enrollment.own.proceed')}
            </Button>
          </span>
        </Tooltip>
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="center"
          onClick={async () => {
            if (await confirm({ name: t('enrollment.own.title'), text: t('enrollment.own.again_ask'), danger: false }))
              again.mutate({});
          }}
        >
          {t('enrollment.own.again')}
        </Anchor>
      </Stack>
    </Modal>
  );
}
const tooltipEvents = { hover: true, focus: true, touch: true };

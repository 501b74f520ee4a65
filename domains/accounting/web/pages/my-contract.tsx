import { Alert, Anchor, Button, Checkbox, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { DemoCodes } from '#domains/identity/web/index.ts';
import {
  Coming,
  LanguageChoice,
  messageOf,
  PageSpinner,
  SkinToggle,
  session,
  silent,
  useMessages,
  usePaperReader,
  useSession,
} from '#platform/web/index.ts';
import { CodeInput, CountdownButton, confirm, showDate, showDateTime } from '#platform/web/kit/index.ts';
import { api, type Opened, openFile, refresh } from '../api.ts';
import { FineRule } from '../components/fine.tsx';
import { foreignFacts, showFee } from '../components/foreign.tsx';
import { Paragraphs } from '../components/paragraphs.tsx';
import { Plan } from '../components/plan.tsx';
import { State } from '../components/status.tsx';

const waits = (status: string) => status === 'ISSUED' || status === 'OPENED';

/** The contract of whoever is signed in: read it on a phone, say yes with a code. Strangers see what study costs. */
export default function MyContract() {
  const t = useMessages();
  const { user } = useSession();
  const { pathname } = useLocation();
  const degree = pathname.startsWith('/master') ? 'master' : 'bachelor';
  const asked = useQuery({ ...api.agreement.open.queryOptions({ input: { degree }, ...silent }), retry: 1 });
  const data = asked.data;
  const contract = data?.contract;
  useEffect(() => {
    if (contract?.status === 'ISSUED')
      void api.agreement.opened.call({ id: contract.id }, silent).catch(() => undefined);
  }, [contract?.id, contract?.status]);
  return (
    <Container size={760} py="md" px="md" component="main">
      <Group justify="space-between" mb="md" wrap="nowrap">
        {user ? (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/" />}>
            {t('accounting.open.home')}
          </Anchor>
        ) : (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/login" search={{ redirect: pathname }} />}>
            {t('accounting.open.sign_in')}
          </Anchor>
        )}
        <Group gap="xs" wrap="nowrap">
          <LanguageChoice />
          <SkinToggle />
        </Group>
      </Group>
      <Title order={1} size="h2" mb={4}>
        {contract ? t('accounting.mine.contract', { number: contract.number }) : t(`accounting.open.title_${degree}`)}
      </Title>
      {asked.isPending && <PageSpinner />}
      {asked.isError && (
        <Alert color="red" icon={<IconInfoCircle size={18} />}>
          <Group justify="space-between">
            {messageOf(asked.error)}
            <Button size="xs" variant="default" onClick={() => void asked.refetch()}>
              {t('accounting.open.again')}
            </Button>
          </Group>
        </Alert>
      )}
      {data &&
        (contract ? (
          <Own data={data} contract={contract} onChanged={() => void asked.refetch()} />
        ) : (
          <Offers data={data} signed={user !== null} />
        ))}
    </Container>
  );
}

type Own = NonNullable<Opened['contract']>;

function Own({ data, contract, onChanged }: { data: Opened; contract: Own; onChanged: () => void }) {
  const t = useMessages();
  usePaperReader(contract.document_id !== null);
  const [error, setError] = useState<string>();
  const open = waits(contract.status);
  const pdf = async () => {
    try {
      await openFile(await api.contract.file.call({ id: contract.id }, silent));
    } catch (fault) {
      setError(messageOf(fault));
    }
  };
  return (
    <Stack gap="md">
      <Group gap="sm">
        <State value={contract.status} />
        <Text size="sm" c="dimmed">
          {[contract.course?.title, contract.education_form?.title, contract.academic_year?.title]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      <Paper className="surface" p="md">
        <Text size="xs" c="dimmed">
          {t('accounting.field.amount')}
        </Text>
        <Text fz={26} fw={640} className="tabular">
          {showFee(t, contract.amount, null)}
        </Text>
        {foreignFacts(t, contract.foreign).map(({ label, value }) => (
          <Text key={label} size="sm">
            {label}: {value}
          </Text>
        ))}
        <Text size="sm" c="dimmed" mb="sm">
          {t('accounting.open.minimum', { amount: showFee(t, contract.minimum_amount, null) })}
        </Text>
        <Plan parts={contract.plan} owed={!open} />
        <FineRule fine={contract.fine} />
      </Paper>
      {data.text.length > 0 && (
        <Paper className="surface" p="md" component="article">
          <Paragraphs parts={data.text} />
        </Paper>
      )}
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {open ? (
        <Accept data={data} contract={contract} onChanged={onChanged} />
      ) : (
        contract.accepted_at && (
          <Alert color="teal" icon={<IconCircleCheck size={18} />} title={t('accounting.open.accepted')}>
            <Text size="sm">{showDateTime(contract.accepted_at)}</Text>
            {contract.accepted_sha256 && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                SHA-256: {contract.accepted_sha256}
              </Text>
            )}
            {contract.document_id !== null && (
              <Button
                mt="sm"
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void pdf()}
              >
                {t('accounting.contract.pdf')}
              </Button>
            )}
          </Alert>
        )
      )}
    </Stack>
  );
}

function Accept({ data, contract, onChanged }: { data: Opened; contract: Own; onChanged: () => void }) {
  const t = useMessages();
  const navigate = useNavigate();
  const [read, setRead] = useState(false);
  const [sent, setSent] = useState(data.code_wait !== null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const guarded = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (fault) {
      setError(messageOf(fault));
    } finally {
      setBusy(false);
    }
  };
  const send = async () => {
    await api.agreement.code.call({ id: contract.id }, silent);
    setSent(true);
  };
  const accept = (typed: string) =>
    guarded(async () => {
      await api.agreement.accept.call(
        { id: contract.id, code: typed, sha256: data.sha256, language: data.language },
        silent,
      );
      await settle();
      onChanged();
    });
  /** The action that was required is done: the gate must know. */
  const settle = async () => {
    await refresh();
    await session.reload();
  };
  const decline = async () => {
    const sure = await confirm({
      title: t('accounting.open.decline'),
      name: t('accounting.mine.contract', { number: contract.number }),
      text: t('accounting.open.decline_text'),
      yes: t('accounting.open.decline'),
    });
    if (!sure) return;
    await guarded(async () => {
      await api.agreement.decline.call({ id: contract.id }, silent);
      await settle();
      await navigate({ to: '/home' });
    });
  };
  return (
    <Paper className="surface" p="md">
      <Stack gap="sm">
        {contract.accept_until && (
          <Text size="sm">{t('accounting.open.until', { day: showDate(contract.accept_until) })}</Text>
        )}
        <Checkbox
          checked={read}
          onChange={(event) => setRead(event.currentTarget.checked)}
          label={t('accounting.open.have_read')}
        />
        {data.phone === null ? (
          <Alert color="yellow">{t('accounting.open.no_phone')}</Alert>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t('accounting.open.code_about', { phone: `•••• ${data.phone}` })}
            </Text>
            {sent && (
              <Suspense fallback={<Coming />}>
                <DemoCodes />
              </Suspense>
            )}
            {sent ? (
              <CountdownButton started={(data.code_wait ?? 60) * 1000} onClick={() => void guarded(send)}>
                {t('accounting.open.code_again')}
              </CountdownButton>
            ) : (
              <Button fullWidth disabled={!read} loading={busy} onClick={() => void guarded(send)}>
                {t('accounting.open.code')}
              </Button>
            )}
          </>
        )}
        {sent && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void accept(code);
            }}
          >
            <Stack gap="sm">
              <CodeInput
                label={t('accounting.open.code_field')}
                value={code}
                onChange={setCode}
                onComplete={(typed) => void accept(typed)}
              />
              <Button type="submit" fullWidth loading={busy} disabled={code.length < 6 || !read}>
                {t('accounting.open.accept')}
              </Button>
            </Stack>
          </form>
        )}
        {error && (
          <Text c="red" size="sm" role="alert">
            {error}
          </Text>
        )}
        {contract.application_id !== null && contract.student_id === null && (
          <Button variant="subtle" color="red" onClick={() => void decline()}>
            {t('accounting.open.decline')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function Offers({ data, signed }: { data: Opened; signed: boolean }) {
  const t = useMessages();
  return (
    <Stack gap="md">
      <Text c="dimmed">{t(signed ? 'accounting.open.none' : 'accounting.open.about')}</Text>
      {data.agreements.length === 0 && <Text>{t('accounting.open.no_agreements')}</Text>}
      {data.agreements.map((one) => (
        <Paper key={one.id} className="surface" p="md" component="article">
          <Group justify="space-between" align="flex-start" gap="xs">
            <div>
              <Title order={2} size="h5">
                {one.course ?? one.title}
              </Title>
              <Text size="sm" c="dimmed">
                {[one.education_form, one.language && t(`accounting.language.${one.language}`), one.academic_year]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            <Text fw={640} className="tabular">
              {showFee(t, one.amount, one.currency)}
            </Text>
          </Group>
          <Text size="sm" mt={6} mb="xs" c="dimmed">
            {t('accounting.open.minimum', { amount: showFee(t, one.minimum_amount, one.currency) })}
          </Text>
          <Plan parts={one.instalments} owed={false} />
        </Paper>
      ))}
    </Stack>
  );
}

import { Alert, Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { IconFileSearch, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sha256, type Verdict, verify } from '#domains/credentials/web/index.ts';
import { messageOf, PlainPage, refusalOf, silent, titleIn, useLocale, useMessages } from '#platform/web/index.ts';
import { DateText, DateTimeText, Dropzone, Facts } from '#platform/web/kit/index.ts';
import { type CheckedSignatures, type SignatureBody, signatureBody } from '../../shapes.ts';
import { api } from '../api.ts';

interface Examined {
  verdict: Verdict;
  body: SignatureBody;
}

/** Each signature with what our key says of it: whoever serves this page need not be believed. */
async function examine({ signatures, keys }: CheckedSignatures): Promise<Examined[]> {
  const found = await Promise.all(
    signatures.map(async (one) => {
      const body = signatureBody.safeParse(JSON.parse(one.text));
      return body.success ? [{ verdict: await verify(one, keys), body: body.data }] : [];
    }),
  );
  return found.flat();
}

type Said = { tone: 'teal' | 'red' | 'yellow'; title: string; text?: string };

/** Who signed a file: by the code on it, or by the file itself, of which only the fingerprint is sent. */
export default function Check() {
  const t = useMessages();
  const navigate = useNavigate();
  const { code } = useParams({ strict: false }) as { code?: string };
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<Examined[]>([]);
  const [said, setSaid] = useState<Said>();
  const asked = useQuery({
    ...api.check.code.queryOptions({ input: { code: code ?? '' }, ...silent }),
    enabled: Boolean(code),
    retry: false,
    staleTime: 0,
  });
  useEffect(() => {
    if (!asked.data) return;
    let gone = false;
    void examine(asked.data).then((found) => {
      if (!gone) setShown(found);
    });
    return () => {
      gone = true;
    };
  }, [asked.data]);

  const look = async (files: File[]) => {
    const [file] = files;
    if (!file) return;
    setSaid(undefined);
    const hash = await sha256(new Uint8Array(await file.arrayBuffer()));
    if (code && shown.length) {
      const same = shown.every(({ body }) => body.file.sha256 === hash);
      setSaid({
        tone: same ? 'teal' : 'red',
        title: t(same ? 'signatures.check.same' : 'signatures.check.other', { name: file.name }),
      });
      return;
    }
    setShown([]);
    try {
      setShown(await examine(await api.check.file.call({ sha256: hash }, silent)));
      setSaid({ tone: 'teal', title: t('signatures.check.same', { name: file.name }) });
    } catch (error) {
      setSaid(
        refusalOf(error)?.status === 404
          ? { tone: 'red', title: t('signatures.check.none'), text: t('signatures.check.none_about') }
          : { tone: 'yellow', title: messageOf(error) },
      );
    }
  };
  const missing = code !== undefined && refusalOf(asked.error)?.status === 404;
  return (
    <PlainPage title={t('signatures.check.title')} about={t('signatures.check.about')}>
      <Paper className="surface" p="md">
        <Group gap="xs" wrap="nowrap" mb="sm">
          <IconFileSearch size={20} stroke={1.7} aria-hidden />
          <Text size="sm" fw={500}>
            {t(code && shown.length ? 'signatures.check.now_file' : 'signatures.check.file')}
          </Text>
        </Group>
        <Dropzone onDrop={(files) => void look(files)} />
      </Paper>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSaid(undefined);
          setShown([]);
          if (typed.trim()) void navigate({ to: `/signature/${encodeURIComponent(typed.trim())}` });
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            miw={200}
            label={t('signatures.check.code')}
            placeholder="7K3F-9QXM-2VTA"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />} disabled={!typed.trim()}>
            {t('signatures.check.do')}
          </Button>
        </Group>
      </form>
      {missing && shown.length === 0 && (
        <Alert color="red" title={t('signatures.check.no_code')} role="status">
          {code}
        </Alert>
      )}
      {asked.error && !missing && (
        <Alert color="yellow" role="status">
          {messageOf(asked.error)}
        </Alert>
      )}
      {said && (
        <Alert color={said.tone} title={said.title} role="status">
          {said.text}
        </Alert>
      )}
      {shown.map((one) => (
        <One key={one.body.code} found={one} />
      ))}
    </PlainPage>
  );
}

const tones: Record<Verdict, string> = { genuine: 'teal', altered: 'red', unknown_key: 'red', unsupported: 'yellow' };

function One({ found: { verdict, body } }: { found: Examined }) {
  const t = useMessages();
  const { locale } = useLocale();
  const { signer, certificate } = body;
  // What our key does not vouch for says nothing.
  const believed = verdict === 'genuine' || verdict === 'unsupported';
  return (
    <Paper className="surface" p="md">
      <Alert color={tones[verdict]} title={t(`signatures.check.${verdict}`)} mb={believed ? 'md' : 0} role="status">
        {body.code}
      </Alert>
      {believed && (
        <Facts
          items={[
            {
              label: t(`signatures.check.signer.${body.meaning}`),
              value: (
                <>
                  {signer.name}
                  {signer.position && `, ${titleIn(signer.position, locale)}`}
                  {signer.instead_of && (
                    <Text size="sm">{t('signatures.shown.instead', { name: signer.instead_of })}</Text>
                  )}
                </>
              ),
            },
            { label: t('signatures.check.house'), value: titleIn(body.institution, locale) },
            { label: t('signatures.check.at'), value: <DateTimeText value={body.signed_at} /> },
            { label: t('signatures.check.with'), value: t(`signatures.method.${body.method}`) },
            ...(certificate
              ? [
                  {
                    label: t('signatures.check.certificate'),
                    value: [certificate.serial, certificate.name, certificate.organisation].filter(Boolean).join(' · '),
                  },
                  { label: t('signatures.check.issuer'), value: certificate.issuer },
                  {
                    label: t('signatures.check.valid'),
                    value: (
                      <>
                        <DateText value={certificate.valid_from.slice(0, 10)} /> –{' '}
                        <DateText value={certificate.valid_to.slice(0, 10)} />
                      </>
                    ),
                  },
                ]
              : []),
            ...(body.timestamped_at
              ? [{ label: t('signatures.check.stamped'), value: <DateTimeText value={body.timestamped_at} /> }]
              : []),
            {
              label: t('signatures.check.hash'),
              value: (
                <Text size="xs" className="tabular" style={{ overflowWrap: 'anywhere' }}>
                  {body.file.sha256}
                </Text>
              ),
            },
          ]}
        />
      )}
    </Paper>
  );
}

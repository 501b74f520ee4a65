import { Button, CopyButton, Group, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Locale } from '#platform/contract/index.ts';
import { locales } from '#platform/contract/locales.ts';
import { localeNames, messageOf, silent } from '#platform/web/index.ts';
import { confirm, DateTimeText, Section, SmallTable, tellError } from '#platform/web/kit/index.ts';
import { api, type Offer, refreshOffers, useFields } from '../api.ts';

/** Links of employers: told once, ended whenever one likes. */
export function Links({ offer }: { offer: Offer }) {
  const { t } = useFields();
  const query = useQuery(api.job_offer.links.queryOptions({ input: { offer_id: offer.id }, ...silent }));
  const [making, setMaking] = useState(false);
  const [name, setName] = useState(offer.contact_name ?? offer.employer);
  const [days, setDays] = useState<number>(30);
  const [email, setEmail] = useState(offer.contact_email ?? '');
  const [language, setLanguage] = useState<Locale>('uz');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [made, setMade] = useState<string>();
  const make = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { token } = await api.job_offer.make_link.call(
        { offer_id: offer.id, name, days, ...(email.trim() ? { email: email.trim(), language } : {}) },
        silent,
      );
      setMade(`${window.location.origin}/employer/${token}`);
      await refreshOffers();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const revoke = async (id: number, of: string) => {
    if (
      !(await confirm({
        name: of,
        title: t('careers.link.revoke'),
        text: t('careers.link.revoke_about'),
        yes: t('careers.link.revoke'),
      }))
    )
      return;
    try {
      await api.job_offer.revoke_link.call({ id }, silent);
      await refreshOffers();
    } catch (error) {
      await tellError(error);
    }
  };
  const rows = query.data ?? [];
  return (
    <Section
      title={t('careers.link.title')}
      description={t('careers.link.about')}
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={offer.status === 'WITHDRAWN'}
          onClick={() => {
            setMade(undefined);
            setProblem(undefined);
            setMaking(true);
          }}
        >
          {t('careers.link.make')}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('careers.link.none')}
        </Text>
      ) : (
        <SmallTable
          rows={rows}
          rowKey={(row) => String(row.id)}
          minWidth={480}
          columns={[
            { key: 'name', title: t('careers.link.for'), names: true, render: (row) => row.name },
            {
              key: 'expires_at',
              title: t('careers.link.until'),
              render: (row) => (row.revoked_at ? t('careers.link.revoked') : <DateTimeText value={row.expires_at} />),
            },
            {
              key: 'opened',
              title: t('careers.link.opened'),
              figure: true,
              render: (row) => row.opened,
            },
            {
              key: 'revoke',
              title: '',
              render: (row) =>
                row.live && (
                  <Button size="compact-xs" variant="subtle" color="red" onClick={() => void revoke(row.id, row.name)}>
                    {t('careers.link.revoke')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <Modal
        opened={making}
        onClose={() => setMaking(false)}
        title={t('careers.link.make')}
        centered
        closeButtonProps={{ 'aria-label': t('kit.close') }}
      >
        {made ? (
          <Stack gap="sm">
            <Text size="sm">{t('careers.link.once')}</Text>
            <TextInput
              readOnly
              aria-label={t('careers.link.title')}
              value={made}
              onFocus={(event) => event.target.select()}
            />
            <Group justify="flex-end">
              <CopyButton value={made}>
                {({ copied, copy }) => (
                  <Button onClick={copy}>{t(copied ? 'careers.link.copied' : 'careers.link.copy')}</Button>
                )}
              </CopyButton>
            </Group>
          </Stack>
        ) : (
          <Stack gap="sm">
            <TextInput
              label={t('careers.link.for')}
              withAsterisk
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NumberInput
              label={t('careers.link.days')}
              min={1}
              max={90}
              allowDecimal={false}
              value={days}
              onChange={(value) => setDays(Number(value) || 30)}
            />
            <TextInput
              type="email"
              label={t('careers.link.email')}
              description={t('careers.link.email_about')}
              maxLength={200}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            {email.trim() && (
              <Select
                label={t('careers.link.language')}
                allowDeselect={false}
                data={locales.map((value) => ({ value, label: localeNames[value] }))}
                value={language}
                onChange={(value) => setLanguage(locales.find((one) => one === value) ?? 'uz')}
              />
            )}
            {problem && (
              <Text size="sm" c="red" role="alert">
                {problem}
              </Text>
            )}
            <Group justify="flex-end">
              <Button loading={busy} disabled={!name.trim()} onClick={() => void make()}>
                {t('careers.link.make')}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </Section>
  );
}

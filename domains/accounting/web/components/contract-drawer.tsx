import { Alert, Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RecordLife } from '#domains/identity/web/index.ts';
import {
  Coming,
  codeId,
  linkTo,
  messageOf,
  PageSpinner,
  silent,
  useAsOf,
  useMessages,
  usePaperReader,
} from '#platform/web/index.ts';
import { Facts, Neighbours, notify, Section, showDate, showDateTime, showMoney } from '#platform/web/kit/index.ts';
import { api, openFile } from '../api.ts';
import { contractListPlace } from '../list-place.ts';
import { ContractRail } from './contract-rail.tsx';
import { useFineRule } from './fine.tsx';
import { foreignFacts } from './foreign.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { Plan } from './plan.tsx';
import { State } from './status.tsx';

/** One contract whole: money, parts, acceptance, text. */
export function ContractDrawer({
  id,
  onClose,
  onOpen,
}: {
  id: number | undefined;
  onClose: () => void;
  /** another contract of the list */
  onOpen?: (id: number) => void;
}) {
  const t = useMessages();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('accounting.contract.one')}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {id !== undefined && (
        <Stack>
          {onOpen && (
            <Group justify="flex-end">
              <Neighbours key={id} id={id} of={contractListPlace} href={{ open: onOpen }} />
            </Group>
          )}
          <Whole id={id} />
        </Stack>
      )}
    </Drawer>
  );
}

function Whole({ id }: { id: number }) {
  const t = useMessages();
  const asked = useQuery(api.contract.get.queryOptions({ input: { id } }));
  // What it says was fixed when it was sent: the text and its file are of today, whatever day the contract is looked at.
  const past = useAsOf() !== undefined;
  const rule = useFineRule();
  const text = useQuery({ ...api.contract.text.queryOptions({ input: { id } }), enabled: !past });
  const one = asked.data;
  usePaperReader(one?.document_id != null);
  if (asked.isError) return <Alert color="red">{messageOf(asked.error)}</Alert>;
  if (!one) return <PageSpinner />;
  const bound = !['DRAFT', 'ISSUED', 'OPENED'].includes(one.status);
  return (
    <Stack>
      <Group justify="space-between">
        <Text fw={640} size="lg">
          {one.number}
        </Text>
        <State value={one.status} />
      </Group>
      <ContractRail contract={one} bound={bound} />
      <Suspense fallback={<Coming />}>
        <RecordLife table="contracts" id={one.id} />
      </Suspense>
      <Facts
        columns={2}
        items={[
          { label: t('accounting.field.payer_name'), value: one.payer_name },
          { label: t('accounting.field.course_id'), value: one.course?.title },
          { label: t('accounting.field.academic_year_id'), value: one.academic_year?.title },
          { label: t('accounting.field.type'), value: t(codeId('accounting.type', one.type)) },
          {
            label: t('accounting.field.supersedes_id'),
            value: one.supersedes && (
              <Anchor
                size="sm"
                renderRoot={(root) => <Link {...root} {...linkTo(`/accounting/contract?open=${one.supersedes?.id}`)} />}
              >
                {one.supersedes.title}
              </Anchor>
            ),
          },
          ...foreignFacts(t, one.foreign),
          ...(one.vat
            ? [
                {
                  label: t('accounting.vat.title'),
                  value: t('accounting.vat.of', { percent: one.vat.percent, sum: showMoney(one.vat.sum) }),
                },
              ]
            : []),
          {
            label: one.earns_from && t('accounting.contract.earned_until', { day: showDate(one.earns_from) }),
            value: one.earned_before === '0' ? null : showMoney(one.earned_before),
          },
          { label: t('accounting.field.fine'), value: showMoney(one.fine_amount) },
          { label: t('accounting.fine.grows'), value: rule(one.fine) },
          { label: t('accounting.field.accept_until'), value: one.accept_until && showDate(one.accept_until) },
          { label: t('accounting.field.accepted_at'), value: one.accepted_at && showDateTime(one.accepted_at) },
          { label: t('accounting.field.accepted_ip'), value: one.accepted_ip },
          { label: t('accounting.field.accepted_sha256'), value: one.accepted_sha256 },
        ].filter((row) => Boolean(row.value))}
      />
      {one.document_id !== null && !past && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            void api.contract.file
              .call({ id: one.id }, silent)
              .then(openFile)
              .catch((error: unknown) => notify.error(error))
          }
        >
          {t('accounting.contract.pdf')}
        </Button>
      )}
      <Section title={t('accounting.field.instalments')}>
        <Plan parts={one.plan} owed={bound} />
      </Section>
      {text.data && text.data.paragraphs.length > 0 && (
        <Section title={t('accounting.field.text')}>
          <Paragraphs parts={text.data.paragraphs} />
        </Section>
      )}
    </Stack>
  );
}

import { Alert, Anchor, List, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { download, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import { notify, showNumber } from '#platform/web/kit/index.ts';
import { api } from '../api.ts';

type Verification = Awaited<ReturnType<typeof api.ledger.verify.call>>;
type Fault = Verification['faults'][number];
/** More faults than this are counted, not listed: somebody has written a whole chain anew. */
const most = 100;

/** The chain of a module as a file that can be checked elsewhere. A failure is told by the download itself. */
export const exportChain = (course_module_id: number) =>
  download(`/assessment/ledger/export?course_module_id=${course_module_id}`).catch(() => undefined);

/** Verifies one module, or all of the institution, and shows the answer in a box. */
export function useVerify(): {
  verify: (module: number | undefined) => Promise<void>;
  busy: boolean;
  outcome: ReactNode;
} {
  const t = useMessages();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Verification>();
  const [shown, setShown] = useState(false);
  const verify = async (module: number | undefined) => {
    setBusy(true);
    try {
      const answer = await api.ledger.verify.call(module === undefined ? {} : { course_module_id: module }, silent);
      setFound(answer);
      setShown(true);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const outcome = (
    <Modal
      opened={shown}
      onClose={() => setShown(false)}
      title={t('assessment.ledger.outcome')}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {found && <Answer found={found} onLeave={() => setShown(false)} />}
    </Modal>
  );
  return { verify, busy, outcome };
}

function Answer({ found, onLeave }: { found: Verification; onLeave: () => void }) {
  const t = useMessages();
  const { locale } = useIntl();
  const number = (value: number) => showNumber(value, locale);
  const counts = {
    events: number(found.events),
    modules: number(found.modules),
    signatures: number(found.signatures),
    seconds: number(Math.max(0.1, Math.round(found.seconds * 10) / 10)),
  };
  const word = (key: NameIn<'assessment.ledger'>, values = {}) => t(`assessment.ledger.${key}`, values);
  const rest = found.faults.length - most;
  return (
    <Stack gap="sm">
      {found.faults.length === 0 ? (
        <Alert color="teal" icon={<IconShieldCheck size={18} aria-hidden />}>
          {word('whole', counts)}
        </Alert>
      ) : (
        <>
          <Alert
            color="red"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title={word('faults', { count: found.faults.length })}
          >
            {word('looked', counts)}
          </Alert>
          <List size="sm" spacing={6}>
            {found.faults.slice(0, most).map((fault, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an answer does not change, and two faults may name one row
              <List.Item key={at}>
                <Place fault={fault} onLeave={onLeave} />
                {' — '}
                {word(`fault.${fault.kind}`)}
              </List.Item>
            ))}
          </List>
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              {t('kit.grid.more', { count: rest })}
            </Text>
          )}
        </>
      )}
      {found.unsigned > 0 && (
        <Text size="sm" c="dimmed">
          {word('not_signed', { count: found.unsigned, number: number(found.unsigned) })}
        </Text>
      )}
    </Stack>
  );
}

/** The row that was touched, by the names that people know it by; it leads to the events of its module. */
function Place({ fault, onLeave }: { fault: Fault; onLeave: () => void }) {
  const t = useMessages();
  const { course_module, course_module_id, seq, until, student, mark_id } = fault;
  const module = course_module ? `${course_module.code} ${course_module.title}` : `№ ${course_module_id}`;
  const name = student ? `${student.name} (${student.student_no})` : mark_id === null ? null : `№ ${mark_id}`;
  const row =
    seq !== null && until !== null && until !== seq
      ? t('assessment.ledger.range', { module, seq, until })
      : seq !== null
        ? t('assessment.ledger.event', { module, seq })
        : name === null
          ? module
          : t('assessment.ledger.mark', { module, student: name });
  return (
    <Anchor
      size="sm"
      fw={600}
      onClick={onLeave}
      renderRoot={(props) => <Link {...props} to="/mark-ledger" search={{ course_module_id }} />}
    >
      {seq !== null && name !== null ? `${row}, ${name}` : row}
    </Anchor>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { SignatureFacts, SignDialog } from '#domains/signatures/web/index.ts';
import { silent, useTitle } from '#platform/web/index.ts';
import {
  AsyncSelect,
  DateText,
  Facts,
  FilesView,
  ListPage,
  Loaded,
  type OptionId,
  ReasonDialog,
  Section,
  Sides,
  tellError,
} from '#platform/web/kit/index.ts';
import type { DestructionState } from '../../workflow.ts';
import { type Act, api, loadGroups, refresh, useFields } from '../api.ts';
import { DestroyedFile } from '../components/destroyed-file.tsx';
import { ActBadge, ActFacts, ActForm } from '../components/destruction.tsx';
import { BackTo, RecordHeader } from '../components/record-header.tsx';
import { useWork } from '../use-work.ts';

const loadAnyGroup = loadGroups();

/** One act of destruction: what stands in it, who agrees, who signs. */
export default function ActPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(api.destruction.get.queryOptions({ input: { id }, ...silent }));
  return (
    <Loaded query={query} back="/document-management/">
      {(data) => <Record act={data} />}
    </Loaded>
  );
}

function Record({ act }: { act: Act }) {
  const { t, label } = useFields();
  useTitle(act.number ?? act.basis);
  return (
    <Stack gap="md">
      <BackTo to="/document-management-moderator?tab=destruction" title={t('correspondence.destruction.title')} />
      <RecordHeader
        number={act.number}
        badges={<ActBadge state={act.status} />}
        title={act.basis}
        actions={<Acts act={act} />}
      />
      <Sides
        beside={
          <Section title={t('correspondence.destruction.paper')}>
            <FilesView files={act.file ? [act.file] : []} none={t('correspondence.destruction.no_paper')} />
            {act.signature && <SignatureFacts signature={act.signature} />}
          </Section>
        }
      >
        <Stack gap="md">
          <Section title={t('correspondence.destruction.commission')}>
            <Facts
              columns={2}
              items={[
                { label: label('author'), value: act.author },
                { label: label('signer'), value: act.signer },
                { label: label('drawn_on'), value: act.drawn_on && <DateText value={act.drawn_on} /> },
                { label: label('done_on'), value: act.done_on && <DateText value={act.done_on} /> },
              ]}
            />
            <ActFacts act={act} />
          </Section>
          <Letters act={act} />
        </Stack>
      </Sides>
    </Stack>
  );
}

/** What may be done with the act. */
function Acts({ act }: { act: Act }) {
  const { t } = useFields();
  const { id, version } = act;
  const [open, setOpen] = useState<'edit' | 'refuse' | DestructionState>();
  const { busy, done } = useWork();
  const close = () => setOpen(undefined);
  const step = (status: DestructionState, more: { reason?: string; electronic_id?: number } = {}) =>
    done(api.destruction.step.call({ id, version, status, ...more }, silent));
  const word = (agree: boolean, remark?: string) =>
    done(api.destruction.word.call({ id, agree, ...(remark ? { remark } : {}) }, silent));
  const forward = act.next.filter((one) => one === 'PROPOSED' || one === 'AGREED' || one === 'DONE');
  const back = act.next.filter((one) => one === 'DRAFT' || one === 'CANCELLED');
  return (
    <Group gap="xs">
      {act.asked_now && (
        <>
          <Button loading={busy} onClick={() => void word(true).catch(tellError)}>
            {t('correspondence.act.agree')}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => setOpen('refuse')}>
            {t('correspondence.act.refuse')}
          </Button>
        </>
      )}
      {forward.map((one) => (
        <Button
          key={one}
          loading={busy}
          {...(one === 'DONE' ? { color: 'red' } : {})}
          onClick={() => (one === 'DONE' ? setOpen('DONE') : void step(one).catch(tellError))}
        >
          {t(`correspondence.destruction.act.${one}`)}
        </Button>
      ))}
      {act.can?.edit && (
        <Button variant="default" onClick={() => setOpen('edit')}>
          {t('correspondence.destruction.edit')}
        </Button>
      )}
      {back.map((one) => (
        <Button key={one} variant="default" onClick={() => setOpen(one)}>
          {t(`correspondence.destruction.act.${one}`)}
        </Button>
      ))}
      <ReasonDialog
        opened={open === 'refuse' || open === 'DRAFT' || open === 'CANCELLED'}
        onClose={close}
        title={
          open === 'DRAFT' || open === 'CANCELLED'
            ? t(`correspondence.destruction.act.${open}`)
            : t('correspondence.act.refuse')
        }
        onConfirm={(reason) =>
          open === 'DRAFT' || open === 'CANCELLED' ? step(open, { reason }) : word(false, reason)
        }
      />
      <SignDialog
        opened={open === 'DONE'}
        onClose={close}
        title={t('correspondence.destruction.sign', { count: act.letters })}
        of={{ entity: 'letter_destruction', entity_id: id }}
        fileUrl={act.file?.src ?? ''}
        run={(electronic_id) => step('DONE', electronic_id === undefined ? {} : { electronic_id })}
      />
      <ActForm act={act} opened={open === 'edit'} onClose={close} />
    </Group>
  );
}

function Letters({ act }: { act: Act }) {
  const { t, label } = useFields();
  const [group, setGroup] = useState<OptionId | null>(null);
  const [busy, setBusy] = useState(false);
  const edits = act.can?.edit === true;
  const pick = async (what: { group_id?: number; remove?: number[] }) => {
    setBusy(true);
    await api.destruction.pick.call({ id: act.id, version: act.version, ...what }, silent).then(refresh, tellError);
    setBusy(false);
  };
  return (
    <Section title={t('correspondence.destruction.letters', { count: act.letters })}>
      <Stack gap="sm">
        {edits && (
          <Group gap="sm" align="flex-end">
            <AsyncSelect label={label('group')} load={loadAnyGroup} value={group} onChange={setGroup} />
            <Button
              variant="default"
              loading={busy}
              disabled={group === null}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => void pick({ group_id: Number(group) })}
            >
              {t('correspondence.destruction.pick')}
            </Button>
          </Group>
        )}
        <ListPage
          embedded
          local
          key={act.version}
          title={t('correspondence.destruction.title')}
          name="letter-destruction-items"
          of={api.destruction.letters}
          fixed={{ act_id: act.id }}
          rowLabel={(row) => row.number}
          columns={[
            { key: 'number', title: label('number') },
            {
              key: 'heading',
              title: label('heading'),
              render: (row) => (
                <>
                  <Text size="sm">{row.heading ?? t('correspondence.number.hidden')}</Text>
                  {row.files?.map((file) => (
                    <DestroyedFile key={file.hash} file={file} />
                  ))}
                </>
              ),
            },
            {
              key: 'destroy_after',
              title: label('destroy_after'),
              render: (row) => <DateText value={row.destroy_after} />,
            },
          ]}
          actions={({ id }) =>
            edits
              ? [
                  {
                    key: 'remove',
                    label: t('correspondence.destruction.remove'),
                    icon: <IconTrash size={16} aria-hidden />,
                    run: () => pick({ remove: [id] }),
                  },
                ]
              : []
          }
          empty={{ text: t('correspondence.destruction.no_letters') }}
        />
      </Stack>
    </Section>
  );
}

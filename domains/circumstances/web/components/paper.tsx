import { Badge, Button, Paper as Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choices, messageOf, silent } from '#platform/web/index.ts';
import { NumberField, notify, SelectField, TextAreaField } from '#platform/web/kit/index.ts';
import { wishesFor } from '../../self.ts';
import { type Effect, effects } from '../../shapes.ts';
import { outcomes, type Outcome as State } from '../../workflow.ts';
import { api, type Claim, type Paper, refresh, useFields } from '../api.ts';
import { Named, Outcome } from '../shown.tsx';

/** One assessment of a claim: what is asked, what the panel says, what is decided. */
export function PaperCard({ claim, paper }: { claim: Claim; paper: Paper }) {
  const { t } = useFields();
  const [again, setAgain] = useState(false);
  const turn =
    claim.can?.decide === true &&
    !paper.effective &&
    (claim.status === 'UNDER_REVIEW' ||
      claim.status === 'REVIEW_REQUESTED' ||
      (claim.published_at === null && outcomes.some((one) => one === claim.status)));
  const open = turn && (paper.outcome === null || again);
  const sits = claim.members?.some(({ own }) => own) === true;
  return (
    <Card withBorder p="sm">
      <Stack gap="sm">
        <Named of={paper} />
        {claim.can?.decide && paper.outcome && (
          <Text size="xs" c="dimmed">
            {t('circumstances.asks', { wish: t(`circumstances.wish.${paper.wish}`) })}
          </Text>
        )}
        <Outcome of={paper} />
        {claim.panel && <Votes claim={claim} paper={paper} sits={sits} />}
        {open && <Decision paper={paper} onDone={() => setAgain(false)} />}
        {turn && !open && (
          <Button variant="default" size="xs" w="fit-content" onClick={() => setAgain(true)}>
            {t('circumstances.decide.again')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function Votes({ claim, paper, sits }: { claim: Claim; paper: Paper; sits: boolean }) {
  const { t } = useFields();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const said = paper.votes ?? [];
  const mine = said.find(({ own }) => own)?.outcome;
  const open = sits && (claim.status === 'UNDER_REVIEW' || claim.status === 'REVIEW_REQUESTED');
  const cast = async (outcome: 'SUPPORTED' | 'REJECTED') => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await api.ec.vote.call({ paper_id: paper.id, outcome }, silent);
      await refresh();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {t('circumstances.panel.said', { said: said.length, members: claim.members?.length ?? 0 })}
        </Text>
        {said.map((vote) => (
          <Badge
            key={vote.staff_id}
            size="sm"
            variant="light"
            tt="none"
            color={vote.outcome === 'SUPPORTED' ? 'teal' : 'red'}
          >
            {vote.name}: {t(`circumstances.vote.${vote.outcome}`)}
          </Badge>
        ))}
      </Group>
      {open && (
        <Group gap="xs">
          {(['SUPPORTED', 'REJECTED'] as const).map((outcome) => (
            <Button
              key={outcome}
              size="xs"
              variant={mine === outcome ? 'filled' : 'default'}
              aria-pressed={mine === outcome}
              disabled={busy}
              onClick={() => void cast(outcome)}
            >
              {t(`circumstances.vote.${outcome}`)}
            </Button>
          ))}
        </Group>
      )}
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
    </Stack>
  );
}

function Decision({ paper, onDone }: { paper: Paper; onDone: () => void }) {
  const { t, label } = useFields();
  const templates = useQuery(api.ec_template.all.queryOptions({ input: {}, ...silent }));
  const [outcome, setOutcome] = useState<State | null>(paper.outcome);
  const [effect, setEffect] = useState<Effect>(paper.effect ?? paper.wish);
  const [days, setDays] = useState<number | null>(paper.working_days ?? 5);
  const [template, setTemplate] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const possible = effects.filter((one) =>
    one === 'UNCAPPED' ? paper.target !== 'HOMEWORK' : wishesFor(paper.target).includes(one),
  );
  const longer = outcome === 'SUPPORTED' && effect === 'EXTENSION';
  const fitting = (templates.data ?? []).filter((one) => one.outcome === outcome);
  const save = async () => {
    if (busy || !outcome) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await api.ec.paper.call(
        {
          id: paper.id,
          version: paper.version,
          outcome,
          ...(outcome === 'SUPPORTED' ? { effect } : {}),
          ...(longer && days ? { working_days: days } : {}),
          ...(template ? { template_id: template } : {}),
          ...(reason.trim() ? { reason } : {}),
        },
        silent,
      );
      await refresh();
      notify.success();
      onDone();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="sm">
      <SelectField
        label={label('outcome')}
        required
        value={outcome}
        options={choices(t, 'circumstances.state', outcomes)}
        onChange={(value) => {
          setOutcome(outcomes.find((one) => one === value) ?? null);
          setTemplate(null);
        }}
      />
      {outcome === 'SUPPORTED' && (
        <SelectField
          label={label('effect')}
          value={effect}
          options={choices(t, 'circumstances.effect', possible)}
          onChange={(value) => setEffect(effects.find((one) => one === value) ?? paper.wish)}
        />
      )}
      {longer && <NumberField label={label('working_days')} value={days} onChange={setDays} />}
      {fitting.length > 0 && (
        <SelectField
          label={label('template_id')}
          clearable
          value={template}
          options={fitting.map(({ id, title }) => ({ id, title }))}
          onChange={(value) => setTemplate(typeof value === 'number' ? value : null)}
        />
      )}
      {template !== null && (
        <Text size="sm" c="dimmed">
          {fitting.find(({ id }) => id === template)?.text}
        </Text>
      )}
      {outcome && (
        <TextAreaField
          label={label('reason')}
          description={t('circumstances.decide.reason_about')}
          required={outcome !== 'SUPPORTED' && template === null}
          maxLength={2000}
          value={reason}
          onChange={setReason}
        />
      )}
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
      <Button w="fit-content" loading={busy} disabled={!outcome} onClick={() => void save()}>
        {t('circumstances.decide.save')}
      </Button>
    </Stack>
  );
}

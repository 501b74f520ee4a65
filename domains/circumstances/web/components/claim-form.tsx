import { Alert, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { upload } from '#domains/files/web/index.ts';
import { clock } from '#platform/contract/clock.ts';
import { choices, messageOf, queryClient, silent, today } from '#platform/web/index.ts';
import {
  DateField,
  FileUploader,
  notify,
  Section,
  SelectField,
  SwitchField,
  TextAreaField,
} from '#platform/web/kit/index.ts';
import { claimKinds, type Wish, wishes } from '../../shapes.ts';
import { api, type Claim, type Due, refresh, useFields } from '../api.ts';
import { Named } from '../shown.tsx';
import { faultsOf, useDraft } from '../use-draft.ts';

const keyOf = ({ target, target_id, attempt }: Pick<Due, 'target' | 'target_id' | 'attempt'>) =>
  `${target} ${target_id} ${attempt}`;

const day = 86_400_000;
/** What is due about now stands first; a year's list would be longer than a telephone. */
const isNear = ({ due_at }: Due) =>
  due_at !== null && Date.parse(due_at) > clock.now() - 14 * day && Date.parse(due_at) < clock.now() + 28 * day;

/** The claim as its student writes it, from what it is about to what proves it; saved by itself all the while. */
export function ClaimForm({
  claim,
  due,
  onMade,
}: {
  claim: Claim | undefined;
  due: readonly Due[];
  /** It is stored by now, and has an address. */
  onMade: (id: number) => void;
}) {
  const { t, label } = useFields();
  const navigate = useNavigate();
  const draft = useDraft(claim, (made) => {
    onMade(made);
    void queryClient.invalidateQueries({ queryKey: api.ec.list.key() });
  });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [whole, setWhole] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { values, faults, put } = draft;
  const { stored } = draft;
  const self = useQuery({
    ...api.ec.self.queryOptions({ input: stored.id ? { id: stored.id } : {}, ...silent }),
    placeholderData: (before) => before,
  });
  const askAgain = self.refetch;
  // What stands against it follows from what is chosen.
  useEffect(() => {
    if (stored.id) void askAgain();
  }, [stored, askAgain]);
  const chosen = new Map(values.papers.map((one) => [keyOf(one), one]));
  const named = due.filter((one) => chosen.has(keyOf(one)));
  const near = due.filter((one) => isNear(one) || chosen.has(keyOf(one)));
  const shown = whole || near.length === 0 ? due : near;
  // What was named once is shown even where it is due no longer.
  const gone =
    claim?.papers.filter((one) => chosen.has(keyOf(one)) && !due.some((other) => keyOf(other) === keyOf(one))) ?? [];
  const late = named.some((one) => one.handed_in || (one.due_at !== null && Date.parse(one.due_at) < clock.now()));
  const against = values.papers.flatMap((one, at) => {
    const code = self.data?.refusals.find(({ path }) => path === `papers.${at}`)?.code;
    const of = due.find((other) => keyOf(other) === keyOf(one));
    return code && of ? [{ key: keyOf(one), title: of.title, code }] : [];
  });
  const faultOf = (one: Parameters<typeof keyOf>[0], path = '') => {
    const at = values.papers.findIndex((other) => keyOf(other) === keyOf(one));
    return at < 0 ? undefined : faults[`papers.${at}${path}`];
  };
  const choose = (one: Due, on: boolean) =>
    put({
      papers: on
        ? [
            ...values.papers,
            { target: one.target, target_id: one.target_id, attempt: one.attempt, wish: one.wishes[0] ?? 'NOTE' },
          ]
        : values.papers.filter((other) => keyOf(other) !== keyOf(one)),
    });
  const wish = (one: Due, wanted: Wish) =>
    put({ papers: values.papers.map((other) => (keyOf(other) === keyOf(one) ? { ...other, wish: wanted } : other)) });

  const send = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const { id: sent, version } = await draft.run();
      const answer = await api.ec.change_status.call({ id: sent, version, status: 'SUBMITTED' }, silent);
      queryClient.setQueryData(api.ec.get.queryKey({ input: { id: sent } }), answer);
      await refresh();
      notify.success(t(answer.status === 'SUPPORTED' ? 'circumstances.submit.granted' : 'circumstances.submit.sent'));
      await navigate({ to: `/ec/${sent}` });
    } catch (error) {
      const at = faultsOf(error);
      draft.setFaults(at);
      setRefusal(messageOf(error));
      requestAnimationFrame(() =>
        form.current?.querySelector('[aria-invalid="true"], [data-fault]')?.scrollIntoView({ block: 'center' }),
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="md">
        {claim?.note && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('circumstances.asked')}>
            {claim.note}
          </Alert>
        )}
        <Section title={t('circumstances.form.papers')} description={t('circumstances.form.papers_about')}>
          <Stack gap="xs">
            {due.length === 0 && <Text size="sm">{t('circumstances.form.nothing_due')}</Text>}
            {shown.map((one) => {
              const mine = chosen.get(keyOf(one));
              const fault = faultOf(one) ?? faultOf(one, '.wish');
              return (
                <Paper key={keyOf(one)} withBorder p="sm" {...(fault ? { 'data-fault': true } : {})}>
                  <Stack gap="xs">
                    <Checkbox
                      checked={mine !== undefined}
                      onChange={(event) => choose(one, event.currentTarget.checked)}
                      label={<Named of={one} />}
                    />
                    {mine && !values.self_certified && (
                      <SelectField
                        label={label('wish')}
                        required
                        value={mine.wish}
                        options={choices(
                          t,
                          'circumstances.wish',
                          wishes.filter((other) => one.wishes.includes(other)),
                        )}
                        onChange={(wanted) => {
                          const found = wishes.find((other) => other === wanted);
                          if (found) wish(one, found);
                        }}
                      />
                    )}
                    {fault && (
                      <Text size="sm" c="var(--mantine-color-error)" role="alert">
                        {fault}
                      </Text>
                    )}
                  </Stack>
                </Paper>
              );
            })}
            {shown.length < due.length && (
              <Button variant="default" w="fit-content" onClick={() => setWhole(true)}>
                {t('circumstances.form.all', { count: due.length - shown.length })}
              </Button>
            )}
            {gone.map((one) => (
              <Paper key={keyOf(one)} withBorder p="sm" data-fault>
                <Named of={one} />
                <Text size="sm" c="var(--mantine-color-error)">
                  {t('circumstances.form.not_due')}
                </Text>
              </Paper>
            ))}
            {faults.papers && (
              <Text size="sm" c="var(--mantine-color-error)" data-fault>
                {faults.papers}
              </Text>
            )}
          </Stack>
        </Section>

        {self.data && self.data.quota > 0 && (
          <Section title={t('circumstances.form.self')}>
            <Stack gap="xs">
              <SwitchField
                label={t('circumstances.form.self_label', { days: self.data.days })}
                description={t('circumstances.form.self_about', { left: self.data.left, quota: self.data.quota })}
                value={values.self_certified}
                disabled={(self.data.left === 0 || against.length > 0) && !values.self_certified}
                error={faults.self_certified}
                onChange={(on) => put({ self_certified: on })}
              />
              {self.data.left === 0 && <Text size="sm">{t('circumstances.self.SELF_QUOTA')}</Text>}
              {against.map(({ key, title, code }) => (
                <Text key={key} size="sm">
                  {`${title}: ${t(`circumstances.self.${code}`)}`}
                </Text>
              ))}
            </Stack>
          </Section>
        )}

        <Section title={t('circumstances.form.happened')}>
          <Stack gap="sm">
            <SelectField
              label={label('kind')}
              required
              value={values.kind}
              options={choices(t, 'circumstances.kind', claimKinds)}
              error={faults.kind}
              onChange={(kind) => put({ kind: claimKinds.find((one) => one === kind) ?? null })}
            />
            {!values.self_certified && (
              <>
                <Group grow align="flex-start">
                  <DateField
                    label={label('starts_on')}
                    required
                    value={values.starts_on}
                    error={faults.starts_on}
                    onChange={(starts_on) => put({ starts_on })}
                  />
                  <DateField
                    label={label('ends_on')}
                    description={t('circumstances.form.ends_about')}
                    value={values.ends_on}
                    error={faults.ends_on}
                    onChange={(ends_on) => put({ ends_on })}
                  />
                </Group>
                <TextAreaField
                  label={label('text')}
                  description={t('circumstances.form.text_about')}
                  required
                  maxLength={4000}
                  value={values.text}
                  error={faults.text}
                  onChange={(text) => put({ text })}
                />
                {(late || faults.late_reason) && (
                  <TextAreaField
                    label={label('late_reason')}
                    description={t('circumstances.form.late_about')}
                    required
                    maxLength={2000}
                    value={values.late_reason}
                    error={faults.late_reason}
                    onChange={(late_reason) => put({ late_reason })}
                  />
                )}
              </>
            )}
          </Stack>
        </Section>

        {!values.self_certified && (
          <Section title={t('circumstances.form.evidence')} description={t('circumstances.form.evidence_about')}>
            <Stack gap="sm">
              <FileUploader
                label={label('file_ids')}
                upload={upload}
                value={values.files}
                error={faults.file_ids}
                onChange={(files) => put({ files })}
              />
              {values.files.length === 0 && (
                <DateField
                  label={label('evidence_by')}
                  min={today()}
                  value={values.evidence_by}
                  error={faults.evidence_by}
                  onChange={(evidence_by) => put({ evidence_by })}
                />
              )}
            </Stack>
          </Section>
        )}

        {(refusal ?? draft.problem) && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {refusal ?? draft.problem}
          </Alert>
        )}
        <Group justify="space-between">
          <Text size="xs" c="dimmed" role="status">
            {t(`circumstances.saved.${draft.state === 'typing' ? 'saving' : draft.state}`)}
          </Text>
          <Button type="submit" loading={busy} leftSection={<IconSend size={16} aria-hidden />}>
            {t(values.self_certified ? 'circumstances.form.certify' : 'circumstances.form.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

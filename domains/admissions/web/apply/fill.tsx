import { Alert, Anchor, Button, Group, Stack, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconArrowRight, IconCheck, IconDevices } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Answer } from '#domains/questions/contract.ts';
import { AnswerField, useTitle } from '#domains/questions/web/index.ts';
import { codeId, useMessages } from '#platform/web/index.ts';
import { actionBar, PageHeader, showDate } from '#platform/web/kit/index.ts';
import { type FlavourName, flavours } from '../../flavours.ts';
import { partsOf } from '../shown.tsx';
import { PartFacts, partTitles } from './answers.tsx';
import styles from './apply.module.css';
import { type Application, refreshOwn } from './calls.ts';
import { answerFaults, askedOf, type Faults, fieldsOf, papersOf, sentenceOf } from './faults.ts';
import { Papers } from './papers-step.tsx';
import { PersonForm } from './person-step.tsx';
import { SaveStatus } from './save-status.tsx';
import { TargetFields } from './target-step.tsx';
import { type Draft, useDraft } from './use-draft.ts';

interface Step {
  key: string;
  title: string;
  /** Whether a fault of this path is mended here. */
  holds: (path: string) => boolean;
}

/** An application that is begun: step by step, each saved as it is typed, sent in at the end. */
export function FillApplication({ flavour, application }: { flavour: FlavourName; application: Application }) {
  const t = useMessages();
  const title = useTitle();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { id?: string; step?: string };
  const fields = fieldsOf(application);
  const draft = useDraft(flavour, application, fields);
  const [told, setTold] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const papers = papersOf(application);
  const steps: Step[] = [
    ...(flavours[flavour].target === 'campaign'
      ? [
          {
            key: 'target',
            title: t('apply.step.target'),
            holds: (path: string) => ['campaign_id', 'tuition', 'applicant_type'].includes(path),
          },
        ]
      : []),
    { key: 'person', title: t('apply.step.person'), holds: (path: string) => path.startsWith('profile.') },
    ...(application.fields ?? []).map((batch) => ({
      key: `part-${batch.id}`,
      title: title(batch.title),
      holds: (path: string) => batch.fields.some((field) => `answers.${field.key}` === path),
    })),
    ...(papers.length
      ? [{ key: 'papers', title: t('apply.step.papers'), holds: (path: string) => path.startsWith('documents.') }]
      : []),
    { key: 'review', title: t('apply.step.review'), holds: () => false },
  ];
  const at = Math.max(
    0,
    steps.findIndex((step) => step.key === search.step),
  );
  const step = steps[at] as Step;
  const gaps: Faults = {
    ...answerFaults(t, fields, draft.answers, true),
    ...Object.fromEntries(
      papers
        .filter((paper) => paper.required && !application.documents.some((one) => one.type === paper.type))
        .map((paper) => [`documents.${paper.type}`, t('apply.fault.required')]),
    ),
    ...(flavours[flavour].target === 'campaign' && application.campaign_id === null
      ? { campaign_id: t('apply.fault.required') }
      : {}),
    ...Object.fromEntries(
      flavours[flavour].profile
        .filter((name) => application.person && !application.person[name])
        .map((name) => [`profile.${name}`, t('apply.fault.required')]),
    ),
  };
  const gapsOf = (one: Step) => Object.keys(gaps).filter(one.holds);
  // Told once the field was left or the step was asked to go on; gone as soon as it is mended.
  const faults = Object.fromEntries(Object.entries(gaps).filter(([path]) => path in told));

  const go = (key: string) => {
    setProblem(null);
    void navigate({ to: '.', search: { id: String(application.id), step: key } });
  };
  const shown = useRef(step.key);
  useEffect(() => {
    if (shown.current === step.key) return;
    shown.current = step.key;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step.key]);

  const next = () => {
    const open = gapsOf(step);
    if (open.length) {
      setTold((before) => ({ ...before, ...Object.fromEntries(open.map((path) => [path, ''])) }));
      focusOn(open);
      return;
    }
    draft.run().catch((error: unknown) => console.debug(error));
    go((steps[at + 1] as Step).key);
  };

  const send = async () => {
    setSending(true);
    setProblem(null);
    try {
      const sent = await draft.run({ submit: true });
      await refreshOwn(flavour);
      await draft.take(sent);
      void navigate({ to: '.', search: { id: String(application.id) }, replace: true });
      window.scrollTo(0, 0);
    } catch (error) {
      const { message, data } = error as {
        message?: string;
        data?: { fields?: { path: string; code: string; message: string }[] };
      };
      const found = data?.fields ?? [];
      setTold(Object.fromEntries(found.map((one) => [one.path, sentenceOf(t, one.code, undefined, one.message)])));
      setProblem(message || t('apply.failed_text'));
    } finally {
      setSending(false);
    }
  };

  const batch = (application.fields ?? []).find((one) => `part-${one.id}` === step.key);
  const forward = (
    <ActionBar
      draft={draft}
      back={at > 0 ? () => go((steps[at - 1] as Step).key) : undefined}
      action={
        <Button onClick={next} rightSection={<IconArrowRight size={16} aria-hidden />}>
          {t('apply.next')}
        </Button>
      }
    />
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={application.course?.title ?? application.vacancy?.title ?? application.form?.title ?? ''}
        description={[
          application.number,
          application.closes_on ? t('apply.until', { day: showDate(application.closes_on) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
        back="/home"
      />
      <div className={styles.split}>
        <nav className={styles.rail} aria-label={t('apply.steps')}>
          <Text className={styles.brief ?? ''} size="sm" c="dimmed">
            {t('apply.step_of', { at: at + 1, of: steps.length })}
          </Text>
          <ol className={`surface ${styles.steps}`}>
            {steps.map((one, index) => {
              const done =
                one.key !== 'review' &&
                index !== at &&
                gapsOf(one).length === 0 &&
                (one.key !== 'person' || index < at);
              return (
                <li key={one.key}>
                  <UnstyledButton
                    className={styles.step ?? ''}
                    aria-current={index === at ? 'step' : undefined}
                    onClick={() => go(one.key)}
                  >
                    <span className={styles.dot} data-done={done || undefined} aria-hidden>
                      {done ? <IconCheck size={13} stroke={2.4} /> : index + 1}
                    </span>
                    {one.title}
                  </UnstyledButton>
                </li>
              );
            })}
          </ol>
        </nav>
        <section className={`surface ${styles.panel}`}>
          <Title order={2} size="h4" mb="md" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {step.title}
          </Title>
          <Clashes draft={draft} application={application} />
          {step.key === 'target' ? (
            <Stack gap="lg">
              <TargetFields flavour={flavour} application={application} draft={draft} faults={faults} />
              {forward}
            </Stack>
          ) : step.key === 'person' ? (
            <Stack gap="md">
              <MissingOfPerson faults={told} />
              <PersonForm
                flavour={flavours[flavour]}
                submitLabel={t('apply.next')}
                onSaved={() => {
                  setTold((before) =>
                    Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith('profile.'))),
                  );
                  go((steps[at + 1] as Step).key);
                }}
                actions={
                  at > 0 ? (
                    <Button variant="default" onClick={() => go((steps[at - 1] as Step).key)}>
                      {t('apply.back')}
                    </Button>
                  ) : null
                }
              />
            </Stack>
          ) : batch ? (
            <Stack gap="lg">
              {batch.note ? (
                <Text size="sm" c="dimmed">
                  {title(batch.note)}
                </Text>
              ) : null}
              {askedOf(fields, fieldsOf({ ...application, fields: [batch] }), draft.answers).map((field) => {
                const path = `answers.${field.key}`;
                return (
                  <AnswerField
                    key={field.key}
                    field={field}
                    value={draft.answers[field.key]}
                    onChange={(value: Answer) => draft.put(field.key, value)}
                    onBlur={() => setTold((before) => ({ ...before, [path]: '' }))}
                    error={draft.refused[field.key] ?? faults[path]}
                    files={Object.values(application.files ?? {})}
                  />
                );
              })}
              {forward}
            </Stack>
          ) : step.key === 'papers' ? (
            <Stack gap="lg">
              <Papers application={application} draft={draft} faults={faults} />
              {forward}
            </Stack>
          ) : (
            <Stack gap="lg">
              <div aria-live="assertive">
                {problem ? (
                  <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
                    {problem}
                  </Alert>
                ) : null}
              </div>
              {partsOf(application, draft.answers).map((part) => {
                const one = steps.find(({ key }) => key === part.key);
                const missing = one ? gapsOf(one) : [];
                const name = part.of === 'answers' ? title(part.title) : t(partTitles[part.of]);
                return (
                  <section key={part.key}>
                    <Group justify="space-between" mb="xs" wrap="nowrap">
                      <Title order={3} size="h5">
                        {name}
                      </Title>
                      {one ? (
                        <Anchor component="button" type="button" size="sm" onClick={() => go(one.key)}>
                          {t('apply.change')}
                          <VisuallyHidden> {name}</VisuallyHidden>
                        </Anchor>
                      ) : null}
                    </Group>
                    {missing.length ? (
                      <Text size="sm" c="red" mb="xs">
                        {t('apply.missing', { count: missing.length })}
                      </Text>
                    ) : null}
                    <PartFacts part={part} application={application} answers={draft.answers} />
                  </section>
                );
              })}
              <Text size="sm" c="dimmed">
                {t('apply.send_note')}
              </Text>
              <ActionBar
                draft={draft}
                back={() => go((steps[at - 1] as Step).key)}
                action={
                  <Button
                    loading={sending}
                    disabled={Object.keys(gaps).some((path) => !path.startsWith('profile.'))}
                    onClick={() => void send()}
                  >
                    {t('apply.send')}
                  </Button>
                }
              />
            </Stack>
          )}
        </section>
      </div>
    </Stack>
  );
}

/** The first of these fields gets the focus. */
export function focusOn(paths: readonly string[]) {
  requestAnimationFrame(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-path]')) {
      if (!paths.includes(element.dataset.path ?? '')) continue;
      const target = element.matches('input,textarea,button,select')
        ? element
        : element.querySelector<HTMLElement>('input:not([type=hidden]),textarea,button');
      element.scrollIntoView({ block: 'center' });
      target?.focus();
      return;
    }
  });
}

function ActionBar({ draft, back, action }: { draft: Draft; back: (() => void) | undefined; action: ReactNode }) {
  const t = useMessages();
  return (
    <div ref={actionBar} className={styles.foot}>
      <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
        {back ? (
          <Button variant="default" onClick={back}>
            {t('apply.back')}
          </Button>
        ) : null}
        <SaveStatus state={draft.state} />
      </Group>
      {action}
    </div>
  );
}

/** What of the person is missing, as the server said when it was sent in. */
function MissingOfPerson({ faults }: { faults: Faults }) {
  const t = useMessages();
  const names = Object.keys(faults).filter((path) => path.startsWith('profile.'));
  if (!names.length) return null;
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
      {t('apply.person.wanted', { names: names.map((path) => t(codeId('apply.person', path.slice(8)))).join(', ') })}
    </Alert>
  );
}

/** Two devices wrote differently: nothing is lost, the person says which holds. */
export function Clashes({ draft, application }: { draft: Draft; application: Application }) {
  const t = useMessages();
  const title = useTitle();
  const fields = fieldsOf(application);
  return draft.clashes.map((clash) => {
    const field = fields.find((one) => one.key === clash.key);
    const word = (value: Answer) =>
      [value ?? '—']
        .flat()
        .map((one) => title(field?.options?.find((option) => option.value === one)?.title) || String(one))
        .join(', ');
    return (
      <Alert key={clash.key} color="yellow" icon={<IconDevices aria-hidden />} mb="md" title={title(field?.title)}>
        <Text size="sm" mb="xs">
          {t('apply.clash')}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => draft.choose(clash.key, 'mine')}>
            {t('apply.clash.mine', { value: word(clash.mine) })}
          </Button>
          <Button size="xs" variant="default" onClick={() => draft.choose(clash.key, 'theirs')}>
            {t('apply.clash.theirs', { value: word(clash.theirs) })}
          </Button>
        </Group>
      </Alert>
    );
  });
}

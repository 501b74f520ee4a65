import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Answer, type Answers, checkAnswers, isAsked, isWritten, written } from '#domains/questions/contract.ts';
import { AnswerField } from '#domains/questions/web/index.ts';
import {
  ApiError,
  choices,
  messageOf,
  PageSpinner,
  silent,
  useLocale,
  useMessages,
  useTitle,
} from '#platform/web/index.ts';
import { Empty, PageHeader, plainValue, SelectField, TextAreaField } from '#platform/web/kit/index.ts';
import { type Asked, api, refresh, type Version } from '../api.ts';

type Begun = Awaited<ReturnType<typeof api.request.begin.call>>;
type Delivery = Asked['delivery'];
type Language = Asked['language'];

/** A request is filled in: what is typed is kept as it is typed, what the record knows stands there already. */
export default function Fill() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const { request } = useSearch({ strict: false }) as { request?: unknown };
  const type_id = Number(id);
  const named = /^\d{1,9}$/.test(String(request)) ? Number(request) : undefined;
  const begun = useQuery({
    ...api.request.begin.queryOptions({ input: { type_id }, ...silent }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = named ?? begun.data?.type.request_id ?? undefined;
  const open = useQuery({
    ...api.request.get.queryOptions({ input: { id: known ?? 0 }, ...silent }),
    enabled: known !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = (known === undefined && begun.error) || (known !== undefined && open.error);
  if (failed) return <Empty title={messageOf(failed)} />;
  if ((known !== undefined && !open.data) || (begun.isPending && known === undefined)) return <PageSpinner />;
  return <Filling key={open.data?.form_id ?? 0} begun={begun.data} request={open.data} />;
}

function Filling({ begun, request }: { begun: Begun | undefined; request: Asked | undefined }) {
  const t = useMessages();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const form = begun?.form;
  const sections = request?.sections ?? form?.sections ?? [];
  const facts = request?.facts ?? begun?.facts ?? {};
  const all = sections.flatMap(({ fields }) => fields);
  const title = request?.type?.title ?? plainValue(begun?.type.title, locale);
  useTitle(title);
  const mending = request?.status === 'UPDATE_REQUIRED';
  const returned = new Map(request?.update_fields.map(({ path, note }) => [path, note]));
  const [answers, setAnswers] = useState<Answers>(request?.answers ?? {});
  const [language, setLanguage] = useState<Language | undefined>(
    request?.language ?? form?.languages.find((one) => one === locale) ?? form?.languages[0],
  );
  const [delivery, setDelivery] = useState<Delivery | undefined>(request?.delivery ?? form?.deliveries[0]);
  const [address, setAddress] = useState(request?.post_address ?? '');
  const [checked, setChecked] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [served, setServed] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [moved, setMoved] = useState<Version['changes']>();
  const [state, setState] = useState<'kept' | 'keeping' | 'sending' | undefined>(request ? 'kept' : undefined);
  const shown = written(all, answers, facts);
  const { faults } = checkAnswers(all, answers, true, facts);

  // Saves stand in one line: each begins with what the one before was answered.
  const kept = useRef<{ id: number; version: number } | undefined>(request);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const save = (
    now: Answers,
    more: { submit?: true; adopt?: true; language?: Language; delivery?: Delivery; post_address?: string | null },
  ) => {
    const { faults: wrong } = checkAnswers(all, now, false, facts);
    const bad = new Set(wrong.map(({ path }) => path));
    const given = Object.fromEntries(
      all
        .filter(
          ({ key, type }) =>
            !isWritten(type) &&
            !bad.has(`answers.${key}`) &&
            (!mending ||
              !returned.size ||
              returned.has(`answers.${key}`) ||
              !isAsked(all, key, request?.answers ?? {})),
        )
        .flatMap(({ key }) => (now[key] === undefined ? [] : [[key, now[key] ?? null]])),
    );
    const work = async () => {
      const saved = await api.request.save.call(
        {
          ...(kept.current ? { id: kept.current.id, version: kept.current.version } : { type_id: begun?.type.id ?? 0 }),
          ...more,
          answers: given,
        },
        silent,
      );
      kept.current = { id: saved.id, version: saved.version };
      return saved;
    };
    const turn = line.current.then(work, work);
    line.current = turn.catch(() => undefined);
    return turn;
  };
  const told = (error: unknown) => {
    const { data } = (error instanceof ApiError ? error : {}) as {
      data?: { fields?: { path: string; message?: string }[]; changes?: Version['changes']; current?: Asked };
    };
    setServed(Object.fromEntries((data?.fields ?? []).map(({ path, message }) => [path, message ?? messageOf(error)])));
    if (error instanceof ApiError && error.code === 'FORM_MOVED_ON') setMoved(data?.changes ?? []);
    setFailure(messageOf(error));
    setState(kept.current ? 'kept' : undefined);
  };
  const later = (now: Answers, more: Parameters<typeof save>[1] = {}) => {
    clearTimeout(timer.current);
    setState('keeping');
    timer.current = setTimeout(() => {
      save(now, more).then(() => setState('kept'), told);
    }, 800);
  };
  const change = (key: string, value: Answer) => {
    const now = { ...answers, [key]: value };
    setAnswers(now);
    setServed(({ [`answers.${key}`]: _, ...rest }) => rest);
    later(now);
  };
  const send = async (more: { adopt?: true } = {}) => {
    setChecked(true);
    setFailure('');
    const lacking =
      delivery === 'POST' && !address.trim() ? [...faults, { path: 'post_address', code: 'form_required' }] : faults;
    const [first] = lacking;
    if (first) {
      document.querySelector<HTMLElement>(`[data-path="${first.path}"]`)?.scrollIntoView({ block: 'center' });
      document.querySelector<HTMLElement>(`[data-path="${first.path}"], [data-path="${first.path}"] input`)?.focus();
      return;
    }
    clearTimeout(timer.current);
    setState('sending');
    try {
      const sent = await save(answers, {
        submit: true,
        ...more,
        ...(mending
          ? {}
          : {
              ...(language ? { language } : {}),
              ...(delivery ? { delivery } : {}),
              post_address: address.trim() || null,
            }),
      });
      await refresh();
      await navigate({ to: `/forms-for-student?id=${sent.id}` });
    } catch (error) {
      told(error);
    }
  };
  const faultAt = (path: string) => {
    if (served[path]) return served[path];
    const fault = checked || left.has(path) ? faults.find((one) => one.path === path) : undefined;
    if (!fault || (fault.code === 'form_required' && !checked)) return undefined;
    return t(fault.code === 'form_required' ? 'kit.error.required' : 'questions.does_not_fit');
  };
  const files = Object.values(request?.files ?? {});
  return (
    <Stack gap="md" maw={760}>
      <PageHeader
        back={request ? `/forms-for-student?id=${request.id}` : '/request-form'}
        title={title}
        description={t(mending ? 'forms.fill.mend_about' : 'forms.fill.about')}
      />
      {mending && request.reason && (
        <Alert color="orange" title={t('forms.request_state.UPDATE_REQUIRED')}>
          {request.reason}
        </Alert>
      )}
      {sections.map((section) => {
        const fields = section.fields.filter(({ key }) => isAsked(all, key, shown));
        if (fields.length === 0) return null;
        return (
          <Paper withBorder p="md" component="section" key={section.id}>
            <Stack gap="md">
              <div>
                <Title order={2} size="h5">
                  {plainValue(section.title, locale)}
                </Title>
                {section.note && (
                  <Text size="sm" c="dimmed">
                    {plainValue(section.note, locale)}
                  </Text>
                )}
              </div>
              {fields.map((field) => {
                const path = `answers.${field.key}`;
                const closed =
                  mending && returned.size > 0 && !returned.has(path) && isAsked(all, field.key, request.answers);
                return (
                  <fieldset key={field.key} disabled={closed} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
                    <AnswerField
                      field={field}
                      value={shown[field.key]}
                      onChange={(value) => change(field.key, value)}
                      onBlur={() => setLeft((before) => new Set(before).add(path))}
                      error={faultAt(path)}
                      note={returned.get(path)}
                      files={files}
                    />
                  </fieldset>
                );
              })}
            </Stack>
          </Paper>
        );
      })}
      {!mending && form && (
        <Paper withBorder p="md" component="section">
          <Stack gap="md">
            <Title order={2} size="h5">
              {t('forms.fill.how')}
            </Title>
            {form.languages.length > 1 && form.paper && (
              <SelectField
                label={t('forms.field.language')}
                required
                options={choices(t, 'forms.language', form.languages)}
                value={language ?? null}
                onChange={(next) => {
                  const chosen = form.languages.find((one) => one === next);
                  setLanguage(chosen);
                  if (chosen) later(answers, { language: chosen });
                }}
              />
            )}
            {form.paper && (
              <SelectField
                label={t('forms.field.delivery')}
                required
                options={choices(t, 'forms.delivery', form.deliveries)}
                value={delivery ?? null}
                onChange={(next) => {
                  const chosen = form.deliveries.find((one) => one === next);
                  setDelivery(chosen);
                  if (chosen) later(answers, { delivery: chosen });
                }}
              />
            )}
            {delivery === 'POST' && (
              <TextAreaField
                name="post_address"
                label={t('forms.field.post_address')}
                required
                value={address}
                onChange={setAddress}
                maxLength={500}
                error={served.post_address ?? (checked && !address.trim() ? t('kit.error.required') : undefined)}
              />
            )}
            <Text size="sm" c="dimmed">
              {t('forms.fill.time', { days: form.steps.reduce((sum, { days }) => sum + days, 0) })}
            </Text>
          </Stack>
        </Paper>
      )}
      {moved && (
        <Alert color="orange" title={t('forms.fill.moved')}>
          <List size="sm">
            {moved.map((one) => (
              <List.Item key={`${one.key} ${one.kind}`}>
                {plainValue(one.title, locale)}: {t(`forms.change.${one.kind}`)}
              </List.Item>
            ))}
          </List>
          <Button mt="sm" size="xs" onClick={() => void send({ adopt: true })}>
            {t('forms.fill.adopt')}
          </Button>
        </Alert>
      )}
      {failure && !moved && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {state === 'kept' ? t('forms.fill.kept') : state === 'keeping' ? t('forms.fill.keeping') : ''}
        </Text>
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          loading={state === 'sending'}
          onClick={() => void send()}
        >
          {t('forms.fill.send')}
        </Button>
      </Group>
    </Stack>
  );
}

import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answers, checkAnswers, isAsked, isWritten } from '#domains/questions/contract.ts';
import { AnswerField } from '#domains/questions/web/index.ts';
import { choices, messageOf, openPaper, queryClient, silent, useLocale, useMessages } from '#platform/web/index.ts';
import { AsyncSelect, notify, plainValue, SelectField, showMoney, TextAreaField } from '#platform/web/kit/index.ts';
import { api, loadStudents, papers } from '../api.ts';

export interface Issuing {
  student_id?: number;
  /** The paper in whose place the new one comes. */
  replaces?: number;
  number?: string;
  kind?: string;
}

/** Issues the paper of a type: whose, which, what it asks; its facts come from the record. */
export function IssueDialog({ issuing, onClose }: { issuing: Issuing | undefined; onClose: () => void }) {
  const t = useMessages();
  return (
    <Drawer
      opened={issuing !== undefined}
      onClose={onClose}
      position="right"
      size={640}
      title={t(issuing?.replaces ? 'forms.counter.again_of' : 'forms.counter.issue', { number: issuing?.number ?? '' })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {issuing && <Inside issuing={issuing} onClose={onClose} />}
    </Drawer>
  );
}

function Inside({ issuing, onClose }: { issuing: Issuing; onClose: () => void }) {
  const t = useMessages();
  const { locale } = useLocale();
  const [student, setStudent] = useState<number | null>(issuing.student_id ?? null);
  const [type, setType] = useState<number | null>(null);
  const [language, setLanguage] = useState<string | null>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const types = useQuery(api.type.list.queryOptions({ input: { size: 200, status: 'ACTIVE' }, ...silent }));
  const offers = (types.data?.content ?? []).filter(({ live }) => live?.paper);
  const chosen = offers.find(({ id }) => id === type);
  const form = useQuery({
    ...api.form.get.queryOptions({ input: { id: chosen?.form_id ?? 0 }, ...silent }),
    enabled: Boolean(chosen?.form_id),
  }).data;
  const all = form?.sections.flatMap(({ fields }) => fields) ?? [];
  const { faults } = checkAnswers(all, answers, true);
  const languages = form?.languages ?? [];
  const tongue = languages.find((one) => one === language) ?? languages.find((one) => one === locale) ?? languages[0];
  const missing = student === null || !form || (issuing.replaces !== undefined && !reason.trim());
  const issue = async () => {
    setTried(true);
    if (missing || faults.length || student === null || !chosen) return;
    setBusy(true);
    try {
      const made = await api.certificate.call(
        {
          student_id: student,
          type_id: chosen.id,
          ...(tongue ? { language: tongue } : {}),
          answers: Object.fromEntries(
            all.flatMap(({ key, type: kind }) =>
              isWritten(kind) || answers[key] === undefined ? [] : [[key, answers[key] ?? null]],
            ),
          ),
          ...(issuing.replaces ? { replaces: issuing.replaces, reason: reason.trim() } : {}),
        },
        silent,
      );
      notify.success(t('forms.counter.made', { number: made.number }));
      await queryClient.invalidateQueries({ queryKey: papers.document.key() });
      onClose();
      await openPaper(`/issued-document/${made.id}/file`, `${made.number}.pdf`);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack>
      {!issuing.student_id && (
        <AsyncSelect
          label={t('forms.field.student_id')}
          required
          load={loadStudents}
          value={student}
          onChange={(next) => setStudent(next === null ? null : Number(next))}
        />
      )}
      <SelectField
        label={t('forms.field.type_id')}
        required
        options={offers.map((row) => ({ id: row.id, title: plainValue(row.title, locale) }))}
        value={type}
        onChange={(next) => {
          setType(next === null ? null : Number(next));
          setAnswers({});
          setTried(false);
        }}
      />
      {languages.length > 1 && (
        <SelectField
          label={t('forms.field.language')}
          required
          options={choices(t, 'forms.language', languages)}
          value={tongue ?? null}
          onChange={(next) => setLanguage(next === null ? null : String(next))}
        />
      )}
      {all
        .filter(({ key, type: kind }) => !isWritten(kind) && isAsked(all, key, answers))
        .map((field) => {
          const fault = tried ? faults.find(({ path }) => path === `answers.${field.key}`) : undefined;
          return (
            <AnswerField
              key={field.key}
              field={field}
              value={answers[field.key]}
              onChange={(value) => setAnswers((before) => ({ ...before, [field.key]: value }))}
              error={fault && t(fault.code === 'form_required' ? 'kit.error.required' : 'questions.does_not_fit')}
              files={[]}
            />
          );
        })}
      {issuing.replaces === undefined && Number(chosen?.live?.fee ?? 0) > 0 && (
        <Alert color="blue">{t('forms.counter.fee', { sum: showMoney(chosen?.live?.fee ?? '0') })}</Alert>
      )}
      {issuing.replaces !== undefined && (
        <TextAreaField
          name="reason"
          label={t('forms.field.reason')}
          description={t('forms.counter.again_about')}
          required
          value={reason}
          onChange={setReason}
          maxLength={500}
        />
      )}
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('kit.cancel')}
        </Button>
        <Button loading={busy} disabled={missing} onClick={() => void issue()}>
          {t('forms.counter.issue')}
        </Button>
      </Group>
    </Stack>
  );
}

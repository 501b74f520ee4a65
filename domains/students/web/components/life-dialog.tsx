import { Alert, Drawer, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { date, locales, requiredText } from '#platform/contract/index.ts';
import { choices, codeId, type NameIn, silent, useMessages } from '#platform/web/index.ts';
import {
  askToLeave,
  type FieldDefinition,
  FileUploader,
  RecordFormView,
  SelectField,
  SwitchField,
  type UploadedFile,
  useRecordForm,
} from '#platform/web/kit/index.ts';
import { type LifeInput, lifeInput } from '../../contract/life.ts';
import { type LifeKind, type LifeStep, life, lifeKindsFrom } from '../../life.ts';
import { level, studyLanguage, tuition } from '../../shapes.ts';
import type { StudentStatus } from '../../workflow.ts';
import { api, type LifeAnswer, loadCourses, loadDepartments, loadForms, uploadFile } from '../api.ts';
import { LifePreview, LifeReceipt } from './life-answer.tsx';
import { emptyRow, type RecognitionRow, RecognitionRows, recognisedOf } from './recognition-rows.tsx';

export interface LifeTask {
  ids: number[];
  /** the statuses that these students have now */
  statuses: StudentStatus[];
  /** of one student */
  name?: string;
  /** the course of one student */
  course_id?: number | null;
  /** what was asked for already */
  wish?: Partial<LifeInput>;
}
/** Whether the caller holds a right over these students. */
export type LifeMay = (permission: LifeStep['permission'] | 'student.propose_status') => boolean;

const mostStudents = 1000;
/** What the form asks; beside the students and the kind. */
const asked = lifeInput.omit({ ids: true, kind: true });
const paperFormats = ['pdf', 'png', 'jpg', 'jpeg'];

interface LifeDialogProps {
  task: LifeTask | undefined;
  may: LifeMay;
  onClose: () => void;
}

/** Changes a status or a programme, of one student or of many: asks what the change needs, shows what will happen, then does it. */
export function LifeDialog({ task, may, onClose }: LifeDialogProps) {
  const t = useMessages();
  const dirty = useRef(false);
  const close = async () => {
    if (dirty.current && !(await askToLeave())) return;
    dirty.current = false;
    onClose();
  };
  return (
    <Drawer
      opened={task !== undefined}
      onClose={() => void close()}
      position="right"
      size={640}
      title={t('students.bulk.life')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {task && (
        <Inside
          task={task}
          may={may}
          onDirty={(value) => {
            dirty.current = value;
          }}
          onClose={() => void close()}
        />
      )}
    </Drawer>
  );
}

interface Seen {
  input: LifeInput;
  answer: LifeAnswer;
}

// The state lives inside, so that every opening starts afresh.
function Inside({
  task,
  may,
  onDirty,
  onClose,
}: LifeDialogProps & { task: LifeTask; onDirty: (dirty: boolean) => void }) {
  const t = useMessages();
  const kinds = lifeKindsFrom(task.statuses, may).filter(
    (one) => task.ids.length === 1 || life[one].target !== 'recognition',
  );
  const [kind, setKind] = useState<LifeKind | undefined>(
    task.wish?.kind ?? (kinds.length === 1 ? kinds[0] : undefined),
  );
  const [paper, setPaper] = useState(false);
  const [passed, setPassed] = useState<Passed>({ rows: [emptyRow(1)], papers: [] });
  const [seen, setSeen] = useState<Seen>();
  const [back, setBack] = useState<LifeInput>();
  const [done, setDone] = useState<LifeAnswer>();
  const who = (
    <Text size="sm" fw={600} mb="md" style={{ overflowWrap: 'anywhere' }}>
      {task.name ?? t('students.status.so_many', { count: task.ids.length })}
    </Text>
  );
  if (task.ids.length > mostStudents) return <Alert color="orange">{t('students.life.most')}</Alert>;
  if (done)
    return (
      <>
        {who}
        <LifeReceipt answer={done} onClose={onClose} />
      </>
    );
  if (seen)
    return (
      <>
        {who}
        <LifePreview
          {...seen}
          onSeen={setSeen}
          onBack={() => {
            setBack(seen.input);
            setSeen(undefined);
          }}
          onDone={(answer) => {
            onDirty(false);
            setDone(answer);
          }}
        />
      </>
    );
  return (
    <>
      {who}
      <Ask
        task={task}
        kinds={kinds}
        kind={kind}
        onKind={setKind}
        paper={paper}
        onPaper={setPaper}
        passed={passed}
        onPassed={setPassed}
        direct={kind === undefined || may(life[kind].permission)}
        values={back}
        onDirty={onDirty}
        onSeen={setSeen}
        onClose={onClose}
      />
    </>
  );
}

/** What was passed elsewhere, and the papers that say so. */
interface Passed {
  rows: RecognitionRow[];
  papers: UploadedFile[];
}

interface AskProps {
  task: LifeTask;
  kinds: LifeKind[];
  kind: LifeKind | undefined;
  onKind: (kind: LifeKind | undefined) => void;
  /** the office has the order on paper */
  paper: boolean;
  onPaper: (paper: boolean) => void;
  passed: Passed;
  onPassed: (passed: Passed) => void;
  /** done at once, not proposed */
  direct: boolean;
  /** as they were before the preview */
  values: LifeInput | undefined;
  onDirty: (dirty: boolean) => void;
  onSeen: (seen: Seen) => void;
  onClose: () => void;
}

/** Which change it is, and what that needs. */
function Ask({
  task,
  kinds,
  kind,
  onKind,
  paper,
  onPaper,
  passed,
  onPassed,
  direct,
  values,
  onDirty,
  onSeen,
  onClose,
}: AskProps) {
  const t = useMessages();
  const { period, target } = kind ? life[kind] : {};
  const programme = target === 'programme';
  const recognises = target === 'recognition';
  const schema = asked.extend({
    reason: requiredText(1000),
    ...(period ? { ends_on: date } : {}),
    ...(target === 'study_year' ? { study_year: asked.shape.study_year.unwrap() } : {}),
    ...(recognises ? { origin: requiredText(300) } : {}),
    ...(direct && paper ? { order_number: requiredText(60), order_date: date } : {}),
  });
  const field = <N extends NameIn<'students.field'>>(name: N) => ({ name, label: t(codeId('students.field', name)) });
  const fields: FieldDefinition[] = [
    ...(target === 'study_year' ? [{ control: 'number', ...field('study_year') } as const] : []),
    ...(recognises
      ? [
          { control: 'text', name: 'origin', label: t('students.recognition.origin'), wide: true } as const,
          { control: 'text', name: 'decided_by', label: t('students.recognition.decided_by'), wide: true } as const,
          {
            control: 'number',
            ...field('study_year'),
            description: t('students.recognition.study_year_hint'),
          } as const,
        ]
      : []),
    ...(programme
      ? [
          { control: 'async', ...field('course_id'), load: loadCourses } as const,
          { control: 'select', ...field('level'), options: choices(t, 'students.level', level.options) } as const,
          { control: 'async', ...field('education_form_id'), load: loadForms } as const,
          {
            control: 'select',
            ...field('study_language'),
            options: choices(t, 'students.language', studyLanguage.options),
          } as const,
          { control: 'select', ...field('tuition'), options: choices(t, 'students.tuition', tuition.options) } as const,
          { control: 'async', ...field('department_id'), load: loadDepartments } as const,
        ]
      : []),
    {
      control: 'date',
      name: 'starts_on',
      label: t('students.field.effective_from'),
      description: t('students.hint.effective_from'),
    },
    ...(period ? [{ control: 'date', name: 'ends_on', label: t('students.field.effective_to') } as const] : []),
    ...(direct && paper
      ? [{ control: 'text', ...field('order_number') } as const, { control: 'date', ...field('order_date') } as const]
      : []),
    ...(direct && !paper
      ? [
          {
            control: 'select',
            name: 'language',
            label: t('students.life.language'),
            options: choices(t, 'students.language', locales),
          } as const,
        ]
      : []),
    { control: 'textarea', ...field('reason'), wide: true },
  ];
  const form = {
    schema,
    defaults: values ?? { language: 'uz', ...task.wish },
    draftKey: false,
    notice: false,
    save: async (payload: object): Promise<Seen> => {
      if (!kind) throw new Error(t('students.life.choose'));
      const recognised = recognises ? recognisedOf(passed.rows) : undefined;
      if (recognises && !recognised) throw new Error(t('students.recognition.incomplete'));
      // What was filled in for another kind stays in the form, and is not sent.
      const shown = fields.flatMap(({ name }) => {
        const value = Object.entries(payload).find(([key]) => key === name);
        return value ? [value] : [];
      });
      const input = lifeInput.parse({
        ids: task.ids,
        kind,
        ...Object.fromEntries(shown),
        ...(recognised ? { recognised, file_ids: passed.papers.map(({ id }) => id) } : {}),
      });
      return { input, answer: await api.life.preview.call(input, silent) };
    },
    onSaved: onSeen,
  } as const;
  const state = useRecordForm<typeof schema, Seen>(form);
  onDirty(state.dirty || values !== undefined);
  return (
    <RecordFormView
      {...form}
      state={state}
      fields={kind ? fields : []}
      submitLabel={t('students.life.preview')}
      onCancel={onClose}
      intro={
        <>
          <SelectField
            label={t('students.field.kind')}
            required
            options={choices(t, 'students.life', kinds)}
            value={kind ?? null}
            onChange={(next) => onKind(kinds.find((one) => one === next))}
          />
          {!direct && (
            <Text size="sm" c="dimmed">
              {t('students.status.propose_about')}
            </Text>
          )}
          {programme && (
            <Text size="sm" c="dimmed">
              {t('students.transfer.about')}
            </Text>
          )}
          {kind && direct && (
            <SwitchField
              label={t('students.life.paper')}
              description={t('students.life.paper_about')}
              value={paper}
              onChange={onPaper}
            />
          )}
        </>
      }
    >
      {recognises && (
        <>
          <RecognitionRows
            course_id={task.course_id ?? null}
            rows={passed.rows}
            onChange={(rows) => onPassed({ ...passed, rows })}
          />
          <FileUploader
            label={t('students.recognition.papers')}
            upload={uploadFile}
            extensions={paperFormats}
            maxSize={20 * 1024 * 1024}
            value={passed.papers}
            onChange={(papers) => onPassed({ ...passed, papers })}
          />
        </>
      )}
    </RecordFormView>
  );
}

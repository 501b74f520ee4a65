import { useForm } from '@mantine/form';
import { useBlocker, useLocation } from '@tanstack/react-router';
import type { ReactNode, RefObject, SyntheticEvent } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { z } from 'zod';
import type { MessageId } from '../../i18n.tsx';
import { askToLeave } from '../dialogs/confirm.tsx';
import { notify } from '../dialogs/notify.tsx';
import type { FormBinding } from './context.tsx';
import { dropDraft, readDraft, writeDraft } from './drafts.ts';
import { ownsFault, showFirstFault } from './faults.ts';
import type { ErrorText } from './issues.ts';
import { type Differences, differences, readServerError, textOfCode, textsOfIssues } from './issues.ts';
import { isRequired, keysOf, toPayload, valueAt } from './schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: values are checked by the schema at every step, not by the compiler
type Values = Record<string, any>;

export interface RecordFormOptions<S extends z.ZodType, R> {
  /** usually the input of the save call; `id` and `version` in it are carried over from the record */
  schema: S;
  /** the record that is edited; none creates */
  record?: object | null | undefined;
  /** what a new record starts with */
  defaults?: object | undefined;
  /** sends the record; what it throws is shown where it belongs */
  save: (payload: z.input<S>) => Promise<R>;
  onSaved?: ((result: R) => void) | undefined;
  /**
   * What tells that it is saved: `settings` for changes of settings or of one's profile, false where the page says it in
   * words of its own. By default that a record was saved, or edited.
   */
  notice?: 'settings' | false | undefined;
  /** name of the draft; by default the page and the record; false keeps none */
  draftKey?: string | false | undefined;
  disabled?: boolean | undefined;
}

export interface Conflict extends Differences {
  before: Values;
  /** my values */
  ours: Values;
  /** the record as it is now */
  now: Values;
  by: string | undefined;
  at: string | undefined;
}

export interface RecordFormState {
  binding: FormBinding;
  formRef: RefObject<HTMLFormElement | null>;
  values: Values;
  setValues: (values: Values) => void;
  submit: (event?: SyntheticEvent) => Promise<void>;
  submitting: boolean;
  dirty: boolean;
  /** a sentence about the whole form, if anything is wrong with it */
  problem: ReactNode;
  conflict: Conflict | null;
  /** takes the chosen values, and what only one of both changed, over the newest version; the person then saves again */
  settle: (chosen: Record<string, 'mine' | 'theirs'>) => void;
  /** when the values shown come from a draft: its time in milliseconds */
  restored: number | null;
  discard: () => void;
}

const sentence = (error: ErrorText): ReactNode => <FormattedMessage {...error} />;

const sentencesOf = (schema: z.ZodType, values: Values): Record<string, ReactNode> => {
  const payload = toPayload(schema, values);
  const result = schema.safeParse(payload);
  if (result.success) return {};
  return Object.fromEntries(
    Object.entries(textsOfIssues(result.error.issues, payload, schema)).map(([path, error]) => [path, sentence(error)]),
  );
};

const savedText = (notice: 'settings' | undefined, id: unknown): MessageId =>
  notice === 'settings' ? 'kit.changesSaved' : id === undefined || id === null ? 'kit.saved' : 'kit.edited';

/** State of one form that creates and edits: checks, draft, sending once, server faults on their fields, stale versions, leaving. */
export function useRecordForm<S extends z.ZodType, R = unknown>(options: RecordFormOptions<S, R>): RecordFormState {
  const { schema, record, defaults, save, onSaved } = options;
  const { pathname } = useLocation();
  const start = useMemo(() => ({ ...(defaults ?? {}), ...(record ?? {}) }) as Values, [record, defaults]);
  const draftKey =
    options.draftKey === false
      ? null
      : (options.draftKey ?? `${pathname}#${start.id ?? 'new'}#${keysOf(schema).join()}`);

  const form = useForm<Values>({ initialValues: start, validate: (values) => sentencesOf(schema, values) });
  const [submitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const done = useRef(false);
  // Counts refusals, so that the same one twice is shown twice.
  const [faulty, setFaulty] = useState<{ paths: string[]; at: number } | null>(null);
  const before = useRef(start);
  const dirty = form.isDirty();

  // A reference made anew by every render of the page must not empty the form: only another record (or its newer version) does.
  const identity = `${start.id ?? ''}:${start.version ?? ''}`;
  const shown = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (shown.current === identity) return;
    const first = shown.current === null;
    shown.current = identity;
    if (!first) {
      // The newest version came in while somebody types: their work stays, the save will tell of the conflict.
      if (form.isDirty()) return;
      before.current = start;
      form.setInitialValues(start);
      form.setValues(start);
      return;
    }
    const draft = draftKey ? readDraft(draftKey) : null;
    if (!draft) return;
    form.setValues({ ...start, ...draft.values });
    setRestored(draft.at);
  }, [identity]);

  const { values } = form;
  useEffect(() => {
    if (!draftKey || !dirty || done.current) return;
    const timer = setTimeout(() => writeDraft(draftKey, values), 400);
    return () => clearTimeout(timer);
  }, [draftKey, dirty, values]);

  // Controls are disabled while the record is on its way, and a disabled one takes no focus.
  useEffect(() => {
    if (!submitting && faulty) showFirstFault(formRef.current, faulty.paths);
  }, [submitting, faulty]);
  const refuse = (sentence: ReactNode, paths: string[]) => {
    setProblem(sentence);
    setFaulty((last) => ({ paths, at: (last?.at ?? 0) + 1 }));
  };

  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      dirty && !done.current && current.pathname !== next.pathname && !(await askToLeave()),
    enableBeforeUnload: () => dirty && !done.current,
  });

  const fail = (error: unknown, payload: Values) => {
    const fault = readServerError(error);
    if (fault.status === 409 && fault.current) {
      const found = differences(before.current, payload, fault.current, keysOf(schema));
      const { current: now, by, at } = fault;
      setConflict({ ...found, before: before.current, ours: payload, now, by, at });
      return;
    }
    if (fault.fields.length > 0) {
      const errors = Object.fromEntries(
        fault.fields.map(({ path, code, message }) => [
          path,
          message || sentence(textOfCode(code) ?? { id: 'kit.error.format' }),
        ]),
      );
      form.setErrors(errors);
      refuse(fault.message || <FormattedMessage id="kit.error.check" />, Object.keys(errors));
      return;
    }
    refuse(fault.message || <FormattedMessage id="kit.error.wrong" />, []);
  };

  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    // A form inside a drawer must not send the form of the page under it: React events bubble through portals.
    event?.stopPropagation();
    if (sending.current || options.disabled) return;
    const errors = sentencesOf(schema, form.values);
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) {
      refuse(errors[''] ?? <FormattedMessage id="kit.error.check" />, Object.keys(errors));
      return;
    }
    const payload = toPayload(schema, form.values);
    sending.current = true;
    setSubmitting(true);
    setProblem(null);
    try {
      const result = await save(payload as z.input<S>);
      done.current = true;
      if (draftKey) dropDraft(draftKey);
      setRestored(null);
      // The saved values are the new beginning, so that staying on the page can go on from here.
      const version = (result as { version?: unknown } | null | undefined)?.version;
      const saved = typeof version === 'number' ? { ...form.values, version } : form.values;
      before.current = saved;
      form.setInitialValues(saved);
      form.setValues(saved);
      if (options.notice !== false) notify.success(<FormattedMessage id={savedText(options.notice, start.id)} />);
      onSaved?.(result);
    } catch (error) {
      fail(error, payload);
    } finally {
      sending.current = false;
      setSubmitting(false);
    }
  };

  const settle = (chosen: Record<string, 'mine' | 'theirs'>) => {
    if (!conflict) return;
    const { ours, now } = conflict;
    const next: Values = { ...now };
    for (const key of [...conflict.mine, ...conflict.both.filter((field) => chosen[field] === 'mine')])
      next[key] = ours[key];
    before.current = now;
    form.setInitialValues(now);
    form.setValues(next);
    setConflict(null);
    setProblem(null);
  };

  const binding: FormBinding = {
    schema,
    disabled: (options.disabled ?? false) || submitting,
    requiredOf: (path) => isRequired(schema, path),
    get: (path) => valueAt(form.values, path),
    set: (path, value) => {
      done.current = false;
      form.setFieldValue(path, value);
      for (const key of Object.keys(form.errors)) if (ownsFault(path, key)) form.clearFieldError(key);
    },
    check: (path) => {
      const errors = sentencesOf(schema, form.values);
      const own = Object.keys(errors).find((key) => key === path || key.startsWith(`${path}.`));
      if (own !== undefined) form.setFieldError(own, errors[own]);
    },
    error: (path) => form.errors[path] ?? form.errors[`${path}_id`],
    attempt: faulty?.at ?? 0,
  };

  return {
    binding,
    formRef,
    values,
    setValues: (next) => form.setValues(next),
    submit,
    submitting,
    dirty,
    problem,
    conflict,
    settle,
    restored,
    discard: () => {
      if (draftKey) dropDraft(draftKey);
      setRestored(null);
      form.setErrors({});
      form.setInitialValues(start);
      form.setValues(start);
    },
  };
}

import { and, desc, eq } from 'drizzle-orm';
import { discountContract, sumOf } from '#domains/accounting/server/index.ts';
import { registerRetake } from '#domains/assessment/server/index.ts';
import { issuedDocuments } from '#domains/credentials/server/index.ts';
import type { Answers } from '#domains/questions/server/index.ts';
import { changeLife, duplicateCard, saveStudent, studentById } from '#domains/students/server/index.ts';
import { type Locale, locales, type Option } from '#platform/contract/index.ts';
import type { Call, OutputOf } from '#platform/server/call/context.ts';
import { fail, refusalOf } from '#platform/server/call/errors.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate, paperMoney } from '#platform/server/documents/index.ts';
import type { contract } from '../contract.ts';
import { type ChainStep, chosenFrom, type Decision, decided, type RecordChange } from '../shapes.ts';
import { recordsOf } from './choices.ts';

/**
 * A step that changes the record does it by the command of whoever owns the record, with the rights of who does the step, in
 * the transaction of the step. Whoever decides sees beforehand what would follow: the same work, taken back.
 */

interface Asked {
  student_id: number;
  number: string;
  answers: Answers;
}
type Change = NonNullable<ChainStep['change']>;
interface Done {
  /** The order that was written, where there is one. */
  order?: { id: number; number: string };
  /** What it brought, in the language of the caller. */
  lines: string[];
}
type Looked = OutputOf<typeof contract.request.change_status>['requests'][number]['change'];

/** What was answered for the change, by what the change calls it. */
function answerer({ answers }: Asked, change: Change): (name: string) => string | undefined {
  return (name) => {
    const answer = answers[change.with[name] ?? ''];
    return typeof answer === 'string' && answer !== '' ? answer : undefined;
  };
}

/** What was said, else what was answered, of that which is decided. */
function decisionOf(request: Asked, change: Change, said: Decision = {}): Decision {
  const told = answerer(request, change);
  const language = locales.find((one) => one === told('study_language'));
  const all: Decision = {
    starts_on: told('starts_on'),
    ends_on: told('ends_on'),
    ...Object.fromEntries(Object.keys(chosenFrom).flatMap((name) => (told(name) ? [[name, Number(told(name))]] : []))),
    ...(language ? { study_language: language } : {}),
    ...said,
  };
  const names = new Set<string>(Object.keys(decided[change.kind]));
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => names.has(name) && value !== undefined));
}

/** What cannot be done without and nobody has said. */
const lacking = (kind: RecordChange, decision: Decision): string[] =>
  Object.entries(decided[kind]).flatMap(([name, needed]) =>
    needed && decision[name as keyof Decision] === undefined ? [name] : [],
  );

/** Errors: BAD_REQUEST with what is not decided, and those of the change itself. */
export async function changeRecord(call: Call, request: Asked, change: Change, said?: Decision): Promise<Done> {
  const decision = decisionOf(request, change, said);
  const absent = lacking(change.kind, decision);
  if (absent.length)
    throw fail('BAD_REQUEST', { fields: absent.map((name) => ({ path: `decision.${name}`, code: 'form_required' })) });
  const told = answerer(request, change);
  const by = message(call.locale, 'change_by_request', { number: request.number });
  const say = (key: string, values: Record<string, unknown>) => message(call.locale, key, values);
  switch (change.kind) {
    case 'NAME': {
      const before = await studentById(call, request.student_id);
      const names = {
        lastname: told('lastname') ?? before.lastname,
        firstname: told('firstname') ?? before.firstname,
        midname: told('midname') ?? before.midname,
      };
      await saveStudent(call, { id: before.id, version: before.version, ...names });
      const whole = (of: { lastname: string; firstname: string; midname?: string | null }) =>
        [of.lastname, of.firstname, of.midname].filter(Boolean).join(' ');
      return { lines: [say('changed.NAME', { before: whole(before), after: whole(names) })] };
    }
    case 'RETAKE': {
      const made = await registerRetake(call, {
        student_id: request.student_id,
        course_module_id: decision.course_module_id ?? 0,
      });
      const { code, title } = made.course_module;
      const fee = made.fee !== null && Number(made.fee) > 0 ? made.fee : null;
      return {
        lines: [
          say('changed.RETAKE', { module: `${code} ${title}`, attempt: made.attempt }),
          ...(fee ? [say('changed.RETAKE_FEE', { sum: paperMoney(fee) })] : []),
        ],
      };
    }
    case 'DISCOUNT': {
      const parts = await discountContract(call, {
        student_id: request.student_id,
        percent: decision.percent ?? 0,
        reason: `${by}: ${told('reason') ?? ''}`.slice(0, 500),
      });
      return {
        lines: parts.map(({ due_on, before, after }) =>
          say('changed.DISCOUNT', {
            day: paperDate(due_on),
            before: paperMoney(sumOf(before)),
            after: paperMoney(sumOf(after)),
          }),
        ),
      };
    }
    case 'CARD': {
      const { before, after } = await duplicateCard(call, {
        student_id: request.student_id,
        lost: told('cause') !== 'DAMAGED',
      });
      return {
        lines: [
          ...(before ? [say('changed.CARD_BEFORE', { number: before })] : []),
          say('changed.CARD', { number: after }),
        ],
      };
    }
    default:
      return changeLifeOf(call, request, change.kind, decision, told('reason') ?? by);
  }
}

async function changeLifeOf(
  call: Call,
  request: Asked,
  kind: 'LEAVE' | 'RETURN' | 'TRANSFER',
  decision: Decision,
  reason: string,
): Promise<Done> {
  const { ends_on, starts_on, course_id, education_form_id, study_language } = decision;
  const target = kind === 'TRANSFER' ? { course_id, education_form_id, study_language } : {};
  const answer = await changeLife(call, {
    ids: [request.student_id],
    kind,
    reason,
    starts_on,
    ...(kind === 'LEAVE' ? { ends_on } : {}),
    ...target,
  });
  // A request is approved when the record is changed, not when somebody else is asked to.
  if (answer.proposal) throw fail('FORBIDDEN', { permission: 'student.confirm_status' });
  const lines = answer.students.flatMap((one) => one.lines.map(({ text }) => text));
  if (!answer.change?.document) return { lines };
  const [order] = await call.db
    .select({ id: issuedDocuments.id, number: issuedDocuments.number })
    .from(issuedDocuments)
    .where(and(eq(issuedDocuments.student_id, request.student_id), eq(issuedDocuments.kind, 'ORDER')))
    .orderBy(desc(issuedDocuments.id))
    .limit(1);
  return { lines, ...(order ? { order } : {}) };
}

/** What would come of it, or why it would be refused; and from what whoever decides may choose. Writes nothing. */
export async function tryChange(
  call: Call,
  request: Asked,
  change: Change,
  said: Decision | undefined,
  choices: Choices,
): Promise<{ lines: string[]; change: Looked; refusal: { code: string; message: string } | null }> {
  const decision = decisionOf(request, change, said);
  const look: Looked = { kind: change.kind, decision, options: choices.of(request.student_id, change.kind) };
  const nothing = { lines: [], change: look, refusal: null };
  const undecided =
    change.kind === 'TRANSFER' && !decision.course_id && !decision.education_form_id && !decision.study_language;
  if (undecided || lacking(change.kind, decision).length) return nothing;
  const after = call.afterCommit.length;
  let done: Done | undefined;
  await call.client.query('savepoint deciding');
  const refusal = await refusalOf(call.locale, async () => {
    done = await changeRecord(call, request, change, said);
  });
  await call.client.query('rollback to savepoint deciding');
  call.afterCommit.length = after;
  return refusal
    ? {
        ...nothing,
        refusal: {
          code: refusal.code,
          message: refusal.data.fields?.[0] ? wordsOf(call.locale, refusal) : refusal.message,
        },
      }
    : { ...nothing, lines: done?.lines ?? [] };
}

/** What is wrong with the first field says more than that something is wrong. */
function wordsOf(locale: Locale, { message: whole, data }: NonNullable<Awaited<ReturnType<typeof refusalOf>>>): string {
  const [field] = data.fields ?? [];
  return field ? message(locale, field.code, { ...data, ...field }) : whole;
}

type Options = Record<string, Option[]>;
export interface Choices {
  of(student_id: number, kind: RecordChange): Options;
}

/** From what may be chosen for these people, asked once for all of them: of a transfer by anybody, of a retake by each. */
export async function choicesFor(
  call: Call,
  asked: readonly { student_id: number; kind: RecordChange }[],
): Promise<Choices> {
  const ids = asked.flatMap(({ student_id, kind }) => (kind === 'RETAKE' ? student_id : []));
  const retakes = await recordsOf(call, 'RETAKE', ids);
  const transfer: Options = asked.some(({ kind }) => kind === 'TRANSFER')
    ? {
        course_id: (await recordsOf(call, 'COURSE', []))(0),
        education_form_id: (await recordsOf(call, 'EDUCATION_FORM', []))(0),
      }
    : {};
  return {
    of: (student_id, kind) =>
      kind === 'TRANSFER' ? transfer : kind === 'RETAKE' ? { course_module_id: retakes(student_id) } : {},
  };
}

import { factNames, factTitle } from '#domains/forms/server/index.ts';
import type { Locale } from '#platform/contract/index.ts';
import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { eventFields, rowFields } from '../shapes.ts';

/** What can stand in a certificate, and where it comes from. */

const ofPaper = ['paper.number', 'paper.date', 'paper.code', 'paper.address'] as const;
const ofInstitution = ['institution.name', 'institution.rector', 'institution.registrar'] as const;
const groups: Record<string, readonly string[]> = {
  person: ['person.name'],
  event: eventFields.map((name) => `event.${name}`),
  row: rowFields.map((name) => `row.${name}`),
  student: factNames.filter((name) => name.startsWith('student.') && name !== 'student.name'),
  paper: ofPaper,
  institution: ofInstitution,
};
export const fieldNames: ReadonlySet<string> = new Set(Object.values(groups).flat());

/** Known only when it is issued; drawing fills them. */
export const isOfPaper = (name: string): boolean => ofPaper.some((one) => one === name);
/** Says nothing of the person, so it need not stand among the facts of the public page. */
export const isGeneral = (name: string): boolean => isOfPaper(name) || ofInstitution.some((one) => one === name);

export const fieldTitle = (locale: Locale, name: string): string =>
  name.startsWith('student.') ? factTitle(locale, name) : message(locale, `certificate_field.${name}`);

export const knownFields = (call: Call) =>
  Object.entries(groups).flatMap(([group, names]) =>
    names.map((id) => ({ id, title: fieldTitle(call.locale, id), group })),
  );

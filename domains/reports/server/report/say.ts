import type { Call } from '#platform/server/call/context.ts';
import { message } from '#platform/server/call/messages.ts';
import { paperDate } from '#platform/server/documents/index.ts';
import type { SubjectField } from '#platform/server/kernel.ts';
import { titlesOf } from '#platform/server/records/references.ts';
import type { ReportDefinition } from '../../definition.ts';
import { fieldFor, type Planned } from './plan.ts';

/** What a report holds, in words: for a paper whose reader does not see how it was asked. */
export async function sayFilters(
  call: Call,
  { subject }: Planned,
  { filters }: ReportDefinition,
): Promise<[string, string][]> {
  const { locale } = call;
  const said: [string, string][] = [[message(locale, 'report_of'), subject.titles[locale]]];
  for (const { field: name, op, values } of filters) {
    const field = fieldFor(call, subject, name);
    const words = await sayValues(call, field, values);
    said.push([field.titles[locale], message(locale, `report_op.${op}`, { values: words.join(', ') })]);
  }
  return said;
}

async function sayValues(call: Call, field: SubjectField, values: readonly string[]): Promise<string[]> {
  const { locale } = call;
  switch (field.kind) {
    case 'code':
      return values.map((value) => field.say(value, locale));
    case 'date':
      return values.map(paperDate);
    case 'flag':
      return values.map((value) => message(locale, value === 'true' ? 'report_yes' : 'report_no'));
    case 'reference': {
      const titles = await titlesOf(call, field.to.table, values.map(Number), field.to.title(locale));
      return values.map((value) => titles.get(Number(value))?.title ?? value);
    }
    default:
      return [...values];
  }
}

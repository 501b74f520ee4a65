import { contract as curriculum } from '#domains/curriculum/contract.ts';
import { contract as institutions } from '#domains/institutions/contract.ts';
import { contract as messaging } from '#domains/messaging/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect, openPaper, queryClient } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const places = connect(institutions);
const plans = connect(curriculum);
const people = connect(students);
/** Long work is followed and taken back where all long work is. */
const { job: jobs } = connect(messaging);

export type Agreement = Awaited<ReturnType<typeof api.agreement.get.call>>;
export type Contract = Awaited<ReturnType<typeof api.contract.list.call>>['content'][number];
export type WholeContract = Awaited<ReturnType<typeof api.contract.get.call>>;
export type Payment = Awaited<ReturnType<typeof api.payment.get.call>>;
export type Parts = Awaited<ReturnType<typeof api.payment.parts.call>>;
export type Debit = Awaited<ReturnType<typeof api.debit.get.call>>;
export type Invoice = Awaited<ReturnType<typeof api.invoice.list.call>>['content'][number];
export type Refund = Awaited<ReturnType<typeof api.refund.list.call>>['content'][number];
export type Debtor = Awaited<ReturnType<typeof api.debtor.list.call>>['content'][number];
export type Opened = Awaited<ReturnType<typeof api.agreement.open.call>>;

const question = (search: string, ids?: OptionId[]) => (ids ? { ids: ids.join(',') } : { search });
export const loadCourses = async (search: string, ids?: OptionId[]) =>
  (await plans.course.all.call(question(search, ids))).map(({ id, title }) => ({ id, title }));
export const loadForms = (search: string, ids?: OptionId[]) => places.education_form.all.call(question(search, ids));
export const loadYears = (search: string, ids?: OptionId[]) => places.academic_year.all.call(question(search, ids));
export const loadAgreements = (search: string, ids?: OptionId[]) => api.agreement.all.call(question(search, ids));
export const loadContracts = (search: string, ids?: OptionId[]) => api.contract.all.call(question(search, ids));
export const loadStudents = studentOptions((asked) => people.all.call(asked));

/** What was read before a change is old after it. */
export const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.key() }),
    queryClient.invalidateQueries({ queryKey: jobs.key() }),
  ]);

/** A paper by its short-lived link, to be read in the page. */
export const openFile = ({ number, file }: { number: string; file: { src: string } }): Promise<boolean> =>
  openPaper(file.src, `${number}.pdf`);

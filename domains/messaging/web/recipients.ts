import { contract as identity } from '#domains/identity/contract.ts';
import { contract as students } from '#domains/students/contract.ts';
import { connect } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/controls/addressed.ts';
import type { OptionId } from '#platform/web/kit/index.ts';

const { account } = connect(identity);
const student = connect(students);

/** People with an account, by name. */
export const loadAccounts = async (search: string, ids?: OptionId[]) =>
  (await account.all.call(ids ? { ids: ids.join(',') } : { search })).map(({ id, title, username }) => ({
    id,
    title: `${title} (${username})`,
  }));

/** Students, by name or number. */
export const loadStudents = studentOptions((question) => student.all.call(question));

import { contract as students } from '#domains/students/contract.ts';
import { connect, queryClient } from '#platform/web/index.ts';
import { studentOptions } from '#platform/web/kit/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
const learners = connect(students);

export const loadStudents = studentOptions((asked) => learners.all.call(asked));
export const refresh = () => queryClient.invalidateQueries({ queryKey: api.key() });

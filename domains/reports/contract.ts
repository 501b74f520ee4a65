import { call } from '#platform/contract/index.ts';
import { dashboard } from './shapes.ts';

export { permissions } from './permissions.ts';

export const contract = {
  dashboard: {
    student: call({
      method: 'GET',
      path: '/dashboard/student',
      summary: 'The home of the student who calls: today, what is next and due, and where they stand by module',
      access: { permission: 'dashboard.read' },
      output: dashboard,
    }),
  },
};

import { silent } from '#platform/web/index.ts';
import { api, refresh } from './api.ts';
import type { PackageDesk } from './reports.ts';

/** Packages of lessons. */
export const lessonDesk: PackageDesk = {
  name: 'progress',
  launch: (package_id, step) => api.articulate.launch.call({ package_id, ...step }, silent),
  report: (report) => api.articulate.progress.call(report, silent),
  refresh,
};

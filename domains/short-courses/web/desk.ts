import type { PackageDesk } from '#domains/lessons/web/index.ts';
import { silent } from '#platform/web/index.ts';
import { api, refresh } from './api.ts';

/** Packages of chapters; reports that wait say of which chapter they are. */
export const chapterReports = {
  name: 'chapter-progress',
  report: ({ place = 0, ...report }) => api.chapter.package.progress.call({ chapter_id: place, ...report }, silent),
  refresh,
} satisfies Omit<PackageDesk, 'launch'>;

export const chapterDesk = (chapter_id: number): PackageDesk => ({
  ...chapterReports,
  place: chapter_id,
  launch: (_package, step) => api.chapter.package.launch.call({ chapter_id, ...step }, silent),
});

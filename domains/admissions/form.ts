import type { Title } from '#platform/contract/index.ts';
import type { StudyLevel } from '#platform/contract/levels.ts';

/** Which papers go with an application. No I/O. */

export const applicantTypes = ['general', 'transfer', 'secondary-spec', 'master'] as const;

/** A paper that goes with the application; empty lists mean every applicant type, every level. */
export interface RequiredDocument {
  type: string;
  title: Title;
  applicant_types: (typeof applicantTypes)[number][];
  levels: StudyLevel[];
  required: boolean;
}

/** The papers that somebody of this type and level brings. */
export const documentsFor = (
  documents: readonly RequiredDocument[],
  applicantType: string,
  level: string | null,
): RequiredDocument[] =>
  documents.filter(
    (document) =>
      (document.applicant_types.length === 0 || document.applicant_types.some((type) => type === applicantType)) &&
      (document.levels.length === 0 || document.levels.some((one) => one === level)),
  );

/** What of the papers that are asked for stands in the way of finding an application right. */
export interface PaperFault {
  type: string;
  title: Title;
  code: 'PAPER_MISSING' | 'PAPER_NOT_CHECKED' | 'PAPER_DECLINED';
}
export const paperFaults = (
  asked: readonly RequiredDocument[],
  brought: readonly { type: string; status: 'PENDING' | 'ACCEPTED' | 'DECLINED' }[],
): PaperFault[] =>
  asked.flatMap(({ type, title, required }): PaperFault[] => {
    const there = brought.find((one) => one.type === type);
    if (there?.status === 'ACCEPTED' || (!required && there?.status !== 'PENDING')) return [];
    const code = !there ? 'PAPER_MISSING' : there.status === 'DECLINED' ? 'PAPER_DECLINED' : 'PAPER_NOT_CHECKED';
    return [{ type, title, code }];
  });

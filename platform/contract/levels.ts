/** What one studies for: a bachelor's degree, a master's, or that of a Master of Science. */
export const studyLevels = ['BACHELOR', 'MASTER', 'MS'] as const;
export type StudyLevel = (typeof studyLevels)[number];

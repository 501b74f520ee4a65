/** Shapes of the students' calls: the records, and what is done with them. */
export * from './shapes-acts.ts';
export * from './shapes-papers.ts';
export * from './shapes-records.ts';

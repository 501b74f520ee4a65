/**
 * Every advisory lock of Edulab, so that no two things wait for each other by accident. PostgreSQL keeps those of one
 * number apart from those of two: the second list stands before an id.
 */
export const locks = {
  /** One server at a time brings the schema up to date. */
  migrate: 7331,
  /** One server at a time puts in the built-in roles. */
  roles: 7332,
  /** One change at a time that could take an institution its last super administrator. */
  superAdmins: 7333,
  /** One first installation at a time. */
  installation: 7334,
  /** One process at a time removes contents without files. */
  fileSweep: 7335,
  /** One server at a time fills the demo university or removes half of one. */
  demo: 7336,
} as const;

export const lockSpaces = {
  /** With the id of a job: whoever holds it does that job. */
  job: 7333,
  /** With the id of an institution: whoever holds it makes students of applicants there. */
  enrollment: 7334,
  /** With the hash of an institution and a reference: one payment of a bank at a time is written under it. */
  externalPayment: 7335,
  /** With the hash of its key: whoever holds it counts that overview anew. */
  overviews: 7349,
  /** With the hash of its name: whoever holds it does that work of the night. */
  nightly: 7336,
  /** With the id of a student: whoever holds it counts how often they certified for themselves, and once more. */
  selfCertification: 7337,
  /** With the id of an institution: shared by all who write into its books (guards.sql of accounting), held alone by who closes a day or a month. */
  books: 7338,
  /** With the id of an institution: whoever holds it compares its books with banks and gateways. */
  reconciliation: 7339,
  /** With the id of a reversal: whoever holds it asks Click about it. */
  reversals: 7346,
  /** With the id of a period of evaluation: shared by all who vote in it, held alone by who closes it. */
  evaluation: 7340,
  /** With the id of a student: shared by all who verify or revoke what they reached, held alone by who issues a statement of it. */
  achievements: 7347,
  /** With the hash of a phone: whoever holds it sends a code there, and knows when the last one went. */
  codeSent: 7350,
  /** With the id of an institution: whoever holds it gives an act of destruction its number. */
  letterActs: 7348,
} as const;

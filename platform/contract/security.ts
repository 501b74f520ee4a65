/** What the security log keeps; words for people stand as `security.kind.<KIND>`. */
export const securityKinds = [
  'SIGN_IN',
  'SIGN_OUT',
  'SESSIONS_ENDED',
  'PROOF',
  'SENSITIVE_ACT',
  'PASSWORD',
  'EMAIL',
  'PHONE',
  'USERNAME',
  'ACCOUNT',
  'ROLES_OF_ACCOUNT',
  'ROLE',
  'PERSONAL_EXPORT',
  'SENSITIVE_READ',
  'OUTBOX_READ',
  'LOG_READ',
  'POLICY',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

export const securityOutcomes = ['DONE', 'REFUSED'] as const;
export type SecurityOutcome = (typeof securityOutcomes)[number];

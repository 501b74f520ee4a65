import { defineErrors, employees, groups, type Role, reading, roles, writing } from '#platform/contract/index.ts';
import { entrance } from './contract/entrance.ts';
import { own } from './contract/own.ts';
import { persons } from './contract/persons.ts';
import { rights } from './contract/rights.ts';
import { security } from './contract/security.ts';

/** Who people are, how they come in, what they may, and what they did. */

export {
  type AccountType,
  accountTypes,
  type RequiredAction,
  requiredActions,
  type UserInfo,
  userInfo,
} from './contract/shapes.ts';

const peopleOffices: readonly Role[] = [
  ...groups.admins,
  'SYSTEM_MODERATOR',
  'REGISTRAR_HEAD',
  'REGISTRAR_OFFICER',
  'ADMISSION_MODERATOR',
  'ADMISSION_ARCHIVE_OPERATOR',
];

export const permissions = {
  'role.read': reading({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
  'role.manage': writing({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
  'account.read': reading({ institution: [...groups.admins, ...groups.topViewers, 'SYSTEM_MODERATOR'] }),
  'account.manage': writing({ institution: [...groups.admins, 'SYSTEM_MODERATOR'] }),
  'history.read': reading({
    institution: [...groups.admins, 'ADMIN_VIEWER', 'DIRECTOR'],
    // An applicant has pages of admission and payment only.
    own: roles.filter((role) => role !== 'GUEST_USER'),
  }),
  // Who came in from where, and what they took along: nobody's business but theirs who answer for the whole.
  'security.read': reading({ institution: ['SUPER_ADMIN'] }),
  // Whoever takes papers in sees that somebody is here twice.
  'person.read': reading({ institution: [...peopleOffices, ...groups.topViewers] }),
  'person.merge': writing({ institution: peopleOffices }),
  // Names and sign-in names for selectors that ask for a colleague; nothing private.
  'account.choose': reading({ institution: employees }),
};
declare module '#platform/contract/declared.ts' {
  interface DeclaredErrors {
    identity: typeof errors;
  }
  interface DeclaredPermissions {
    identity: typeof permissions;
  }
}

export const errors = defineErrors({
  SIGN_IN_REFUSED: 401,
  SIGN_IN_BUSY: 503,
  ACCOUNT_WITHOUT_ROLE: 403,
  PASSWORD_POLICY: 422,
  PASSWORD_PERSONAL: 422,
  PASSWORD_COMMON: 422,
  PASSWORD_SAME: 422,
  AUTH_REFUSED: 422,
  CODE_REFUSED: 422,
  LINK_REFUSED: 422,
  USERNAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  PHONE_TAKEN: 409,
  NO_EMAIL: 422,
  ROLE_TOO_STRONG: 403,
  ROLE_HELD_ELSEWHERE: 403,
  ROLE_BUILT_IN: 422,
  ROLE_HELD: 409,
  ROLE_READS_ONLY: 422,
  SCOPE_NOT_OFFERED: 422,
  UNKNOWN_PERMISSION: 422,
  OWN_ROLES: 403,
  ACCOUNT_TOO_STRONG: 403,
  LAST_SUPER_ADMIN: 422,
  OWN_ACCOUNT: 422,
  ALREADY_INSTALLED: 409,
  PERSON_CONFLICT: 409,
  PERSON_BUILT_ON: 409,
});

export const contract = { ...entrance, ...own, ...persons, ...rights, ...security };

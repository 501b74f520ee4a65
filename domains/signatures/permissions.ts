import { type Permissions, writing } from '#platform/contract/index.ts';

/** Signing itself needs no right of its own: it is part of what is signed, whose domain says who may. */
export const permissions = {
  'signature.settings': writing({ institution: ['SUPER_ADMIN', 'ADMIN'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    signatures: typeof permissions;
  }
}

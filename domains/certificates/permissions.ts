import { type Permissions, writing } from '#platform/contract/index.ts';

/**
 * Whoever designs a certificate, whoever issues it (`certificate.issue` of forms) and whoever revokes it
 * (`issued_document.revoke` of credentials) are three rights: an office that gives papers out does not decide how they look,
 * and what strangers hold in their hands is taken back by somebody else.
 */
export const permissions = {
  'certificate_template.manage': writing({ institution: ['SUPER_ADMIN', 'ADMIN', 'DEMO_ADMIN', 'REGISTRAR_HEAD'] }),
} satisfies Permissions;
declare module '#platform/contract/declared.ts' {
  interface DeclaredPermissions {
    certificates: typeof permissions;
  }
}

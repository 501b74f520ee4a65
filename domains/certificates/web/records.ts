/** How changes of templates and issues read. */
export const records = {
  certificate_templates: { codes: { status: 'certificates.template_state', languages: 'certificates.language' } },
  certificate_issues: { codes: { status: 'certificates.issue_state', language: 'certificates.language' } },
};

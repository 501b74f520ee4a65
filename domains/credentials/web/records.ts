/** How changes of issued documents read. */
export const records = {
  issued_documents: {
    codes: {
      kind: 'credentials.kind',
      status: 'credentials.state',
      language: 'credentials.language',
      provisional: 'credentials.provisional',
    },
    fields: {},
  },
  letter_templates: { codes: {} },
  blank_series: { codes: { kind: 'credentials.kind', level: 'credentials.level' } },
  blanks: { codes: { state: 'credentials.blank_state' } },
};

/** How changes of issued documents read. */
export const records = {
  issued_documents: {
    codes: { kind: 'credentials.kind', status: 'credentials.state', language: 'credentials.language' },
    fields: {},
  },
};

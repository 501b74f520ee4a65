import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of letters and of what was ordered about them read. */
export const records = {
  letter_groups: {
    codes: { direction: 'correspondence.direction' },
    page: { permission: 'correspondence.register', to: (id: number) => `/document-management-group?open=${id}` },
  },
  letters: {
    codes: {
      direction: 'correspondence.direction',
      status: 'correspondence.state',
      kind: 'correspondence.kind',
      delivery: 'correspondence.delivery',
      language: 'correspondence.language',
    },
  },
  letter_orders: { codes: { status: 'correspondence.order_state', repeats: 'correspondence.repeat' } },
  letter_deputies: {},
  letter_people: {},
  letter_destructions: {
    codes: { status: 'correspondence.destruction_state' },
    page: {
      permission: 'correspondence.oversee',
      to: (id: number) => `/document-management-moderator/destruction/${id}`,
    },
  },
  letter_destruction_members: { codes: { status: 'correspondence.agreement_state' } },
  letter_destruction_items: {},
  letter_reservations: { codes: { status: 'correspondence.reservation' } },
  letter_executors: {},
  letter_extensions: { codes: { status: 'correspondence.extension_state' } },
  letter_agreements: { codes: { status: 'correspondence.agreement_state' } },
  letter_acquaintances: {},
} satisfies RecordsWords;

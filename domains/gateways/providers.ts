/** The payment systems that people here pay with. Pure. */
export const providers = ['PAYME', 'CLICK'] as const;
export type Provider = (typeof providers)[number];

/** As Payme counts them: 1 made, 2 paid, -1 cancelled before it was paid, -2 cancelled afterwards. Click's are kept the same. */
export const transactionStates = [1, 2, -1, -2] as const;
export type TransactionState = (typeof transactionStates)[number];

export const orderStates = ['WAITING', 'PAID', 'CANCELLED', 'RETURNED'] as const;
export type OrderState = (typeof orderStates)[number];

/**
 * Of a payment by Click that is to be taken back. SENDING: another person agreed, and Click is asked until its status says how
 * it ended. STUCK: Click gave the money back, and here it was used meanwhile.
 */
export const reversalStates = ['ASKED', 'SENDING', 'DONE', 'REFUSED', 'STUCK', 'WITHDRAWN'] as const;
export type ReversalState = (typeof reversalStates)[number];

/** Whole tiyin: less than 1,000 soʻm costs more than it brings. */
export const leastAmount = 100_000;
export const mostAmount = 1_000_000_000_000;

/** What is made and not paid in this time is cancelled: twelve hours, as Payme demands. */
export const openForMs = 43_200_000;

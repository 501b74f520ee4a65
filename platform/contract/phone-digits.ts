/** A telephone number as it is stored: its country's digits first. Apart from the shapes, for pages that load none. */
export const phoneDigits = /^\d{12,15}$/;

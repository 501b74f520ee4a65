import type { Driver } from './mail.ts';

/** A provider of SMS: `send` gets a phone of 12 to 15 digits and the text. A new provider is one file beside this one. */
export type SmsDriver = Driver;

/** No provider is configured: texts stay in the outbox, where they can be read. */
export const smsDriver = (): SmsDriver | null => null;

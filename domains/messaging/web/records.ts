/** How changes of mail templates read. */
export const records = { email_templates: {} };

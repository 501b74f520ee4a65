/** Blanks that a template may have: `{firstname}`. */
export const variables = ['firstname', 'lastname', 'midname', 'username', 'email', 'institution'] as const;

export const operations = ['INSERT', 'UPDATE', 'DELETE'] as const;

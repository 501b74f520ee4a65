/** Ways in which a course is held. Apart from the shapes, which a page that only filters by them need not load. */
export const formats = ['ONSITE', 'ONLINE', 'MIXED'] as const;

/** How changes of the calendar read. Links to it are somebody's own: their secret is no word for others. */
export const records = {
  calendar_events: { codes: { type: 'calendar.type', audience: 'calendar.audience' } },
  calendar_feeds: {},
};

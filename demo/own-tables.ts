/** As a condition of pg_class: tables of ours, parts of one not counted. */
export const ownTables = "relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition";

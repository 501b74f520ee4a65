export { outboxDeliveries } from '#platform/server/outbox-tables.ts';

ALTER TABLE "contracts" ADD COLUMN "earned_before" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "contracts" ADD COLUMN "earns_from" date;

ALTER TABLE "evaluation_units" ADD COLUMN "dropped" smallint DEFAULT 0 NOT NULL;

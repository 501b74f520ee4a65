ALTER TABLE "evaluation_periods" ADD COLUMN "remind_before" smallint[] DEFAULT '{}' NOT NULL;
ALTER TABLE "evaluation_units" ADD COLUMN "breakdown" jsonb DEFAULT '{"groups":[],"languages":[]}'::jsonb NOT NULL;

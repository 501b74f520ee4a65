ALTER TABLE "ec_claims" ADD COLUMN "panel_at" timestamp with time zone;
ALTER TABLE "ec_claims" ADD COLUMN "panel_place" text;
CREATE INDEX "ec_claims_panel" ON "ec_claims" USING btree ("panel_at") WHERE panel_at is not null and deleted_at is null;

DROP INDEX "contracts_number_key";
DROP INDEX "contracts_payer_key";
DROP INDEX "invoices_number_key";
ALTER TABLE "contracts" ADD COLUMN "number_key" text GENERATED ALWAYS AS (regexp_replace(translate(upper(number), 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI'), '[^A-Z0-9]', '', 'g')) STORED;
ALTER TABLE "contracts" ADD COLUMN "payer_key" text GENERATED ALWAYS AS (split_part(edulab_search_key(payer_name), ' ', 1) || ' ' || split_part(edulab_search_key(payer_name), ' ', 2)) STORED;
ALTER TABLE "invoices" ADD COLUMN "number_key" text GENERATED ALWAYS AS (regexp_replace(translate(upper(number), 'АВЕКМНОРСТУХІ', 'ABEKMHOPCTYXI'), '[^A-Z0-9]', '', 'g')) STORED;
CREATE INDEX "contracts_number_key" ON "contracts" USING btree ("institution_id","number_key") WHERE deleted_at is null;
CREATE INDEX "contracts_payer_key" ON "contracts" USING btree ("institution_id","payer_key") WHERE deleted_at is null;
CREATE INDEX "invoices_number_key" ON "invoices" USING btree ("institution_id","number_key");

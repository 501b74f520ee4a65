-- кх, which Latin writes kx or x, is the sound of х: keys that were stored before say kh there.
UPDATE "students" SET "search" = replace("search", 'kh', 'h') WHERE "search" LIKE '%kh%';
UPDATE "staff" SET "search" = replace("search", 'kh', 'h') WHERE "search" LIKE '%kh%';
UPDATE "guests" SET "search" = edulab_search_key("full_name") || ' ' || "search" WHERE lower("full_name") ~ 'kx|кх';
UPDATE "applications" SET "search" = edulab_search_key("applicant_name") || ' ' || "search" WHERE lower("applicant_name") ~ 'kx|кх';
ALTER TABLE "issued_documents" ADD COLUMN "search_key" text GENERATED ALWAYS AS (edulab_search_key(subject_name)) STORED;
ALTER TABLE "contracts" ADD COLUMN "search_key" text GENERATED ALWAYS AS (edulab_search_key(payer_name || ' ' || search)) STORED;
ALTER TABLE "payments" ADD COLUMN "search_key" text GENERATED ALWAYS AS (edulab_search_key(payer || ' ' || search)) STORED;
ALTER TABLE "accounts" ADD COLUMN "search_key" text GENERATED ALWAYS AS (edulab_search_key(lastname || ' ' || firstname || coalesce(' ' || midname, ''))) STORED;

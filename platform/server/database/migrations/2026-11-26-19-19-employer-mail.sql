ALTER TABLE "employer_links" ADD COLUMN "email" text;
ALTER TABLE "employer_links" ADD COLUMN "language" text DEFAULT 'uz' NOT NULL;
ALTER TABLE "employer_links" ADD COLUMN "told_at" timestamp with time zone;
ALTER TABLE "employer_links" ADD COLUMN "warned_at" timestamp with time zone;

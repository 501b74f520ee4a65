ALTER TABLE "accounts" ADD COLUMN "cyrillic" boolean DEFAULT false NOT NULL;

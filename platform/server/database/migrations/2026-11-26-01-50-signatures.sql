CREATE TABLE "electronic_signatures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "electronic_signatures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer NOT NULL,
	"file_hash" text NOT NULL,
	"pkcs7" text NOT NULL,
	"certificate" jsonb NOT NULL,
	"timestamped_at" timestamp with time zone,
	"ocsp" text
);

CREATE TABLE "signatures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signatures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"file_hash" text NOT NULL,
	"check_code" text NOT NULL,
	"method" text NOT NULL,
	"electronic_id" integer,
	"signed_at" timestamp with time zone NOT NULL,
	"body" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL
);

ALTER TABLE "letters" ADD COLUMN "signature_id" integer;
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_electronic_id_electronic_signatures_id_fk" FOREIGN KEY ("electronic_id") REFERENCES "public"."electronic_signatures"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "electronic_signatures_account" ON "electronic_signatures" USING btree ("account_id","id");
CREATE UNIQUE INDEX "signatures_code" ON "signatures" USING btree ("check_code");
CREATE INDEX "signatures_hash" ON "signatures" USING btree ("file_hash","id");
CREATE INDEX "signatures_entity" ON "signatures" USING btree ("institution_id","entity","entity_id");
CREATE INDEX "signatures_account" ON "signatures" USING btree ("account_id","signed_at");
CREATE UNIQUE INDEX "signatures_electronic" ON "signatures" USING btree ("electronic_id") WHERE electronic_id is not null;
ALTER TABLE "letters" ADD CONSTRAINT "letters_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE no action ON UPDATE no action;

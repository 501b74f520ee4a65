CREATE TABLE "letter_acquaintances" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_acquaintances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"letter_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"read_at" timestamp with time zone
);

CREATE TABLE "letter_agreements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_agreements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"letter_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"revision" smallint,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"remark" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone
);

CREATE TABLE "letter_executors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_executors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"order_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"responsible" boolean DEFAULT false NOT NULL,
	"report" text,
	"reported_at" timestamp with time zone,
	"reported_by" integer
);

CREATE TABLE "letter_extensions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_extensions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"order_id" integer NOT NULL,
	"asked_by" integer NOT NULL,
	"from_due" date NOT NULL,
	"until" date NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'ASKED' NOT NULL,
	"note" text,
	"decided_by" integer,
	"decided_on" date
);

CREATE TABLE "letter_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"direction" text NOT NULL,
	"execution_days" smallint,
	"retention_years" smallint,
	"active" boolean DEFAULT true NOT NULL
);

CREATE TABLE "letter_numbers" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"group_id" integer NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "letter_numbers_institution_id_group_id_year_pk" PRIMARY KEY("institution_id","group_id","year")
);

CREATE TABLE "letters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"direction" text NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"group_id" integer NOT NULL,
	"serial" integer,
	"number_year" smallint,
	"number" text,
	"registered_on" date,
	"kind" text NOT NULL,
	"heading" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"correspondent" text NOT NULL,
	"correspondent_signer" text,
	"their_number" text,
	"their_date" date,
	"received_on" date,
	"delivery" text,
	"language" text DEFAULT 'uz' NOT NULL,
	"sheets" smallint,
	"attachments" smallint,
	"attachment_sheets" smallint,
	"confidential" boolean DEFAULT false NOT NULL,
	"answer_needed" boolean DEFAULT false NOT NULL,
	"due_on" date,
	"reply_to_id" integer,
	"author_id" integer,
	"signer_id" integer,
	"signed_by" integer,
	"signed_at" timestamp with time zone,
	"signed_hash" text,
	"in_turn" boolean DEFAULT false NOT NULL,
	"revision" smallint DEFAULT 1 NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"destroy_after" date,
	"search" text GENERATED ALWAYS AS (edulab_search_key(coalesce(number, '') || ' ' || heading || ' ' || correspondent || ' ' || coalesce(their_number, '') || ' ' || coalesce(correspondent_signer, '') || ' ' || summary)) STORED,
	CONSTRAINT "letters_numbered" CHECK ((number is null) = (serial is null) and (number is null) = (registered_on is null))
);

CREATE TABLE "letter_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"letter_id" integer NOT NULL,
	"parent_id" integer,
	"text" text NOT NULL,
	"author_id" integer NOT NULL,
	"given_on" date DEFAULT edulab_today() NOT NULL,
	"due_on" date,
	"first_due_on" date,
	"urgent" boolean DEFAULT false NOT NULL,
	"control" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"closed_at" timestamp with time zone,
	"reminded_for" date,
	"escalated_for" date
);

ALTER TABLE "letter_acquaintances" ADD CONSTRAINT "letter_acquaintances_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_acquaintances" ADD CONSTRAINT "letter_acquaintances_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_agreements" ADD CONSTRAINT "letter_agreements_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_agreements" ADD CONSTRAINT "letter_agreements_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_executors" ADD CONSTRAINT "letter_executors_order_id_letter_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."letter_orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_executors" ADD CONSTRAINT "letter_executors_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_extensions" ADD CONSTRAINT "letter_extensions_order_id_letter_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."letter_orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_numbers" ADD CONSTRAINT "letter_numbers_group_id_letter_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."letter_groups"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letters" ADD CONSTRAINT "letters_group_id_letter_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."letter_groups"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letters" ADD CONSTRAINT "letters_signer_id_staff_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_orders" ADD CONSTRAINT "letter_orders_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "letter_acquaintances_once" ON "letter_acquaintances" USING btree ("letter_id","staff_id") WHERE deleted_at is null;
CREATE INDEX "letter_acquaintances_staff" ON "letter_acquaintances" USING btree ("staff_id") WHERE deleted_at is null;
CREATE INDEX "letter_agreements_letter" ON "letter_agreements" USING btree ("letter_id","position") WHERE deleted_at is null;
CREATE INDEX "letter_agreements_staff" ON "letter_agreements" USING btree ("staff_id","status") WHERE deleted_at is null;
CREATE UNIQUE INDEX "letter_executors_once" ON "letter_executors" USING btree ("order_id","staff_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "letter_executors_responsible" ON "letter_executors" USING btree ("order_id") WHERE responsible and deleted_at is null;
CREATE INDEX "letter_executors_staff" ON "letter_executors" USING btree ("staff_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "letter_extensions_open" ON "letter_extensions" USING btree ("order_id") WHERE status = 'ASKED' and deleted_at is null;
CREATE INDEX "letter_extensions_order" ON "letter_extensions" USING btree ("order_id","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "letter_groups_code" ON "letter_groups" USING btree ("institution_id","code") WHERE deleted_at is null;
CREATE INDEX "letter_groups_sort" ON "letter_groups" USING btree ("institution_id","code","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "letters_number" ON "letters" USING btree ("group_id","number_year","serial") WHERE serial is not null;
CREATE INDEX "letters_search" ON "letters" USING gin ("search" gin_trgm_ops) WHERE deleted_at is null;
CREATE INDEX "letters_created" ON "letters" USING btree ("institution_id","direction","created_at","id") WHERE deleted_at is null;
CREATE INDEX "letters_registered" ON "letters" USING btree ("institution_id","direction","registered_on","id") WHERE deleted_at is null;
CREATE INDEX "letters_due" ON "letters" USING btree ("institution_id","due_on","id") WHERE deleted_at is null;
CREATE INDEX "letters_status" ON "letters" USING btree ("institution_id","status","id") WHERE deleted_at is null;
CREATE INDEX "letters_group" ON "letters" USING btree ("group_id","id") WHERE deleted_at is null;
CREATE INDEX "letters_reply" ON "letters" USING btree ("reply_to_id") WHERE reply_to_id is not null;
CREATE INDEX "letters_theirs" ON "letters" USING btree ("institution_id","their_number") WHERE their_number is not null;
CREATE INDEX "letters_author" ON "letters" USING btree ("author_id") WHERE deleted_at is null;
CREATE INDEX "letters_signer" ON "letters" USING btree ("signer_id") WHERE signer_id is not null;
CREATE INDEX "letter_orders_letter" ON "letter_orders" USING btree ("letter_id","id") WHERE deleted_at is null;
CREATE INDEX "letter_orders_parent" ON "letter_orders" USING btree ("parent_id") WHERE parent_id is not null;
CREATE INDEX "letter_orders_due" ON "letter_orders" USING btree ("institution_id","due_on","id") WHERE deleted_at is null;
CREATE INDEX "letter_orders_given" ON "letter_orders" USING btree ("institution_id","given_on","id") WHERE deleted_at is null;
CREATE INDEX "letter_orders_author" ON "letter_orders" USING btree ("author_id") WHERE deleted_at is null;

CREATE TABLE "feedback" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"type_id" integer NOT NULL,
	"mode" text NOT NULL,
	"status" text DEFAULT 'NEW' NOT NULL,
	"theme" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"account_id" integer,
	"about_staff_id" integer,
	"handler_id" integer,
	"past_handler_ids" integer[] DEFAULT '{}' NOT NULL,
	"stage" smallint DEFAULT 1 NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"filed_on" date NOT NULL,
	"acknowledge_by" date,
	"due_on" date,
	"left_days" smallint,
	"answered_on" date,
	"in_time" boolean,
	"reopened" boolean DEFAULT false NOT NULL,
	"secret_hash" text,
	"reminded_for" date,
	"search" text GENERATED ALWAYS AS (edulab_search_key(subject || ' ' || text)) STORED
);

CREATE TABLE "feedback_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"feedback_id" integer NOT NULL,
	"written_by" text NOT NULL,
	"account_id" integer,
	"text" text NOT NULL,
	"said_on" date NOT NULL
);

CREATE TABLE "feedback_reveals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_reveals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"feedback_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"reason" text NOT NULL
);

CREATE TABLE "feedback_sealed" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"key" text NOT NULL,
	"sealed" "bytea" NOT NULL
);

CREATE TABLE "feedback_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"kind" text NOT NULL,
	"answer_days" smallint NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);

ALTER TABLE "feedback" ADD CONSTRAINT "feedback_type_id_feedback_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."feedback_types"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_about_staff_id_staff_id_fk" FOREIGN KEY ("about_staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_handler_id_staff_id_fk" FOREIGN KEY ("handler_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "feedback_messages" ADD CONSTRAINT "feedback_messages_feedback_id_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."feedback"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "feedback_reveals" ADD CONSTRAINT "feedback_reveals_feedback_id_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."feedback"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "feedback_secret" ON "feedback" USING btree ("secret_hash") WHERE secret_hash is not null;
CREATE INDEX "feedback_search" ON "feedback" USING gin ("search" gin_trgm_ops) WHERE deleted_at is null;
CREATE INDEX "feedback_filed" ON "feedback" USING btree ("institution_id","filed_on","id") WHERE deleted_at is null;
CREATE INDEX "feedback_status" ON "feedback" USING btree ("institution_id","status","filed_on","id") WHERE deleted_at is null;
CREATE INDEX "feedback_due" ON "feedback" USING btree ("institution_id","due_on","id") WHERE deleted_at is null;
CREATE INDEX "feedback_type" ON "feedback" USING btree ("institution_id","type_id","filed_on","id") WHERE deleted_at is null;
CREATE INDEX "feedback_theme" ON "feedback" USING btree ("institution_id","theme","filed_on","id") WHERE deleted_at is null;
CREATE INDEX "feedback_mode" ON "feedback" USING btree ("institution_id","mode","filed_on","id") WHERE deleted_at is null;
CREATE INDEX "feedback_author" ON "feedback" USING btree ("account_id","id") WHERE account_id is not null;
CREATE INDEX "feedback_handler" ON "feedback" USING btree ("handler_id","id") WHERE handler_id is not null;
CREATE INDEX "feedback_about" ON "feedback" USING btree ("about_staff_id","id") WHERE about_staff_id is not null;
CREATE INDEX "feedback_messages_of" ON "feedback_messages" USING btree ("feedback_id","id");
CREATE INDEX "feedback_reveals_of" ON "feedback_reveals" USING btree ("feedback_id","id");
CREATE INDEX "feedback_sealed_key" ON "feedback_sealed" USING btree ("key");
CREATE INDEX "feedback_sealed_institution" ON "feedback_sealed" USING btree ("institution_id");
CREATE INDEX "feedback_types_kind" ON "feedback_types" USING btree ("institution_id","kind","id") WHERE deleted_at is null;

CREATE TABLE "payment_promises" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_promises_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"made_on" date NOT NULL,
	"due_on" date NOT NULL,
	"note" text,
	"made_by" integer NOT NULL,
	CONSTRAINT "payment_promises_amount" CHECK (amount > 0 and due_on >= made_on)
);

CREATE TABLE "payment_reminders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"student_id" integer NOT NULL,
	"debit_id" integer NOT NULL,
	"days" smallint NOT NULL,
	"sent_on" date NOT NULL,
	"channels" text[] NOT NULL
);

CREATE TABLE "reminder_settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminder_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"days" smallint[] NOT NULL,
	"channels" text[] NOT NULL,
	"least" bigint NOT NULL
);

ALTER TABLE "payment_promises" ADD CONSTRAINT "payment_promises_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "payment_promises_student" ON "payment_promises" USING btree ("student_id","id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "payment_reminders_once" ON "payment_reminders" USING btree ("debit_id","days");
CREATE INDEX "payment_reminders_student" ON "payment_reminders" USING btree ("student_id","sent_on");
CREATE UNIQUE INDEX "reminder_settings_one" ON "reminder_settings" USING btree ("institution_id");

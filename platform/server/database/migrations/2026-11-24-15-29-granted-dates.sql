CREATE TABLE "deadline_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deadline_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"kind" text NOT NULL,
	"source_id" integer NOT NULL,
	"source_version" integer NOT NULL
);

CREATE TABLE "deadline_grants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deadline_grants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"decision_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"kind" text NOT NULL,
	"target_id" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"effect" text NOT NULL,
	"due_at" timestamp with time zone,
	"deferred_from" date,
	"revoked_at" timestamp with time zone
);

ALTER TABLE "deadline_grants" ADD CONSTRAINT "deadline_grants_decision_id_deadline_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."deadline_decisions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "deadline_grants" ADD CONSTRAINT "deadline_grants_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "deadline_decisions_one" ON "deadline_decisions" USING btree ("institution_id","kind","source_id");
CREATE UNIQUE INDEX "deadline_grants_one" ON "deadline_grants" USING btree ("decision_id","student_id","kind","target_id","attempt");
CREATE INDEX "deadline_grants_student" ON "deadline_grants" USING btree ("student_id","kind","target_id") WHERE revoked_at is null;
CREATE INDEX "deadline_grants_target" ON "deadline_grants" USING btree ("kind","target_id") WHERE revoked_at is null;

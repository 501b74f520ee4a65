CREATE TABLE "debt_holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "debt_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"act" text NOT NULL,
	"active" boolean NOT NULL,
	"least" bigint NOT NULL,
	"days" integer NOT NULL
);

CREATE TABLE "debt_releases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "debt_releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"acts" text[] NOT NULL,
	"made_on" date NOT NULL,
	"until" date NOT NULL,
	"reason" text NOT NULL,
	"made_by" integer NOT NULL,
	CONSTRAINT "debt_releases_days" CHECK (until >= made_on)
);

ALTER TABLE "debt_releases" ADD CONSTRAINT "debt_releases_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "debt_holds_one" ON "debt_holds" USING btree ("institution_id","act");
CREATE INDEX "debt_releases_student" ON "debt_releases" USING btree ("student_id") WHERE deleted_at is null;
CREATE INDEX "debt_releases_until" ON "debt_releases" USING btree ("institution_id","until","id") WHERE deleted_at is null;

CREATE TABLE "letter_people" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"letter_id" integer NOT NULL,
	"student_id" integer,
	"staff_id" integer,
	"guest_id" integer,
	CONSTRAINT "letter_people_one" CHECK (num_nonnulls(student_id, staff_id, guest_id) = 1)
);

CREATE TABLE "letter_reservations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_reservations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"group_id" integer NOT NULL,
	"serial" integer NOT NULL,
	"number_year" smallint NOT NULL,
	"number" text NOT NULL,
	"purpose" text NOT NULL,
	"kept_for" text NOT NULL,
	"until" date NOT NULL,
	"author_id" integer NOT NULL,
	"status" text DEFAULT 'RESERVED' NOT NULL,
	"letter_id" integer,
	"reason" text,
	"closed_on" date,
	CONSTRAINT "letter_reservations_used" CHECK ((status = 'USED') = (letter_id is not null)),
	CONSTRAINT "letter_reservations_closed" CHECK ((status = 'RESERVED') = (closed_on is null))
);

ALTER TABLE "letters" ADD COLUMN "shown_to_people" boolean DEFAULT false NOT NULL;
ALTER TABLE "letter_people" ADD CONSTRAINT "letter_people_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_people" ADD CONSTRAINT "letter_people_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_people" ADD CONSTRAINT "letter_people_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_people" ADD CONSTRAINT "letter_people_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_reservations" ADD CONSTRAINT "letter_reservations_group_id_letter_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."letter_groups"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "letter_reservations" ADD CONSTRAINT "letter_reservations_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "letter_people_letter" ON "letter_people" USING btree ("letter_id") WHERE deleted_at is null;
CREATE INDEX "letter_people_student" ON "letter_people" USING btree ("student_id") WHERE deleted_at is null;
CREATE INDEX "letter_people_staff" ON "letter_people" USING btree ("staff_id") WHERE deleted_at is null;
CREATE INDEX "letter_people_guest" ON "letter_people" USING btree ("guest_id") WHERE deleted_at is null;
CREATE UNIQUE INDEX "letter_reservations_number" ON "letter_reservations" USING btree ("group_id","number_year","serial");
CREATE INDEX "letter_reservations_open" ON "letter_reservations" USING btree ("institution_id","until","id") WHERE status = 'RESERVED';
CREATE INDEX "letters_files" ON "letters" USING gin ("file_ids") WHERE deleted_at is null;
ALTER TABLE "letters" ADD CONSTRAINT "letters_shown" CHECK (not (confidential and shown_to_people));

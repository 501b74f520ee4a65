CREATE TABLE "account_roles" (
	"account_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"institution_id" integer NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_roles_account_id_role_id_institution_id_pk" PRIMARY KEY("account_id","role_id","institution_id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"username" text NOT NULL,
	"password_hash" text,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"midname" text,
	"email" text,
	"email_verified_at" timestamp with time zone,
	"phone" text,
	"avatar_file_id" integer,
	"locale" text DEFAULT 'uz' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"required_actions" text[] DEFAULT '{}' NOT NULL,
	"selected_institution" integer,
	"selected_education_form" integer,
	"last_sign_in_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"institution_id" integer,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"account_id" integer,
	"call" text,
	"table_name" text NOT NULL,
	"row_id" integer NOT NULL,
	"operation" text NOT NULL,
	"old" jsonb,
	"new" jsonb
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"account_id" integer,
	"original_name" text NOT NULL,
	"extension" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "institutions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "institutions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"title" jsonb NOT NULL,
	"short_name" text NOT NULL,
	"timezone" text DEFAULT 'Asia/Tashkent' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer,
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"receipt" jsonb,
	"error" text,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"secret" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"sent_at" timestamp with time zone,
	"account_id" integer
);
--> statement-breakpoint
CREATE TABLE "role_permissions" (
	"role_id" integer NOT NULL,
	"permission" text NOT NULL,
	"scope" text NOT NULL,
	CONSTRAINT "role_permissions_role_id_permission_pk" PRIMARY KEY("role_id","permission")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"name" text NOT NULL,
	"title" jsonb NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"viewer" boolean DEFAULT false NOT NULL,
	CONSTRAINT "roles_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"asker_hash" text,
	"attempts_of_others" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"institution_id" integer,
	"account_id" integer,
	"session_id" integer,
	"address" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"what" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"about_id" integer GENERATED ALWAYS AS ((details ->> 'account_id')::integer) STORED,
	"times" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"reason" text,
	"order_number" text,
	"order_date" date,
	"effective_from" date,
	"effective_to" date,
	"forced" boolean DEFAULT false NOT NULL,
	"account_id" integer,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_agreements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contract_agreements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"origin_id" integer,
	"revision" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"title" jsonb NOT NULL,
	"level" text NOT NULL,
	"academic_year_id" integer NOT NULL,
	"course_id" integer,
	"education_form_id" integer,
	"language" text,
	"type" text DEFAULT 'BASIC' NOT NULL,
	"amount" bigint NOT NULL,
	"instalments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fine" jsonb NOT NULL,
	"minimum_share" numeric(5, 2) NOT NULL,
	"text" jsonb NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"published_at" timestamp with time zone,
	"deletion_reason" text
);
--> statement-breakpoint
CREATE TABLE "contract_credits" (
	"contract_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"credit" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_numbers" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "contract_numbers_institution_id_year_pk" PRIMARY KEY("institution_id","year")
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text NOT NULL,
	"agreement_id" integer,
	"type" text DEFAULT 'BASIC' NOT NULL,
	"student_id" integer,
	"application_id" integer,
	"account_id" integer,
	"payer_name" text NOT NULL,
	"payer" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"level" text NOT NULL,
	"academic_year_id" integer NOT NULL,
	"course_id" integer,
	"education_form_id" integer,
	"study_language" text,
	"amount" bigint NOT NULL,
	"plan" jsonb NOT NULL,
	"deadline" date NOT NULL,
	"fine" jsonb NOT NULL,
	"minimum_share" numeric(5, 2) NOT NULL,
	"accept_until" date,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"status_at" timestamp with time zone DEFAULT now() NOT NULL,
	"issued_on" date,
	"opened_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"accepted_ip" text,
	"accepted_phone" text,
	"accepted_language" text,
	"accepted_text" text,
	"accepted_sha256" text,
	"document_id" integer,
	"adopted_at" timestamp with time zone,
	"supersedes_id" integer,
	"superseded_by" integer,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"contract_id" integer,
	"student_id" integer,
	"kind" text DEFAULT 'PAYMENT' NOT NULL,
	"refund_of" integer,
	"amount" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"payment_type" text NOT NULL,
	"payer" text NOT NULL,
	"report_number" text,
	"bank_name" text,
	"external_ref" text,
	"source" text DEFAULT 'MANUAL' NOT NULL,
	"note" text,
	"moved_to" integer,
	"deletion_reason" text,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_debit_details" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_debit_details_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"debit_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"made_by" integer NOT NULL,
	"deletion_reason" text
);
--> statement-breakpoint
CREATE TABLE "student_debits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_debits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"contract_id" integer,
	"kind" text DEFAULT 'TUITION' NOT NULL,
	"position" smallint,
	"due_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"note" text,
	"external_ref" text,
	"deletion_reason" text
);
--> statement-breakpoint
CREATE TABLE "application_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"application_id" integer NOT NULL,
	"type" text NOT NULL,
	"file_id" integer NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"note" text,
	"original" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_field_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_field_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"form_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"title" jsonb NOT NULL,
	"note" jsonb,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"flavour" text NOT NULL,
	"origin_id" integer,
	"revision" smallint DEFAULT 1 NOT NULL,
	"title" jsonb NOT NULL,
	"description" jsonb,
	"academic_year_id" integer,
	"vacancy_id" integer,
	"opens_on" date NOT NULL,
	"closes_on" date NOT NULL,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "application_scores" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_scores_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"application_id" integer NOT NULL,
	"subject" text NOT NULL,
	"source" text NOT NULL,
	"points" numeric(6, 2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"flavour" text NOT NULL,
	"number" text GENERATED ALWAYS AS (case flavour when 'plain' then 'S' when 'general' then 'G' when 'st_course' then 'C' else 'H' end || '-' || lpad(id::text, 7, '0')) STORED NOT NULL,
	"guest_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"form_origin_id" integer NOT NULL,
	"campaign_id" integer,
	"course_id" integer,
	"academic_year_id" integer,
	"vacancy_id" integer,
	"type_id" integer,
	"applicant_type" text DEFAULT 'general' NOT NULL,
	"tuition" text DEFAULT 'ANY' NOT NULL,
	"language" text,
	"education_form_id" integer,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"status_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"update_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"score" numeric(6, 2),
	"decision" text,
	"decision_tuition" text,
	"decision_rank" integer,
	"decision_tie" text,
	"decided_by" integer,
	"decided_from" text,
	"deadline_on" date,
	"qr_code" text,
	"qr_scanned_at" timestamp with time zone,
	"applicant_name" text NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"address" text,
	"region_id" integer,
	"capacity" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_seats" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_seats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"session_id" integer NOT NULL,
	"application_id" integer NOT NULL,
	"seat_no" integer NOT NULL,
	"state" text DEFAULT 'ASSIGNED' NOT NULL,
	"checked_in_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exam_sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"place_id" integer NOT NULL,
	"academic_year_id" integer NOT NULL,
	"day" date NOT NULL,
	"starts_at" text NOT NULL,
	"ends_at" text NOT NULL,
	"capacity" integer NOT NULL,
	"language" text,
	"open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_certificates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"guest_id" integer NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"number" text,
	"result" text,
	"issued_on" date,
	"valid_until" date,
	"file_id" integer,
	"counts" boolean DEFAULT false NOT NULL,
	"points" numeric(6, 2)
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"midname" text,
	"full_name" text GENERATED ALWAYS AS (lastname || ' ' || firstname || coalesce(' ' || midname, '')) STORED NOT NULL,
	"phone" text,
	"additional_phone" text,
	"email" text,
	"gender" text,
	"birthdate" date,
	"citizenship" text,
	"passport_id" text,
	"passport_issued_by" text,
	"passport_issued_on" date,
	"passport_expires_on" date,
	"pinfl" text,
	"region_id" integer,
	"city_id" integer,
	"address" text,
	"native_language" text,
	"photo_file_id" integer,
	"applicant_type" text DEFAULT 'general' NOT NULL,
	"source" text,
	"transcript_status" text,
	"transcript_note" text,
	"appointment_mode" text,
	"appointment_on" date,
	"appointment_score" numeric(6, 2),
	"teaching_experience" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"merged_into_id" integer,
	"search" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_talks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_talks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"guest_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"channel" text NOT NULL,
	"outcome" text NOT NULL,
	"note" text,
	"next_on" date
);
--> statement-breakpoint
CREATE TABLE "assessment_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assessment_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"opens_on" date NOT NULL,
	"closes_on" date NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "assessment_boards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assessment_boards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"number" text NOT NULL,
	"held_on" date NOT NULL,
	"members" jsonb NOT NULL,
	"note" text,
	"account_id" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"document_id" integer,
	"results" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assessment_components" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assessment_components_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"parent_id" integer,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"kind" text NOT NULL,
	"weight" numeric(5, 2) NOT NULL,
	"minimum" numeric(5, 1),
	"compensable" boolean DEFAULT false NOT NULL,
	"source" text DEFAULT 'MANUAL' NOT NULL,
	"homework_ids" integer[] DEFAULT '{}' NOT NULL,
	"position" smallint NOT NULL,
	"due_at" timestamp with time zone,
	"exam_date" date,
	"anonymous" boolean DEFAULT false NOT NULL,
	"second_marking_share" numeric(5, 2) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assessment_criteria" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assessment_criteria_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"component_id" integer NOT NULL,
	"title" jsonb NOT NULL,
	"weight" numeric(5, 2) NOT NULL,
	"levels" jsonb DEFAULT '[]' NOT NULL,
	"position" smallint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assessment_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assessment_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"pass_mark" numeric(5, 1) DEFAULT 60 NOT NULL,
	"scale" text DEFAULT 'P100' NOT NULL,
	"retake_attempts" smallint DEFAULT 2 NOT NULL,
	"retake_cap" numeric(5, 1),
	"retake_fee" numeric(14, 2),
	"retake_counts" text DEFAULT 'BEST' NOT NULL,
	"compensation" boolean DEFAULT false NOT NULL,
	"entry_opens_on" date,
	"entry_closes_on" date,
	"appeal_days" smallint DEFAULT 10 NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"marking_begun_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "assessment_retakes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assessment_retakes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"component_ids" integer[] DEFAULT '{}' NOT NULL,
	"capped" boolean DEFAULT true NOT NULL,
	"fee" numeric(14, 2),
	"paid_on" date,
	"reason" text,
	"state" text DEFAULT 'REGISTERED' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "criterion_marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "criterion_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"criterion_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"points" numeric(5, 1) NOT NULL,
	"level" smallint,
	"comment" text,
	"marked_by" integer
);
--> statement-breakpoint
CREATE TABLE "degree_classes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "degree_classes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"minimum_average" numeric(5, 2) NOT NULL,
	"minimum_total" numeric(5, 1),
	"retakes_allowed" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grade_scales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grade_scales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"valid_from" date NOT NULL,
	"bands" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"component_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"value" numeric(5, 1),
	"special" text,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"held_from" text,
	"first_value" numeric(5, 1),
	"second_value" numeric(5, 1),
	"second_marker" integer,
	"comment" text,
	"marked_by" integer,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "module_results" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "module_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"total" numeric(5, 1) NOT NULL,
	"letter" text,
	"five" numeric(3, 1),
	"ects" text,
	"passed" boolean,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"complete" boolean NOT NULL,
	"status" text NOT NULL,
	"why_not" text[] DEFAULT '{}' NOT NULL,
	"inputs" text NOT NULL,
	"computed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "attendance_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"session_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"marked_by" integer,
	"reason_id" integer,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" text NOT NULL,
	"note" text,
	CONSTRAINT "attendance_session_id_student_id_pk" PRIMARY KEY("session_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "attendance_reasons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendance_reasons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"kind" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"text" text NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'SUBMITTED' NOT NULL,
	"submitted_by" integer NOT NULL,
	"decision" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "attendance_registers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendance_registers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"client_id" uuid,
	"session_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"reason" text,
	"cells" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendance_totals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attendance_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"attended" integer DEFAULT 0 NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"explained" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_in_windows" (
	"session_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"secret" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "check_ins" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"session_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "check_ins_session_id_student_id_pk" PRIMARY KEY("session_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "class_bookings" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"session_id" integer,
	"kind" text NOT NULL,
	"what" integer NOT NULL,
	"during" "tsrange" NOT NULL,
	"exam_hall_id" integer,
	"whom" "int4multirange" DEFAULT '{(,)}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "class_session_groups" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"session_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "class_session_groups_session_id_group_id_pk" PRIMARY KEY("session_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "class_sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "class_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"date" date NOT NULL,
	"starts_at" time NOT NULL,
	"ends_at" time NOT NULL,
	"room_id" integer,
	"staff_id" integer,
	"co_staff_ids" integer[] DEFAULT '{}' NOT NULL,
	"kind" text NOT NULL,
	"sessions" smallint DEFAULT 1 NOT NULL,
	"source" text DEFAULT 'MANUAL' NOT NULL,
	"state" text DEFAULT 'PLANNED' NOT NULL,
	"moved_from" timestamp,
	"lesson_id" integer,
	"called_at" timestamp with time zone,
	"called_by" integer
);
--> statement-breakpoint
CREATE TABLE "calendar_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"place" text,
	"link" text,
	"all_day" boolean NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"audience" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"course_id" integer,
	"group_id" integer,
	"account_id" integer,
	"created_by" integer NOT NULL,
	CONSTRAINT "calendar_events_order" CHECK (ends_at > starts_at and ends_at <= starts_at + interval '367 days')
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer NOT NULL,
	"secret_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_numbers" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_numbers_institution_id_kind_year_pk" PRIMARY KEY("institution_id","kind","year")
);
--> statement-breakpoint
CREATE TABLE "issued_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "issued_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"check_code" text NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"student_id" integer,
	"account_id" integer,
	"subject_name" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_by" integer,
	"body" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	"file_id" integer NOT NULL,
	"status" text DEFAULT 'VALID' NOT NULL,
	"status_at" timestamp with time zone,
	"status_reason" text,
	"superseded_by" integer
);
--> statement-breakpoint
CREATE TABLE "course_campaigns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"academic_year_id" integer NOT NULL,
	"language" text NOT NULL,
	"opens_on" date NOT NULL,
	"closes_on" date NOT NULL,
	"grant_quota" integer DEFAULT 0 NOT NULL,
	"contract_quota" integer DEFAULT 0 NOT NULL,
	"waiting_limit" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_module_teachers" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "course_module_teachers_course_module_id_staff_id_role_pk" PRIMARY KEY("course_module_id","staff_id","role")
);
--> statement-breakpoint
CREATE TABLE "course_modules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_modules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_id" integer NOT NULL,
	"academic_year_id" integer NOT NULL,
	"study_year" smallint NOT NULL,
	"semester" smallint NOT NULL,
	"module_id" integer NOT NULL,
	"type" text NOT NULL,
	"credits" numeric(4, 1) NOT NULL,
	"capacity" integer,
	"min_students" integer,
	"choice_opens_on" date,
	"choice_closes_on" date,
	"active" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"level" text NOT NULL,
	"education_form_id" integer,
	"languages" text[] NOT NULL,
	"years" smallint NOT NULL,
	"credits" numeric(4, 1) NOT NULL,
	"department_id" integer,
	"description" text,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "module_outcomes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "module_outcomes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"module_id" integer NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"kind" text NOT NULL,
	"position" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "module_prerequisites" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"module_id" integer NOT NULL,
	"required_id" integer NOT NULL,
	CONSTRAINT "module_prerequisites_module_id_required_id_pk" PRIMARY KEY("module_id","required_id")
);
--> statement-breakpoint
CREATE TABLE "modules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "modules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"type" text NOT NULL,
	"credits" numeric(4, 1) NOT NULL,
	"department_id" integer,
	"lecture_hours" smallint DEFAULT 0 NOT NULL,
	"seminar_hours" smallint DEFAULT 0 NOT NULL,
	"practical_hours" smallint DEFAULT 0 NOT NULL,
	"laboratory_hours" smallint DEFAULT 0 NOT NULL,
	"independent_hours" smallint DEFAULT 0 NOT NULL,
	"description" text,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retake_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retake_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"title" text NOT NULL,
	"file_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrollment_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrollment_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer NOT NULL,
	"application_id" integer,
	"student_id" integer,
	"status" text DEFAULT 'REQUIRED' NOT NULL,
	"details" jsonb,
	"document_id" integer,
	"confirmed_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"receipt" jsonb
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrollments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"academic_year_id" integer NOT NULL,
	"study_year" smallint NOT NULL,
	"education_form_id" integer,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"order_number" text,
	"order_date" date,
	"note" text,
	"status" text DEFAULT 'PLANNED' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"group_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"kind" text DEFAULT 'MAIN' NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "group_mentors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_mentors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"group_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date
);
--> statement-breakpoint
CREATE TABLE "group_shuffles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_shuffles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"from_day" date NOT NULL,
	"moves" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'MAIN' NOT NULL,
	"parent_id" integer,
	"course_id" integer NOT NULL,
	"entry_year" smallint NOT NULL,
	"language" text NOT NULL,
	"education_form_id" integer,
	"capacity" smallint NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "module_choices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "module_choices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"state" text DEFAULT 'CHOSEN' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "action_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "action_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" integer NOT NULL,
	"action" text NOT NULL,
	"page" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "known_permissions" (
	"permission" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text,
	"branch" integer
);
--> statement-breakpoint
CREATE TABLE "academic_years" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "academic_years_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"current" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text DEFAULT 'GENERAL' NOT NULL,
	"title" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"title" jsonb NOT NULL,
	"state_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "countries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "countries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"title" jsonb NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "departments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"kind" text NOT NULL,
	"parent_id" integer,
	"code" text,
	"phone" text,
	"email" text
);
--> statement-breakpoint
CREATE TABLE "education_forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "education_forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "education_places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "education_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"parent_id" integer,
	"capacity" integer,
	"seat_rows" integer,
	"seat_columns" integer,
	"address" text,
	"features" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "levels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "levels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" smallint NOT NULL,
	"title" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "option_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "option_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"variable" text NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"parent" text,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "page_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"identity" text NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"link" text,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "semesters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "semesters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"academic_year_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"title" jsonb NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "states" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"title" jsonb NOT NULL,
	"country_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_tutorials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "video_tutorials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"link" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"audience" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "package_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "package_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"package_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"sco" text NOT NULL,
	"status" text DEFAULT 'NOT_ATTEMPTED' NOT NULL,
	"success" text DEFAULT 'UNKNOWN' NOT NULL,
	"score" numeric(5, 2),
	"cmi" jsonb DEFAULT '{}' NOT NULL,
	"launch" integer DEFAULT 0 NOT NULL,
	"sequence" integer DEFAULT -1 NOT NULL,
	"times" jsonb DEFAULT '{}' NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"earlier" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "homework_reminders" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"homework_id" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "homework_reminders_homework_id_due_at_pk" PRIMARY KEY("homework_id","due_at")
);
--> statement-breakpoint
CREATE TABLE "lesson_homeworks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_homeworks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"lesson_id" integer NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"opens_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"late_days" smallint DEFAULT 0 NOT NULL,
	"max_points" numeric(6, 2) DEFAULT 100 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lessons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"video_url" text,
	"links" jsonb DEFAULT '[]' NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"visible_from" date,
	"visible_until" date,
	"published" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_packages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"lesson_id" integer NOT NULL,
	"file_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"items" jsonb NOT NULL,
	"sequencing" jsonb
);
--> statement-breakpoint
CREATE TABLE "homework_submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "homework_submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"homework_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"late" boolean NOT NULL,
	"points" numeric(6, 2),
	"feedback" text,
	"assessed_by" integer,
	"returned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "package_trees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "package_trees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"package_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"state" jsonb,
	"navigation" jsonb,
	"status" text DEFAULT 'NOT_ATTEMPTED' NOT NULL,
	"success" text DEFAULT 'UNKNOWN' NOT NULL,
	"score" numeric(5, 2)
);
--> statement-breakpoint
CREATE TABLE "library_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "library_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"authors" text[] DEFAULT '{}' NOT NULL,
	"year" smallint,
	"publisher" text,
	"isbn" text,
	"language" text NOT NULL,
	"pages" integer,
	"subjects" text[] DEFAULT '{}' NOT NULL,
	"description" text,
	"cover_file_id" integer,
	"file_id" integer,
	"link" text,
	"audience" text DEFAULT 'EVERYBODY' NOT NULL,
	"course_ids" integer[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "library_items_readable" CHECK (file_id is not null or link is not null)
);
--> statement-breakpoint
CREATE TABLE "module_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "module_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"type" smallint NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"module_id" integer,
	"academic_year_id" integer,
	"effective_on" date,
	"file_id" integer,
	"link" text,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "module_files_readable" CHECK (file_id is not null or link is not null)
);
--> statement-breakpoint
CREATE TABLE "open_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "open_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"kind" text DEFAULT 'OPEN_SOURCE' NOT NULL,
	"title" text NOT NULL,
	"link" text NOT NULL,
	"category" text,
	"description" text,
	"position" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"title" text NOT NULL,
	"note" text,
	"file_id" integer NOT NULL,
	"shared" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"subject" jsonb NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" integer NOT NULL,
	"type" text NOT NULL,
	"title" jsonb NOT NULL,
	"link" text,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox_deliveries" (
	"outbox_id" integer PRIMARY KEY NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"body" text,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "department_heads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "department_heads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"department_id" integer NOT NULL,
	"staff_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_positions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_positions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"code" text,
	"kind" text NOT NULL,
	"duties" text,
	"status" text DEFAULT 'ACTIVE' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer,
	"staff_no" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"midname" text,
	"gender" text,
	"birthdate" date,
	"passport_id" text,
	"pinfl" text,
	"phone" text,
	"work_phone" text,
	"email" text,
	"work_email" text,
	"permanent_address" text,
	"current_address" text,
	"department_id" integer,
	"job_position_id" integer,
	"employment_rate" numeric(3, 2) DEFAULT '1.00' NOT NULL,
	"contract_number" text,
	"hired_on" date,
	"left_on" date,
	"degree" text,
	"academic_title" text,
	"photo_file_id" integer,
	"public" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_numbers" (
	"institution_id" integer PRIMARY KEY DEFAULT edulab_institution() NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vacancies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vacancies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"title" jsonb NOT NULL,
	"job_position_id" integer NOT NULL,
	"department_id" integer,
	"head_count" integer DEFAULT 1 NOT NULL,
	"employment_rate" numeric(3, 2) DEFAULT '1.00' NOT NULL,
	"description" text,
	"requirements" text,
	"salary_from" numeric(16, 2),
	"salary_to" numeric(16, 2),
	"opens_on" date DEFAULT edulab_today() NOT NULL,
	"closes_on" date,
	"status" text DEFAULT 'DRAFT' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_call_letters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_call_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"occasion" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"addressee" text,
	"document_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"previous_course" text NOT NULL,
	"current_course" text NOT NULL,
	"level" text,
	"education_form_id" integer,
	"reason" text NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gap_year_warnings" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"until" date NOT NULL,
	CONSTRAINT "gap_year_warnings_student_id_until_pk" PRIMARY KEY("student_id","until")
);
--> statement-breakpoint
CREATE TABLE "student_cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"card_number" text NOT NULL,
	"issued_on" date NOT NULL,
	"valid_until" date,
	"printed" boolean DEFAULT false NOT NULL,
	"printed_at" timestamp with time zone,
	"status" text DEFAULT 'ISSUED' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"type" text NOT NULL,
	"number" text,
	"issued_by" text,
	"issued_on" date,
	"valid_until" date,
	"note" text,
	"file_id" integer
);
--> statement-breakpoint
CREATE TABLE "student_guardians" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_guardians_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"relationship" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"midname" text,
	"contact_phone" text,
	"home_phone" text,
	"current_address" text,
	"email" text,
	"workplace" text
);
--> statement-breakpoint
CREATE TABLE "student_numbers" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"entry_year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "student_numbers_institution_id_entry_year_pk" PRIMARY KEY("institution_id","entry_year")
);
--> statement-breakpoint
CREATE TABLE "student_status_corrections" (
	"correction_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"entry_id" integer NOT NULL,
	"student_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_status_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_status_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"reason" text,
	"effective_from" date,
	"effective_to" date,
	"state" text DEFAULT 'PROPOSED' NOT NULL,
	"requested_by" integer NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	"order_number" text,
	"order_date" date
);
--> statement-breakpoint
CREATE TABLE "student_transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "student_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"student_id" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason" text NOT NULL,
	"order_number" text,
	"order_date" date,
	"effective_from" date,
	"account_id" integer
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "students_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"account_id" integer,
	"student_no" text NOT NULL,
	"username" text,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"midname" text,
	"full_name" text GENERATED ALWAYS AS (lastname || ' ' || firstname || coalesce(' ' || midname, '')) STORED NOT NULL,
	"names_cyrillic" text,
	"gender" text,
	"birthdate" date,
	"nationality_id" integer,
	"citizenship" char(2),
	"passport_id" text,
	"passport_issued_by" text,
	"passport_issued_on" date,
	"passport_expires_on" date,
	"pinfl" text,
	"contact_phone" text,
	"home_phone" text,
	"additional_phone1" text,
	"additional_phone2" text,
	"email" text,
	"permanent_address" text,
	"current_address" text,
	"region_id" integer,
	"city_id" integer,
	"native_language" text,
	"marital_status" text,
	"course_id" integer,
	"level" text NOT NULL,
	"education_form_id" integer,
	"study_language" text NOT NULL,
	"entry_year" smallint NOT NULL,
	"tuition" text NOT NULL,
	"department_id" integer,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"status_since" date DEFAULT edulab_today() NOT NULL,
	"status_until" date,
	"photo_file_id" integer,
	"hemis_code" text,
	"succeeded_by_id" integer,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timetable_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timetable_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"timetable_id" integer NOT NULL,
	"course_module_id" integer NOT NULL,
	"kind" text NOT NULL,
	"staff_id" integer,
	"co_staff_ids" integer[] DEFAULT '{}' NOT NULL,
	"room_id" integer,
	"group_ids" integer[] DEFAULT '{}' NOT NULL,
	"day" smallint,
	"session" smallint,
	"length" smallint DEFAULT 1 NOT NULL,
	"week" text DEFAULT 'EVERY' NOT NULL,
	"fixed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timetable_publications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timetable_publications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"timetable_id" integer NOT NULL,
	"previous_id" integer,
	"from_day" date NOT NULL,
	"made" integer[] NOT NULL,
	"removed" integer[] NOT NULL,
	"before" jsonb NOT NULL,
	"undone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timetable_requirements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timetable_requirements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"kind" text NOT NULL,
	"length" smallint DEFAULT 1 NOT NULL,
	"week" text,
	"split" boolean,
	"staff_ids" integer[] DEFAULT '{}' NOT NULL,
	"features" text[] DEFAULT '{}' NOT NULL,
	"building_id" integer,
	"room_id" integer,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "timetable_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timetable_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"timetable_id" integer,
	"exam_period_id" integer,
	"stop" boolean DEFAULT false NOT NULL,
	"line" jsonb DEFAULT '[]' NOT NULL,
	"cost_key" text,
	"kept" jsonb
);
--> statement-breakpoint
CREATE TABLE "timetable_wishes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timetable_wishes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"staff_id" integer,
	"room_id" integer,
	"day" smallint NOT NULL,
	"from_session" smallint NOT NULL,
	"to_session" smallint NOT NULL,
	"week" text DEFAULT 'EVERY' NOT NULL,
	"kind" text NOT NULL,
	"weight" smallint DEFAULT 5 NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "timetables" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timetables_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"semester_id" integer NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"days" smallint DEFAULT 6 NOT NULL,
	"bells" jsonb NOT NULL,
	"cost" integer,
	"job_id" integer,
	"published_at" timestamp with time zone,
	"published_by" integer
);
--> statement-breakpoint
CREATE TABLE "exam_admissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_admissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"allowed" boolean NOT NULL,
	"reason" text NOT NULL,
	"account_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "amendments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "amendments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"number" text GENERATED ALWAYS AS ('A-' || id) STORED NOT NULL,
	"course_module_id" integer NOT NULL,
	"mark_id" integer NOT NULL,
	"component_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"old_value" numeric(5, 1),
	"old_special" text,
	"new_value" numeric(5, 1),
	"new_special" text,
	"reason_code" text NOT NULL,
	"text" text NOT NULL,
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"source" text DEFAULT 'MANUAL' NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"effect" jsonb,
	"approvals" smallint DEFAULT 1 NOT NULL,
	"requested_by" integer NOT NULL,
	"checked_by" integer,
	"decided_by" integer[] DEFAULT '{}' NOT NULL,
	"applied_by" integer,
	"applied_at" timestamp with time zone,
	"decision" text
);
--> statement-breakpoint
CREATE TABLE "ledger_heads" (
	"course_module_id" integer PRIMARY KEY NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"seq" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_signatures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_signatures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"course_module_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mark_events" (
	"course_module_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" integer,
	"kind" text NOT NULL,
	"mark_id" integer NOT NULL,
	"component_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"old_value" numeric(5, 1),
	"old_special" text,
	"old_status" text,
	"new_value" numeric(5, 1),
	"new_special" text,
	"new_status" text,
	"reason" text,
	"previous" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "mark_events_course_module_id_seq_pk" PRIMARY KEY("course_module_id","seq")
);
--> statement-breakpoint
CREATE TABLE "exam_arrangements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_arrangements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"student_id" integer NOT NULL,
	"extra_percent" smallint DEFAULT 0 NOT NULL,
	"apart" boolean DEFAULT false NOT NULL,
	"until" date,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "exam_hall_seats" (
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"hall_id" integer NOT NULL,
	"seat_row" smallint NOT NULL,
	"seat_column" smallint NOT NULL,
	"exam_id" integer NOT NULL,
	"student_id" integer NOT NULL,
	"extra_minutes" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_hall_seats_hall_id_seat_row_seat_column_pk" PRIMARY KEY("hall_id","seat_row","seat_column")
);
--> statement-breakpoint
CREATE TABLE "exam_halls" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_halls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"period_id" integer NOT NULL,
	"date" date NOT NULL,
	"sitting" smallint NOT NULL,
	"room_id" integer NOT NULL,
	"seat_rows" smallint NOT NULL,
	"seat_columns" smallint NOT NULL,
	"apart" boolean DEFAULT false NOT NULL,
	"staff_ids" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exam_periods" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exam_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"semester_id" integer NOT NULL,
	"title" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"sittings" jsonb NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"twice" integer,
	"left_out" jsonb DEFAULT '{}' NOT NULL,
	"job_id" integer,
	"published_at" timestamp with time zone,
	"published_by" integer
);
--> statement-breakpoint
CREATE TABLE "exams" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exams_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"period_id" integer NOT NULL,
	"course_module_id" integer NOT NULL,
	"minutes" smallint DEFAULT 120 NOT NULL,
	"date" date,
	"sitting" smallint,
	"fixed" boolean DEFAULT false NOT NULL,
	"student_ids" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_roles" ADD CONSTRAINT "account_roles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_roles" ADD CONSTRAINT "account_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_roles" ADD CONSTRAINT "account_roles_institution_id_institutions_id_fk" FOREIGN KEY ("institution_id") REFERENCES "public"."institutions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_agreements" ADD CONSTRAINT "contract_agreements_origin_id_contract_agreements_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."contract_agreements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_agreements" ADD CONSTRAINT "contract_agreements_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_credits" ADD CONSTRAINT "contract_credits_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_agreement_id_contract_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."contract_agreements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_supersedes_id_contracts_id_fk" FOREIGN KEY ("supersedes_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_superseded_by_contracts_id_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_of_payments_id_fk" FOREIGN KEY ("refund_of") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_moved_to_payments_id_fk" FOREIGN KEY ("moved_to") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_debit_details" ADD CONSTRAINT "student_debit_details_debit_id_student_debits_id_fk" FOREIGN KEY ("debit_id") REFERENCES "public"."student_debits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_debits" ADD CONSTRAINT "student_debits_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_debits" ADD CONSTRAINT "student_debits_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_documents" ADD CONSTRAINT "application_documents_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_field_batches" ADD CONSTRAINT "application_field_batches_form_id_application_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."application_forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_scores" ADD CONSTRAINT "application_scores_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_form_id_application_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."application_forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_campaign_id_course_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."course_campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_seats" ADD CONSTRAINT "exam_seats_session_id_exam_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."exam_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_seats" ADD CONSTRAINT "exam_seats_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_sessions" ADD CONSTRAINT "exam_sessions_place_id_exam_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."exam_places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_certificates" ADD CONSTRAINT "guest_certificates_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_talks" ADD CONSTRAINT "lead_talks_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_attempts" ADD CONSTRAINT "assessment_attempts_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_boards" ADD CONSTRAINT "assessment_boards_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_components" ADD CONSTRAINT "assessment_components_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_criteria" ADD CONSTRAINT "assessment_criteria_component_id_assessment_components_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."assessment_components"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_plans" ADD CONSTRAINT "assessment_plans_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_retakes" ADD CONSTRAINT "assessment_retakes_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessment_retakes" ADD CONSTRAINT "assessment_retakes_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_marks" ADD CONSTRAINT "criterion_marks_criterion_id_assessment_criteria_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."assessment_criteria"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criterion_marks" ADD CONSTRAINT "criterion_marks_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_reasons" ADD CONSTRAINT "attendance_reasons_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_campaigns" ADD CONSTRAINT "course_campaigns_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_module_teachers" ADD CONSTRAINT "course_module_teachers_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_modules" ADD CONSTRAINT "course_modules_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_modules" ADD CONSTRAINT "course_modules_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_outcomes" ADD CONSTRAINT "module_outcomes_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_prerequisites" ADD CONSTRAINT "module_prerequisites_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_prerequisites" ADD CONSTRAINT "module_prerequisites_required_id_modules_id_fk" FOREIGN KEY ("required_id") REFERENCES "public"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retake_tasks" ADD CONSTRAINT "retake_tasks_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_entries" ADD CONSTRAINT "enrollment_entries_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_mentors" ADD CONSTRAINT "group_mentors_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_choices" ADD CONSTRAINT "module_choices_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_choices" ADD CONSTRAINT "module_choices_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_log" ADD CONSTRAINT "action_log_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cities" ADD CONSTRAINT "cities_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "semesters" ADD CONSTRAINT "semesters_academic_year_id_academic_years_id_fk" FOREIGN KEY ("academic_year_id") REFERENCES "public"."academic_years"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "states" ADD CONSTRAINT "states_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."countries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_attempts" ADD CONSTRAINT "package_attempts_package_id_lesson_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."lesson_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_attempts" ADD CONSTRAINT "package_attempts_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_reminders" ADD CONSTRAINT "homework_reminders_homework_id_lesson_homeworks_id_fk" FOREIGN KEY ("homework_id") REFERENCES "public"."lesson_homeworks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_homeworks" ADD CONSTRAINT "lesson_homeworks_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_packages" ADD CONSTRAINT "lesson_packages_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_submissions" ADD CONSTRAINT "homework_submissions_homework_id_lesson_homeworks_id_fk" FOREIGN KEY ("homework_id") REFERENCES "public"."lesson_homeworks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_submissions" ADD CONSTRAINT "homework_submissions_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_trees" ADD CONSTRAINT "package_trees_package_id_lesson_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."lesson_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_trees" ADD CONSTRAINT "package_trees_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_files" ADD CONSTRAINT "module_files_module_id_modules_id_fk" FOREIGN KEY ("module_id") REFERENCES "public"."modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_files" ADD CONSTRAINT "student_files_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_deliveries" ADD CONSTRAINT "outbox_deliveries_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department_heads" ADD CONSTRAINT "department_heads_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_job_position_id_job_positions_id_fk" FOREIGN KEY ("job_position_id") REFERENCES "public"."job_positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacancies" ADD CONSTRAINT "vacancies_job_position_id_job_positions_id_fk" FOREIGN KEY ("job_position_id") REFERENCES "public"."job_positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_call_letters" ADD CONSTRAINT "student_call_letters_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_transfers" ADD CONSTRAINT "course_transfers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_year_warnings" ADD CONSTRAINT "gap_year_warnings_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_cards" ADD CONSTRAINT "student_cards_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_documents" ADD CONSTRAINT "student_documents_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_guardians" ADD CONSTRAINT "student_guardians_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_status_requests" ADD CONSTRAINT "student_status_requests_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_transfers" ADD CONSTRAINT "student_transfers_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timetable_entries" ADD CONSTRAINT "timetable_entries_timetable_id_timetables_id_fk" FOREIGN KEY ("timetable_id") REFERENCES "public"."timetables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timetable_entries" ADD CONSTRAINT "timetable_entries_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timetable_requirements" ADD CONSTRAINT "timetable_requirements_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timetables" ADD CONSTRAINT "timetables_semester_id_semesters_id_fk" FOREIGN KEY ("semester_id") REFERENCES "public"."semesters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_hall_seats" ADD CONSTRAINT "exam_hall_seats_hall_id_exam_halls_id_fk" FOREIGN KEY ("hall_id") REFERENCES "public"."exam_halls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_halls" ADD CONSTRAINT "exam_halls_period_id_exam_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."exam_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_periods" ADD CONSTRAINT "exam_periods_semester_id_semesters_id_fk" FOREIGN KEY ("semester_id") REFERENCES "public"."semesters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_period_id_exam_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."exam_periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exams" ADD CONSTRAINT "exams_course_module_id_course_modules_id_fk" FOREIGN KEY ("course_module_id") REFERENCES "public"."course_modules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_roles_role" ON "account_roles" USING btree ("role_id","institution_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_username" ON "accounts" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_look" ON "accounts" USING btree (edulab_look("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email")) WHERE email is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_phone" ON "accounts" USING btree ("phone") WHERE phone is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "accounts_name" ON "accounts" USING btree ("lastname","firstname","id");--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_last_sign_in" ON "accounts" USING btree ("last_sign_in_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_row" ON "audit_log" USING btree ("table_name","row_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_institution" ON "audit_log" USING btree ("institution_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "files_hash" ON "files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "files_account" ON "files" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_account" ON "jobs" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "outbox_institution" ON "outbox" USING btree ("institution_id","id");--> statement-breakpoint
CREATE INDEX "outbox_recipient" ON "outbox" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "secrets_hash" ON "secrets" USING btree ("kind","hash");--> statement-breakpoint
CREATE INDEX "secrets_subject" ON "secrets" USING btree ("kind","subject","created_at");--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_events_institution" ON "security_events" USING btree ("institution_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_account" ON "security_events" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_about" ON "security_events" USING btree ("about_id","at","id");--> statement-breakpoint
CREATE INDEX "security_events_address" ON "security_events" USING btree ("address","at","id");--> statement-breakpoint
CREATE INDEX "security_events_kind" ON "security_events" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "security_events_outcome" ON "security_events" USING btree ("outcome","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settings_name" ON "settings" USING btree ("institution_id","name");--> statement-breakpoint
CREATE INDEX "status_history_entity" ON "status_history" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contract_agreements_name" ON "contract_agreements" USING btree ("institution_id",lower(name),"revision") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contract_agreements_published" ON "contract_agreements" USING btree (coalesce(origin_id, id)) WHERE status = 'PUBLISHED' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "contract_agreements_sort" ON "contract_agreements" USING btree ("institution_id","name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contract_agreements_created" ON "contract_agreements" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contract_agreements_amount" ON "contract_agreements" USING btree ("institution_id","amount","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contract_agreements_year" ON "contract_agreements" USING btree ("institution_id","academic_year_id","level","status");--> statement-breakpoint
CREATE INDEX "contract_credits_amount" ON "contract_credits" USING btree ("institution_id","credit");--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_number" ON "contracts" USING btree ("institution_id","number") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_application" ON "contracts" USING btree ("application_id") WHERE application_id is not null and deleted_at is null and status not in ('TERMINATED', 'SUPERSEDED');--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_student_year" ON "contracts" USING btree ("student_id","academic_year_id") WHERE student_id is not null and deleted_at is null and status not in ('TERMINATED', 'SUPERSEDED') and (supersedes_id is null or status not in ('DRAFT', 'ISSUED', 'OPENED'));--> statement-breakpoint
CREATE INDEX "contracts_created" ON "contracts" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contracts_payer" ON "contracts" USING btree ("institution_id","payer_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contracts_sort" ON "contracts" USING btree ("institution_id","number","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contracts_amount" ON "contracts" USING btree ("institution_id","amount","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contracts_deadline" ON "contracts" USING btree ("institution_id","deadline","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contracts_status" ON "contracts" USING btree ("institution_id","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contracts_student" ON "contracts" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "contracts_account" ON "contracts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "contracts_agreement" ON "contracts" USING btree ("agreement_id");--> statement-breakpoint
CREATE INDEX "contracts_search" ON "contracts" USING gin ("search" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("institution_id",lower(external_ref)) WHERE external_ref is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_day" ON "payments" USING btree ("institution_id","paid_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("institution_id","amount","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_payer" ON "payments" USING btree ("institution_id","payer","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_source" ON "payments" USING btree ("institution_id","source","paid_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_contract" ON "payments" USING btree ("contract_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_student" ON "payments" USING btree ("student_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payments_refund" ON "payments" USING btree ("refund_of") WHERE refund_of is not null;--> statement-breakpoint
CREATE INDEX "payments_search" ON "payments" USING gin ("search" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_debit_details_debit" ON "student_debit_details" USING btree ("debit_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_debits_due" ON "student_debits" USING btree ("institution_id","due_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_debits_created" ON "student_debits" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_debits_amount" ON "student_debits" USING btree ("institution_id","amount","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_debits_student" ON "student_debits" USING btree ("student_id","due_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_debits_contract" ON "student_debits" USING btree ("contract_id");--> statement-breakpoint
CREATE INDEX "student_debits_open" ON "student_debits" USING btree ("institution_id","due_on","id") WHERE deleted_at is null and paid < total;--> statement-breakpoint
CREATE UNIQUE INDEX "student_debits_instalment" ON "student_debits" USING btree ("contract_id","position") WHERE deleted_at is null and position is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "student_debits_ref" ON "student_debits" USING btree ("institution_id","external_ref") WHERE deleted_at is null and external_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "application_documents_type" ON "application_documents" USING btree ("application_id","type") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "application_field_batches_form" ON "application_field_batches" USING btree ("form_id","position") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "application_forms_title" ON "application_forms" USING btree ("institution_id","flavour",(title ->> 'uz'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "application_forms_opens" ON "application_forms" USING btree ("institution_id","flavour","opens_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "application_forms_revision" ON "application_forms" USING btree (coalesce(origin_id, id),"revision") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "application_forms_published" ON "application_forms" USING btree (coalesce(origin_id, id)) WHERE status = 'PUBLISHED' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "application_scores_one" ON "application_scores" USING btree ("application_id","subject","source") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "applications_one_live" ON "applications" USING btree ("guest_id","form_origin_id",coalesce(campaign_id, 0),coalesce(vacancy_id, 0)) WHERE deleted_at is null and status not in ('REJECTED', 'WITHDRAWN', 'EXPIRED', 'CANCELLED', 'CERTIFIED');--> statement-breakpoint
CREATE UNIQUE INDEX "applications_qr" ON "applications" USING btree ("institution_id","qr_code") WHERE qr_code is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "applications_number" ON "applications" USING btree ("institution_id","number");--> statement-breakpoint
CREATE INDEX "applications_status" ON "applications" USING btree ("institution_id","flavour","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "applications_name" ON "applications" USING btree ("institution_id","flavour","applicant_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "applications_submitted" ON "applications" USING btree ("institution_id","flavour","submitted_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "applications_created" ON "applications" USING btree ("institution_id","flavour","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "applications_score" ON "applications" USING btree ("institution_id","flavour","score","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "applications_campaign" ON "applications" USING btree ("campaign_id","status","decision_rank") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "applications_form" ON "applications" USING btree ("form_id");--> statement-breakpoint
CREATE INDEX "applications_deadline" ON "applications" USING btree ("deadline_on") WHERE deadline_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "applications_search" ON "applications" USING gin ("search" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exam_places_title" ON "exam_places" USING btree ("institution_id",(title ->> 'uz'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exam_places_created" ON "exam_places" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_seats_one" ON "exam_seats" USING btree ("application_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_seats_number" ON "exam_seats" USING btree ("session_id","seat_no") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exam_seats_created" ON "exam_seats" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exam_sessions_day" ON "exam_sessions" USING btree ("institution_id","day","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exam_sessions_place" ON "exam_sessions" USING btree ("place_id","day") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guest_certificates_guest" ON "guest_certificates" USING btree ("guest_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "guests_account" ON "guests" USING btree ("institution_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guests_passport" ON "guests" USING btree ("institution_id","passport_id") WHERE passport_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_pinfl" ON "guests" USING btree ("institution_id","pinfl") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_phone" ON "guests" USING btree ("institution_id","phone") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_name" ON "guests" USING btree ("institution_id","full_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_created" ON "guests" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_type" ON "guests" USING btree ("institution_id","applicant_type","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_deleted" ON "guests" USING btree ("institution_id","deleted_at","id");--> statement-breakpoint
CREATE INDEX "guests_search" ON "guests" USING gin ("search" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lead_talks_guest" ON "lead_talks" USING btree ("guest_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "assessment_attempts_one" ON "assessment_attempts" USING btree ("course_module_id","number") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_attempts_opens" ON "assessment_attempts" USING btree ("institution_id","opens_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_boards_module" ON "assessment_boards" USING btree ("course_module_id","id");--> statement-breakpoint
CREATE INDEX "assessment_boards_held" ON "assessment_boards" USING btree ("institution_id","held_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "assessment_components_code" ON "assessment_components" USING btree ("course_module_id",lower(code),coalesce(parent_id, 0)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_components_module" ON "assessment_components" USING btree ("course_module_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_components_sort" ON "assessment_components" USING btree ("institution_id","course_module_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_components_created" ON "assessment_components" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_components_parent" ON "assessment_components" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "assessment_criteria_component" ON "assessment_criteria" USING btree ("component_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_criteria_sort" ON "assessment_criteria" USING btree ("institution_id","component_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_criteria_created" ON "assessment_criteria" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "assessment_plans_one" ON "assessment_plans" USING btree ("course_module_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_plans_created" ON "assessment_plans" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_plans_updated" ON "assessment_plans" USING btree ("institution_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_plans_state" ON "assessment_plans" USING btree ("institution_id","state","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "assessment_retakes_one" ON "assessment_retakes" USING btree ("course_module_id","student_id","attempt") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_retakes_student" ON "assessment_retakes" USING btree ("student_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "assessment_retakes_created" ON "assessment_retakes" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "criterion_marks_one" ON "criterion_marks" USING btree ("criterion_id","student_id","attempt");--> statement-breakpoint
CREATE INDEX "criterion_marks_student" ON "criterion_marks" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "degree_classes_code" ON "degree_classes" USING btree ("institution_id",lower(code)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "degree_classes_sort" ON "degree_classes" USING btree ("institution_id","minimum_average","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "grade_scales_one" ON "grade_scales" USING btree ("institution_id","code","valid_from") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "grade_scales_sort" ON "grade_scales" USING btree ("institution_id","code","valid_from","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "marks_one" ON "marks" USING btree ("component_id","student_id","attempt");--> statement-breakpoint
CREATE INDEX "marks_module" ON "marks" USING btree ("course_module_id","student_id");--> statement-breakpoint
CREATE INDEX "marks_student" ON "marks" USING btree ("student_id","course_module_id");--> statement-breakpoint
CREATE INDEX "marks_again" ON "marks" USING btree ("course_module_id","student_id") WHERE attempt > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "module_results_one" ON "module_results" USING btree ("course_module_id","student_id");--> statement-breakpoint
CREATE INDEX "module_results_student" ON "module_results" USING btree ("student_id","course_module_id");--> statement-breakpoint
CREATE INDEX "module_results_sort" ON "module_results" USING btree ("institution_id","id");--> statement-breakpoint
CREATE INDEX "module_results_board" ON "module_results" USING btree ("institution_id","course_module_id") WHERE status = 'PUBLISHED' and complete;--> statement-breakpoint
CREATE INDEX "attendance_student" ON "attendance" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "attendance_reason" ON "attendance" USING btree ("reason_id") WHERE reason_id is not null;--> statement-breakpoint
CREATE INDEX "attendance_reasons_student" ON "attendance_reasons" USING btree ("student_id","starts_on") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attendance_reasons_created" ON "attendance_reasons" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "attendance_reasons_starts" ON "attendance_reasons" USING btree ("institution_id","starts_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_registers_client" ON "attendance_registers" USING btree ("institution_id","client_id") WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX "attendance_registers_session" ON "attendance_registers" USING btree ("session_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_totals_one" ON "attendance_totals" USING btree ("course_module_id","student_id");--> statement-breakpoint
CREATE INDEX "attendance_totals_student" ON "attendance_totals" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "attendance_totals_missed" ON "attendance_totals" USING btree ("institution_id","missed","id");--> statement-breakpoint
CREATE INDEX "class_bookings_session" ON "class_bookings" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "class_bookings_hall" ON "class_bookings" USING btree ("exam_hall_id");--> statement-breakpoint
CREATE INDEX "class_session_groups_group" ON "class_session_groups" USING btree ("group_id","session_id");--> statement-breakpoint
CREATE INDEX "class_sessions_starts" ON "class_sessions" USING btree ("institution_id",(date + starts_at),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "class_sessions_planned" ON "class_sessions" USING btree ("institution_id",(date + starts_at),"id") WHERE deleted_at is null and state = 'PLANNED';--> statement-breakpoint
CREATE INDEX "class_sessions_module" ON "class_sessions" USING btree ("course_module_id","date") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "class_sessions_staff" ON "class_sessions" USING btree ("staff_id","date") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "class_sessions_together" ON "class_sessions" USING gin ("co_staff_ids") WHERE deleted_at is null and co_staff_ids <> '{}';--> statement-breakpoint
CREATE INDEX "class_sessions_room" ON "class_sessions" USING btree ("room_id","date") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "calendar_events_starts" ON "calendar_events" USING btree ("institution_id","starts_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "calendar_events_person" ON "calendar_events" USING btree ("account_id","starts_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_one" ON "calendar_feeds" USING btree ("account_id","institution_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_secret" ON "calendar_feeds" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_code" ON "issued_documents" USING btree ("check_code");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_number" ON "issued_documents" USING btree ("institution_id","number");--> statement-breakpoint
CREATE INDEX "issued_documents_issued" ON "issued_documents" USING btree ("institution_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "issued_documents_subject" ON "issued_documents" USING btree ("institution_id","subject_name","id");--> statement-breakpoint
CREATE INDEX "issued_documents_student" ON "issued_documents" USING btree ("student_id","kind");--> statement-breakpoint
CREATE INDEX "issued_documents_account" ON "issued_documents" USING btree ("account_id","issued_at");--> statement-breakpoint
CREATE INDEX "issued_documents_search" ON "issued_documents" USING gin ("subject_name" gin_trgm_ops,"number" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "course_campaigns_one" ON "course_campaigns" USING btree ("course_id","academic_year_id","language") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_campaigns_opens" ON "course_campaigns" USING btree ("institution_id","opens_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_campaigns_closes" ON "course_campaigns" USING btree ("institution_id","closes_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_campaigns_year" ON "course_campaigns" USING btree ("institution_id","academic_year_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "course_module_leader" ON "course_module_teachers" USING btree ("course_module_id") WHERE role = 'LEADER';--> statement-breakpoint
CREATE INDEX "course_module_teachers_staff" ON "course_module_teachers" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_modules_one" ON "course_modules" USING btree ("course_id","academic_year_id","study_year","semester","module_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_modules_sort" ON "course_modules" USING btree ("institution_id","academic_year_id","course_id","study_year","semester","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_modules_created" ON "course_modules" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_modules_credits" ON "course_modules" USING btree ("institution_id","credits","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_modules_module" ON "course_modules" USING btree ("module_id");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_code" ON "courses" USING btree ("institution_id",lower(code),coalesce(education_form_id, 0)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_title" ON "courses" USING btree ("institution_id",(title ->> 'uz'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_code_sort" ON "courses" USING btree ("institution_id","code","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_level" ON "courses" USING btree ("institution_id","level","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_department" ON "courses" USING btree ("institution_id","department_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "module_outcomes_code" ON "module_outcomes" USING btree ("module_id",lower(code)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_outcomes_module" ON "module_outcomes" USING btree ("module_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_outcomes_sort" ON "module_outcomes" USING btree ("institution_id","module_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_prerequisites_required" ON "module_prerequisites" USING btree ("required_id");--> statement-breakpoint
CREATE UNIQUE INDEX "modules_code" ON "modules" USING btree ("institution_id",lower(code)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "modules_title" ON "modules" USING btree ("institution_id",(title ->> 'uz'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "modules_code_sort" ON "modules" USING btree ("institution_id","code","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "modules_credits" ON "modules" USING btree ("institution_id","credits","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "modules_department" ON "modules" USING btree ("institution_id","department_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "retake_tasks_module" ON "retake_tasks" USING btree ("course_module_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "enrollment_entries_application" ON "enrollment_entries" USING btree ("application_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "enrollment_entries_open" ON "enrollment_entries" USING btree ("institution_id","account_id") WHERE deleted_at is null and status in ('REQUIRED', 'DETAILS_CONFIRMED', 'DOCUMENT_DOWNLOADED');--> statement-breakpoint
CREATE INDEX "enrollment_entries_student" ON "enrollment_entries" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "enrollment_entries_account" ON "enrollment_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "enrollments_student" ON "enrollments" USING btree ("student_id","starts_on") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "enrollments_created" ON "enrollments" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "enrollments_starts" ON "enrollments" USING btree ("institution_id","starts_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "enrollments_ends" ON "enrollments" USING btree ("institution_id","ends_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "enrollments_status" ON "enrollments" USING btree ("institution_id","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "enrollments_year" ON "enrollments" USING btree ("institution_id","academic_year_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "enrollments_course" ON "enrollments" USING btree ("course_id","academic_year_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "enrollments_deleted" ON "enrollments" USING btree ("institution_id","deleted_at","id");--> statement-breakpoint
CREATE INDEX "group_members_group" ON "group_members" USING btree ("group_id","student_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "group_members_student" ON "group_members" USING btree ("student_id","starts_on") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "group_members_now" ON "group_members" USING btree ("institution_id","group_id") WHERE deleted_at is null and ends_on is null;--> statement-breakpoint
CREATE UNIQUE INDEX "group_mentors_now" ON "group_mentors" USING btree ("group_id") WHERE ends_on is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "group_mentors_staff" ON "group_mentors" USING btree ("staff_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name" ON "groups" USING btree ("institution_id",lower(name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "groups_sort" ON "groups" USING btree ("institution_id","name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "groups_entry" ON "groups" USING btree ("institution_id","entry_year","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "groups_course" ON "groups" USING btree ("course_id","entry_year");--> statement-breakpoint
CREATE INDEX "groups_parent" ON "groups" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "module_choices_one" ON "module_choices" USING btree ("course_module_id","student_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_choices_student" ON "module_choices" USING btree ("student_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_choices_created" ON "module_choices" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "action_log_account" ON "action_log" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "attempt_counters_age" ON "attempt_counters" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "academic_years_name" ON "academic_years" USING btree ("institution_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "academic_years_current" ON "academic_years" USING btree ("institution_id") WHERE current and deleted_at is null;--> statement-breakpoint
CREATE INDEX "academic_years_start" ON "academic_years" USING btree ("institution_id","starts_on","id");--> statement-breakpoint
CREATE INDEX "categories_title" ON "categories" USING btree ("institution_id",(title ->> 'uz'),"id");--> statement-breakpoint
CREATE INDEX "cities_state" ON "cities" USING btree ("state_id","id");--> statement-breakpoint
CREATE INDEX "cities_title" ON "cities" USING btree ((title ->> 'uz'),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "countries_code" ON "countries" USING btree ("code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "countries_title" ON "countries" USING btree ((title ->> 'uz'),"id");--> statement-breakpoint
CREATE INDEX "departments_title" ON "departments" USING btree ("institution_id",(title ->> 'uz'),"id");--> statement-breakpoint
CREATE INDEX "departments_parent" ON "departments" USING btree ("institution_id","parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "departments_code" ON "departments" USING btree ("institution_id","code") WHERE code is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "education_forms_code" ON "education_forms" USING btree ("institution_id","code") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "education_places_name" ON "education_places" USING btree ("institution_id",coalesce(parent_id, 0),"name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "education_places_sorted" ON "education_places" USING btree ("institution_id","name","id");--> statement-breakpoint
CREATE INDEX "education_places_capacity" ON "education_places" USING btree ("institution_id","capacity","id");--> statement-breakpoint
CREATE UNIQUE INDEX "levels_number" ON "levels" USING btree ("institution_id","number") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "option_types_code" ON "option_types" USING btree ("institution_id","variable","code") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "page_settings_identity" ON "page_settings" USING btree ("institution_id","identity") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "semesters_number" ON "semesters" USING btree ("institution_id","academic_year_id","number") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "states_country" ON "states" USING btree ("country_id","id");--> statement-breakpoint
CREATE INDEX "states_title" ON "states" USING btree ((title ->> 'uz'),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "package_attempts_one" ON "package_attempts" USING btree ("package_id","student_id","number","sco");--> statement-breakpoint
CREATE INDEX "package_attempts_student" ON "package_attempts" USING btree ("student_id","package_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_homeworks_lesson" ON "lesson_homeworks" USING btree ("lesson_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lesson_homeworks_due" ON "lesson_homeworks" USING btree ("institution_id","due_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lessons_module" ON "lessons" USING btree ("course_module_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lessons_sort" ON "lessons" USING btree ("institution_id","course_module_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lessons_title" ON "lessons" USING btree ("institution_id","title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lessons_created" ON "lessons" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_packages_lesson" ON "lesson_packages" USING btree ("lesson_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lesson_packages_file" ON "lesson_packages" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "homework_submissions_one" ON "homework_submissions" USING btree ("homework_id","student_id","number");--> statement-breakpoint
CREATE INDEX "homework_submissions_student" ON "homework_submissions" USING btree ("student_id","submitted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "package_trees_one" ON "package_trees" USING btree ("package_id","student_id","number");--> statement-breakpoint
CREATE INDEX "package_trees_student" ON "package_trees" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "library_items_title" ON "library_items" USING btree ("institution_id","title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "library_items_year" ON "library_items" USING btree ("institution_id","year","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "library_items_created" ON "library_items" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_files_title" ON "module_files" USING btree ("institution_id","type","title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_files_created" ON "module_files" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "module_files_module" ON "module_files" USING btree ("module_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "open_links_position" ON "open_links" USING btree ("institution_id","position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "open_links_title" ON "open_links" USING btree ("institution_id","title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_files_title" ON "student_files" USING btree ("institution_id","title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_files_created" ON "student_files" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_files_student" ON "student_files" USING btree ("student_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "email_templates_created" ON "email_templates" USING btree ("institution_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notices_account" ON "notices" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "outbox_deliveries_next" ON "outbox_deliveries" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "outbox_deliveries_expiry" ON "outbox_deliveries" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "department_heads_one" ON "department_heads" USING btree ("institution_id","department_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_positions_code" ON "job_positions" USING btree ("institution_id","code") WHERE code is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "job_positions_title" ON "job_positions" USING btree ("institution_id",(title ->> 'uz'),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_no" ON "staff" USING btree ("institution_id","staff_no") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_passport" ON "staff" USING btree ("institution_id","passport_id") WHERE passport_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_pinfl" ON "staff" USING btree ("institution_id","pinfl") WHERE pinfl is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_account" ON "staff" USING btree ("institution_id","account_id") WHERE account_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_search" ON "staff" USING gin ("search" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_name" ON "staff" USING btree ("institution_id",(lastname || ' ' || firstname),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_created" ON "staff" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_hired" ON "staff" USING btree ("institution_id","hired_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_number" ON "staff" USING btree ("institution_id","staff_no","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_status" ON "staff" USING btree ("institution_id","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_department" ON "staff" USING btree ("institution_id","department_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "staff_job" ON "staff" USING btree ("institution_id","job_position_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vacancies_status" ON "vacancies" USING btree ("institution_id","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vacancies_title" ON "vacancies" USING btree ("institution_id",(title ->> 'uz'),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vacancies_opens" ON "vacancies" USING btree ("institution_id","opens_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vacancies_closes" ON "vacancies" USING btree ("institution_id","closes_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "vacancies_job" ON "vacancies" USING btree ("job_position_id");--> statement-breakpoint
CREATE UNIQUE INDEX "student_call_letters_once" ON "student_call_letters" USING btree ("student_id","occasion","starts_on",coalesce(addressee, '')) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_call_letters_student" ON "student_call_letters" USING btree ("student_id","starts_on") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_transfers_created" ON "course_transfers" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_transfers_status" ON "course_transfers" USING btree ("institution_id","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "course_transfers_student" ON "course_transfers" USING btree ("student_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "student_cards_number" ON "student_cards" USING btree ("institution_id","card_number") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_cards_student" ON "student_cards" USING btree ("student_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_documents_student" ON "student_documents" USING btree ("student_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_guardians_student" ON "student_guardians" USING btree ("student_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "student_status_corrections_student" ON "student_status_corrections" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "student_status_requests_open" ON "student_status_requests" USING btree ("student_id") WHERE state = 'PROPOSED';--> statement-breakpoint
CREATE INDEX "student_status_requests_state" ON "student_status_requests" USING btree ("institution_id","state","id");--> statement-breakpoint
CREATE INDEX "student_status_requests_student" ON "student_status_requests" USING btree ("student_id","id");--> statement-breakpoint
CREATE INDEX "student_transfers_student" ON "student_transfers" USING btree ("student_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "students_no" ON "students" USING btree ("institution_id","student_no");--> statement-breakpoint
CREATE UNIQUE INDEX "students_passport" ON "students" USING btree ("institution_id","passport_id") WHERE passport_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "students_pinfl" ON "students" USING btree ("institution_id","pinfl") WHERE pinfl is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "students_username" ON "students" USING btree ("institution_id",lower("username")) WHERE username is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "students_account" ON "students" USING btree ("institution_id","account_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "students_search" ON "students" USING gin ("institution_id","search" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_words" ON "students" USING gin (array_to_tsvector(string_to_array(substr(replace(search, ' ', ' ' || institution_id::text || ':'), 2), ' '))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_name" ON "students" USING btree ("institution_id","full_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_gone_name" ON "students" USING btree ("institution_id","full_name","id") WHERE deleted_at is null and status <> 'ACTIVE';--> statement-breakpoint
CREATE INDEX "students_firstname" ON "students" USING btree ("institution_id","firstname","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_created" ON "students" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_birthdate" ON "students" USING btree ("institution_id","birthdate","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_status_name" ON "students" USING btree ("institution_id","status","full_name","id");--> statement-breakpoint
CREATE INDEX "students_status_since" ON "students" USING btree ("institution_id","status_since","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_entry" ON "students" USING btree ("institution_id","entry_year","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_course" ON "students" USING btree ("institution_id","course_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_level" ON "students" USING btree ("institution_id","level","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_education_form" ON "students" USING btree ("institution_id","education_form_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_language" ON "students" USING btree ("institution_id","study_language","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_succeeded" ON "students" USING btree ("succeeded_by_id") WHERE succeeded_by_id is not null;--> statement-breakpoint
CREATE INDEX "students_gender" ON "students" USING btree ("institution_id","gender","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_region" ON "students" USING btree ("institution_id","region_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_tuition" ON "students" USING btree ("institution_id","tuition","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_department" ON "students" USING btree ("institution_id","department_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "students_status" ON "students" USING btree ("institution_id","status","id");--> statement-breakpoint
CREATE INDEX "students_hemis" ON "students" USING btree ("institution_id","hemis_code") WHERE hemis_code is not null;--> statement-breakpoint
CREATE INDEX "timetable_entries_sort" ON "timetable_entries" USING btree ("timetable_id","day","session","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_entries_staff" ON "timetable_entries" USING btree ("timetable_id","staff_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_entries_room" ON "timetable_entries" USING btree ("timetable_id","room_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_entries_groups" ON "timetable_entries" USING gin ("group_ids") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_entries_module" ON "timetable_entries" USING btree ("course_module_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_publications_of" ON "timetable_publications" USING btree ("timetable_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "timetable_requirements_one" ON "timetable_requirements" USING btree ("course_module_id","kind") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_requirements_created" ON "timetable_requirements" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "timetable_runs_one" ON "timetable_runs" USING btree ("timetable_id");--> statement-breakpoint
CREATE UNIQUE INDEX "timetable_runs_exams" ON "timetable_runs" USING btree ("exam_period_id");--> statement-breakpoint
CREATE INDEX "timetable_wishes_sort" ON "timetable_wishes" USING btree ("institution_id","day","from_session","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_wishes_created" ON "timetable_wishes" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_wishes_staff" ON "timetable_wishes" USING btree ("staff_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetable_wishes_room" ON "timetable_wishes" USING btree ("room_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "timetables_published" ON "timetables" USING btree ("semester_id") WHERE state = 'PUBLISHED' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetables_sort" ON "timetables" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "timetables_title" ON "timetables" USING btree ("institution_id","title","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_admissions_one" ON "exam_admissions" USING btree ("course_module_id","student_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exam_admissions_student" ON "exam_admissions" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "amendments_open" ON "amendments" USING btree ("mark_id") WHERE deleted_at is null and status in ('DRAFT', 'REQUESTED', 'RETURNED', 'CHECKED', 'APPROVED');--> statement-breakpoint
CREATE INDEX "amendments_created" ON "amendments" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "amendments_updated" ON "amendments" USING btree ("institution_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "amendments_status" ON "amendments" USING btree ("institution_id","status","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "amendments_module" ON "amendments" USING btree ("course_module_id");--> statement-breakpoint
CREATE INDEX "amendments_student" ON "amendments" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "ledger_heads_at" ON "ledger_heads" USING btree ("institution_id","at","course_module_id");--> statement-breakpoint
CREATE INDEX "ledger_signatures_module" ON "ledger_signatures" USING btree ("course_module_id","seq");--> statement-breakpoint
CREATE INDEX "mark_events_mark" ON "mark_events" USING btree ("mark_id","seq");--> statement-breakpoint
CREATE INDEX "mark_events_student" ON "mark_events" USING btree ("student_id","course_module_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_arrangements_one" ON "exam_arrangements" USING btree ("student_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exam_arrangements_sort" ON "exam_arrangements" USING btree ("institution_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_hall_seats_once" ON "exam_hall_seats" USING btree ("exam_id","student_id");--> statement-breakpoint
CREATE INDEX "exam_hall_seats_student" ON "exam_hall_seats" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "exam_halls_one" ON "exam_halls" USING btree ("period_id","date","sitting","room_id");--> statement-breakpoint
CREATE INDEX "exam_halls_staff" ON "exam_halls" USING gin ("staff_ids");--> statement-breakpoint
CREATE INDEX "exam_periods_sort" ON "exam_periods" USING btree ("institution_id","starts_on","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exams_one" ON "exams" USING btree ("period_id","course_module_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exams_sort" ON "exams" USING btree ("period_id","date","sitting","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "exams_module" ON "exams" USING btree ("course_module_id") WHERE deleted_at is null;
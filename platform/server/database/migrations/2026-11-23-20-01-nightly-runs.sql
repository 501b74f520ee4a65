CREATE TABLE "nightly_runs" (
	"name" text NOT NULL,
	"day" date NOT NULL,
	"attempts" smallint DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"result" jsonb,
	"error" text,
	CONSTRAINT "nightly_runs_name_day_pk" PRIMARY KEY("name","day")
);


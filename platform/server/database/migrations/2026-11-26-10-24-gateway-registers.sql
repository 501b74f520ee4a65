CREATE TABLE "gateway_register_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_register_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"register_id" integer NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL
);

CREATE TABLE "gateway_registers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_registers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"provider" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"rows" integer NOT NULL,
	"amount" bigint NOT NULL,
	"file_name" text NOT NULL,
	"taken_by" integer
);

ALTER TABLE "gateway_register_rows" ADD CONSTRAINT "gateway_register_rows_register_id_gateway_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."gateway_registers"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "gateway_register_rows_key" ON "gateway_register_rows" USING btree ("institution_id","provider","external_id");
CREATE INDEX "gateway_register_rows_register" ON "gateway_register_rows" USING btree ("register_id");
CREATE INDEX "gateway_registers_days" ON "gateway_registers" USING btree ("institution_id","provider","from_day","until_day");

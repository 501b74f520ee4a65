CREATE TABLE "letter_control_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_control_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT edulab_now() NOT NULL,
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"order_id" integer NOT NULL,
	"was" boolean NOT NULL,
	"changed_on" date NOT NULL,
	"account_id" integer NOT NULL
);

ALTER TABLE "letter_control_changes" ADD CONSTRAINT "letter_control_changes_order_id_letter_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."letter_orders"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "letter_control_changes_order" ON "letter_control_changes" USING btree ("order_id","changed_on","id");

CREATE TABLE "demo_accounts" (
	"account_id" integer PRIMARY KEY NOT NULL
);

CREATE TABLE "reset_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reset_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer,
	"due_at" timestamp with time zone NOT NULL
);

ALTER TABLE "demo_accounts" ADD CONSTRAINT "demo_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "reset_requests_due" ON "reset_requests" USING btree ("due_at");

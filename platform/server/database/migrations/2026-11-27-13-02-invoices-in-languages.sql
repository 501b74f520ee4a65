CREATE TABLE "invoice_translations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_translations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"institution_id" integer DEFAULT edulab_institution() NOT NULL,
	"invoice_id" integer NOT NULL,
	"language" text NOT NULL,
	"document_id" integer NOT NULL
);

ALTER TABLE "invoice_translations" ADD CONSTRAINT "invoice_translations_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "invoice_translations_one" ON "invoice_translations" USING btree ("invoice_id","language");
-- Invoices for many of before they knew their job: its receipt knows them, so they are found, and taken back, like later ones.
ALTER TABLE "invoices" DISABLE TRIGGER USER;
update invoices i set job_id = x.id
  from (select j.id, j.institution_id, n.id::int as invoice_id from jobs j cross join lateral jsonb_array_elements_text(j.receipt -> 'new_ids') as n(id)
         where j.kind = 'invoices.issue' and jsonb_typeof(j.receipt -> 'new_ids') = 'array') x
 where i.id = x.invoice_id and i.institution_id = x.institution_id and i.job_id is null;
ALTER TABLE "invoices" ENABLE TRIGGER USER;

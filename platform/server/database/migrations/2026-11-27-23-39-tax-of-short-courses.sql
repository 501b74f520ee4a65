ALTER TABLE "vat_rates" DROP CONSTRAINT "vat_rates_percent";
-- Courses said a tax of their own that the books did not know. Where accounting set no rate for them, the one that most of them say holds from now on.
INSERT INTO "vat_rates" ("institution_id", "of", "percent")
SELECT c.institution_id, 'COURSE', least(99, mode() WITHIN GROUP (ORDER BY c.vat_percent)) FROM "short_courses" c
 WHERE c.deleted_at IS NULL AND c.status IN ('DRAFT', 'OPEN', 'CLOSED') AND c.price > 0 AND c.vat_percent > 0
   AND NOT EXISTS (SELECT 1 FROM "vat_rates" r WHERE r.institution_id = c.institution_id AND r.of = 'COURSE') GROUP BY 1;
ALTER TABLE "short_courses" DROP COLUMN "vat_percent";
ALTER TABLE "vat_rates" ADD CONSTRAINT "vat_rates_percent" CHECK (percent between 0 and 99 and (of in ('TUITION', 'COURSE') or not on_top));

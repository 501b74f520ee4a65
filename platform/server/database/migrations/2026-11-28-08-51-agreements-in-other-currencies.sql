ALTER TABLE "contract_agreements" ADD COLUMN "currency" text;

ALTER TABLE "issued_documents" ADD COLUMN "provisional" text;
-- Transcripts of before the award say so in their title.
update issued_documents set provisional = 'NOT_AWARDED'
 where kind = 'TRANSCRIPT' and title in ('Academic transcript, provisional', 'Академический транскрипт (предварительный)', 'Akademik transkript (oraliq)');
-- The number of an amendment is no reason for whoever holds the paper.
update issued_documents d set status_reason = 'MARK_AMENDED'
 where d.kind = 'TRANSCRIPT' and d.status = 'SUPERSEDED' and exists (select 1 from amendments a where a.institution_id = d.institution_id and a.number = d.status_reason);

-- What was live stays as it was: papers were made with it.
create or replace trigger a_frozen before update or delete on certificate_templates for each row
  execute function edulab_frozen('certificate_templates_frozen', 'LIVE,ARCHIVED', 'status,live_at,archived_at');

-- Which paper was made of what is never changed.
revoke update, delete on certificates from edulab_app;

-- What was verified stays as it was: its points, the table that they are of, and what was proved.
-- What was verified together goes back to be verified again as it was sent: without points, and with all else unchanged.
create or replace trigger a_frozen before update on achievement_records for each row
  when (not (old.status = 'VERIFIED' and new.status = 'SUBMITTED' and old.batch_id is not null and new.batch_id is null and new.points is null
    and to_jsonb(new) - array['status', 'points', 'scale_id', 'decided_by', 'decided_at', 'note', 'badge_id', 'batch_id', 'version', 'updated_at']
      = to_jsonb(old) - array['status', 'points', 'scale_id', 'decided_by', 'decided_at', 'note', 'badge_id', 'batch_id', 'version', 'updated_at']))
  execute function edulab_frozen('achievement_records_frozen', 'VERIFIED,REVOKED', 'status,note,revoked_at,badge_id');
create or replace trigger a_kept before delete on achievement_records for each row
  execute function edulab_frozen('achievement_records_frozen', 'VERIFIED,REVOKED', '');

-- A table of points in force is not changed, nor what stands in it.
create or replace trigger a_frozen before update or delete on achievement_scales for each row
  execute function edulab_frozen('achievement_scales_frozen', 'LIVE', 'status,live_at');
create or replace trigger a_frozen before insert or update or delete on achievement_points for each row
  execute function edulab_frozen_part('achievement_scales_frozen', 'LIVE', 'achievement_scales', 'scale_id');

-- A frozen list is what it was.
create or replace trigger a_frozen before update or delete on achievement_nominations for each row
  execute function edulab_frozen('achievement_nominations_frozen', 'FROZEN', 'status');
revoke update, delete on achievement_nominees from edulab_app;

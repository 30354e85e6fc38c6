-- One that no mute keeps back any more is confirmed by the next report: it may have ended meanwhile.
UPDATE alerts AS one
SET muted_by = new.muted_by, muted_until = new.muted_until, last_muted_by = coalesce(new.muted_by, one.last_muted_by),
  unconfirmed_since = CASE WHEN new.muted_by IS NULL THEN now() END
FROM jsonb_to_recordset(:mutings::jsonb) AS new (id text, muted_by text, muted_until timestamptz)
WHERE one.organization_id = :organization_id AND one.id = new.id

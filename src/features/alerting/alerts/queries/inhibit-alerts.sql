-- One that was not announced yet is announced when it goes on.
UPDATE alerts AS one
SET inhibited_by = new.inhibited_by, inhibiting_alert = new.inhibiting_alert,
  announced_at = CASE WHEN new.announced THEN one.announced_at END
FROM jsonb_to_recordset(:inhibitions::jsonb) AS new (id text, inhibited_by text, inhibiting_alert text, announced boolean)
WHERE one.organization_id = :organization_id AND one.id = new.id

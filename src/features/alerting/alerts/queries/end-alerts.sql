UPDATE alerts AS one
SET resolved_at = new.at, closed_at = now(), ended_because = new.because
FROM jsonb_to_recordset(:ends::jsonb) AS new (id text, at timestamptz, because text)
WHERE one.organization_id = :organization_id AND one.id = new.id AND one.resolved_at IS NULL
RETURNING one.id

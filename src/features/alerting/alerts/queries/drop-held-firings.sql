-- An end followed them: they were a late word of before it.
DELETE FROM held_firings AS one
USING jsonb_to_recordset(:ends::jsonb) AS said (fingerprint text, started_at timestamptz)
WHERE one.organization_id = :organization_id AND one.connector_id = :connector_id
  AND one.fingerprint = said.fingerprint AND one.started_at <= said.started_at

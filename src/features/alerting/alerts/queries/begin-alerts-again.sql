UPDATE alerts AS one SET again_at = said.at
FROM jsonb_to_recordset(:alerts::jsonb) AS said (id text, at timestamptz)
WHERE one.organization_id = :organization_id AND one.id = said.id

UPDATE alerts AS one
SET source_keys = new.source_keys
FROM jsonb_to_recordset(:alerts::jsonb) AS new (id text, source_keys text[])
WHERE one.organization_id = :organization_id AND one.id = new.id

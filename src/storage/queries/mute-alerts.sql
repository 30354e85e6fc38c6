UPDATE alerts AS one
SET muted_by = new.muted_by
FROM jsonb_to_recordset(:mutings::jsonb) AS new (id text, muted_by text)
WHERE one.organization_id = :organization_id AND one.id = new.id

UPDATE alerts AS one
SET annotations = new.annotations, title = new.title, url = new.url
FROM jsonb_to_recordset(:alerts::jsonb) AS new (id text, annotations jsonb, title text, url text)
WHERE one.organization_id = :organization_id AND one.id = new.id

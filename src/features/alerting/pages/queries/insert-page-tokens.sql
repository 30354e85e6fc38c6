INSERT INTO page_tokens (hash, organization_id, page_id, way, way_id, expires_at)
SELECT decode(one.hash, 'hex'), one.organization_id, one.page_id, one.way, one.way_id, now() + interval '24 hours'
FROM jsonb_to_recordset(:tokens::jsonb) AS one (hash text, organization_id text, page_id text, way text, way_id text)

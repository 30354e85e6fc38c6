INSERT INTO page_tokens (hash, organization_id, page_id, way, expires_at)
SELECT decode(one.hash, 'hex'), one.organization_id, one.page_id, one.way, now() + interval '24 hours'
FROM jsonb_to_recordset(:tokens::jsonb) AS one (hash text, organization_id text, page_id text, way text)

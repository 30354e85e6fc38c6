INSERT INTO events (organization_id, id, event, title, body, service, labels, url, dedupe_key, decision, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (organization_id, dedupe_key) DO NOTHING
RETURNING id

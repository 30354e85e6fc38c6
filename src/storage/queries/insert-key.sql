INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)

INSERT INTO tokens (id, user_id, hash, name, prefix, organizations, max_role, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)

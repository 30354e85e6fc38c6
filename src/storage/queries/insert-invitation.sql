INSERT INTO invitations (hash, organization_id, user_id, expires_at) VALUES ($1, $2, $3, $4)

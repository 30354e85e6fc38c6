INSERT INTO members (organization_id, user_id, role, invited_name, accepted_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6)

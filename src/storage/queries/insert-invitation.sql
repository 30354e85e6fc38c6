-- One link is open for a member: the newest.
WITH replaced AS (
  DELETE FROM invitations WHERE organization_id = $2 AND user_id = $3
)
INSERT INTO invitations (hash, organization_id, user_id, expires_at, proves_address) VALUES ($1, $2, $3, $4, $5)

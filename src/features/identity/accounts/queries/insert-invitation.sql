-- One link is open for a member: the newest.
WITH replaced AS (
  DELETE FROM invitations WHERE organization_id = :organization_id AND user_id = :user_id
)
INSERT INTO invitations (hash, organization_id, user_id, expires_at, proves_address)
VALUES (:hash, :organization_id, :user_id, :expires_at, :proves_address)

-- The links that were given out are used up with it.
WITH used AS (
  DELETE FROM invitations WHERE organization_id = :organization_id AND user_id = :user_id
)
UPDATE members SET accepted_at = :accepted_at
WHERE organization_id = :organization_id AND user_id = :user_id AND accepted_at IS NULL
RETURNING user_id

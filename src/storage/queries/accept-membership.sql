-- The links that were given out are used up with it.
WITH used AS (
  DELETE FROM invitations WHERE organization_id = $1 AND user_id = $2
)
UPDATE members SET accepted_at = $3 WHERE organization_id = $1 AND user_id = $2 AND accepted_at IS NULL
RETURNING user_id

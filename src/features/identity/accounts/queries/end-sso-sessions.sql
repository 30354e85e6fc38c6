-- Of one member, or of everybody: what the organization's sign-in proved is over.
-- @param user_id: nullable
WITH ended AS (
  DELETE FROM sessions
  WHERE sso_organizations @> ARRAY[:organization_id] AND (:user_id::text IS NULL OR user_id = :user_id)
    AND NOT by_password AND sso_organizations <@ ARRAY[:organization_id]
)
UPDATE sessions SET sso_organizations = array_remove(sso_organizations, :organization_id)
WHERE sso_organizations @> ARRAY[:organization_id] AND (:user_id::text IS NULL OR user_id = :user_id)
  AND (by_password OR NOT sso_organizations <@ ARRAY[:organization_id])

-- What reaches this organization alone ends; what reaches others goes on there.
WITH elsewhere AS (
  SELECT count(*) > 0 AS any FROM members
  WHERE user_id = :user_id AND organization_id <> :organization_id AND accepted_at IS NOT NULL
), deleted AS (
  DELETE FROM sessions
  WHERE user_id = :user_id AND (
    NOT (SELECT "any" FROM elsewhere)
    OR NOT by_password AND sso_organizations <@ ARRAY[:organization_id]
  )
)
UPDATE sessions SET sso_organizations = array_remove(sso_organizations, :organization_id),
  ended_organizations = array_append(array_remove(ended_organizations, :organization_id), :organization_id)
WHERE user_id = :user_id AND (SELECT "any" FROM elsewhere)
  AND (by_password OR NOT sso_organizations <@ ARRAY[:organization_id])

-- Organizations that it had lost meanwhile do not come back.
-- @param max_role, expires_at, seen_role, seen_expiry: nullable
UPDATE tokens SET name = :name, max_role = :max_role, expires_at = :expires_at, propose_only = :propose_only,
  organizations = ARRAY(SELECT kept FROM unnest(organizations) AS kept WHERE kept = ANY (:organizations::text[]))
WHERE user_id = :user_id AND id = :id AND revoked_at IS NULL
  AND max_role IS NOT DISTINCT FROM :seen_role AND expires_at IS NOT DISTINCT FROM :seen_expiry
RETURNING id

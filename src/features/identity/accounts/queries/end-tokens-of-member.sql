-- A token's part in the organization ends for good; with the last part the token ends.
UPDATE tokens SET organizations = array_remove(organizations, :organization_id),
  revoked_at = CASE WHEN organizations <@ ARRAY[:organization_id] THEN :at::timestamptz END
WHERE user_id = :user_id AND :organization_id = ANY (organizations) AND revoked_at IS NULL

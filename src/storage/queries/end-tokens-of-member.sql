-- A token's part in the organization ends for good; with the last part the token ends.
UPDATE tokens SET organizations = array_remove(organizations, $1),
  revoked_at = CASE WHEN organizations <@ ARRAY[$1] THEN $3::timestamptz END
WHERE user_id = $2 AND $1 = ANY (organizations) AND revoked_at IS NULL

UPDATE tokens SET revoked_at = $3 WHERE user_id = $1 AND id = $2 AND revoked_at IS NULL
RETURNING id

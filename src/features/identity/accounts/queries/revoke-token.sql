UPDATE tokens SET revoked_at = :now WHERE user_id = :user_id AND id = :id AND revoked_at IS NULL
RETURNING id

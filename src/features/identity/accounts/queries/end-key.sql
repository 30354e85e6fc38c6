-- Brings the end of a key nearer, and never moves it away.
UPDATE api_keys SET expires_at = least(expires_at, :expires_at)
WHERE organization_id = :organization_id AND id = :id AND revoked_at IS NULL
  AND (expires_at IS NULL OR expires_at > :now)
RETURNING id

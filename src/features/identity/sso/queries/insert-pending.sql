-- What nobody came back for is swept along.
WITH swept AS (
  DELETE FROM sso_pending WHERE expires_at < :now
)
INSERT INTO sso_pending (hash, organization_id, purpose, content, expires_at)
VALUES (:hash, :organization_id, :purpose, :content, :expires_at)

DELETE FROM oauth_grants
USING tokens
WHERE tokens.id = oauth_grants.token_id AND (tokens.revoked_at < :before OR tokens.expires_at < :before)

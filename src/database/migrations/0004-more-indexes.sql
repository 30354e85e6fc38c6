-- For the invitations of one member: looked up when one is accepted, and when a member goes.
CREATE INDEX invitations_of_member ON invitations (organization_id, user_id);

-- For the few credentials that expire soon, looked for every hour.
CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX tokens_expiring ON tokens (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;

-- When the address was proved: its owner followed a mailed link, or the operator answered for the account.
-- Null: the account was made by a link that an organization handed over, and belongs to its organizations.
ALTER TABLE users ADD COLUMN proved_at timestamptz;
-- temporary: to be changed at the first sign-in. ended: a reset is under way, and nobody signs in by it.
ALTER TABLE users ADD COLUMN password_state text NOT NULL DEFAULT 'own'
  CHECK (password_state IN ('own', 'temporary', 'ended'));

-- Whether the link proves the address of whoever follows it: it was mailed there, or the operator gave it out.
ALTER TABLE invitations ADD COLUMN proves_address boolean NOT NULL DEFAULT false;

-- The one-time links by which an account gets a new password.
CREATE TABLE password_resets (
  hash bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

-- For counting the invitations that were mailed to one address lately.
CREATE INDEX deliveries_invitations ON deliveries (lane, created_at) WHERE source LIKE 'invitation/%';

-- A large audit log takes longer to read than a request may take.
SET LOCAL statement_timeout = 0;

-- Accounts from before: proved are those whose password the operator or the first start set, as the audit log
-- says. The others may have been made by an org_admin or by a link that was handed over: nobody can tell.
UPDATE users SET proved_at = created_at
WHERE password_hash IS NOT NULL AND id IN (
  SELECT row_id FROM audit_records
  WHERE resource = 'members' AND action = 'add_member' AND outcome = 'success'
    AND actor_kind IN ('operator', 'service') AND changes @> '[{"field": "password", "secret": "set"}]'
);

-- Members who were removed before: their tokens stay ended there, should they join again.
UPDATE tokens AS token SET organizations = ARRAY(
  SELECT organization_id FROM members
  WHERE user_id = token.user_id AND accepted_at IS NOT NULL AND organization_id = ANY (token.organizations)
  ORDER BY array_position(token.organizations, organization_id)
)
WHERE revoked_at IS NULL;
UPDATE tokens SET revoked_at = now() WHERE revoked_at IS NULL AND organizations = '{}';

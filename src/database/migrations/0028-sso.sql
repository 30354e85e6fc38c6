-- How an organization's members sign in at its own identity provider (OpenID Connect).
CREATE TABLE sso_connections (
  organization_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  enabled boolean NOT NULL,
  require_sso boolean NOT NULL,
  -- The org_admin who may always sign in by password.
  break_glass_user_id text COLLATE "C",
  -- The rest, as the API names it.
  settings jsonb NOT NULL,
  sealed_secret text COLLATE "C",
  revision bigint NOT NULL DEFAULT nextval('row_revision')
);

-- Who of the members is whom at the provider: never known by an address, which changes hands.
CREATE TABLE sso_identities (
  organization_id text COLLATE "C" NOT NULL,
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  linked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, issuer, subject),
  FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
);
CREATE INDEX sso_identities_by_subject ON sso_identities (issuer, subject);
CREATE INDEX sso_identities_by_member ON sso_identities (organization_id, user_id);

-- What is under way for some minutes: sign-ins at a provider, tests of a connection, links that wait for a yes.
CREATE TABLE sso_pending (
  hash bytea PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('sign_in', 'test', 'link')),
  content jsonb NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sso_pending_expired ON sso_pending (expires_at);

-- By what a session was proved: a password, the sign-in of organizations, or both. It reaches no further.
ALTER TABLE sessions ADD COLUMN by_password boolean NOT NULL DEFAULT true;
ALTER TABLE sessions ADD COLUMN sso_organizations text[] NOT NULL DEFAULT '{}';
CREATE INDEX sessions_by_sso ON sessions USING gin (sso_organizations);

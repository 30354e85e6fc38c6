-- Text that identifies or sorts is compared byte by byte, on every server alike: COLLATE "C".
-- Keys of an organization's own data begin with the organization, so that the tables can be spread by it.

CREATE TABLE organizations (
  id text COLLATE "C" PRIMARY KEY,
  slug text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'team', 'business')),
  ip_allowlist text[] NOT NULL DEFAULT '{}',
  session_ttl_hours integer NOT NULL DEFAULT 24,
  -- The first external id, made with the organization so that no read has to write one; rotating makes
  -- others, which stand in the setting's row.
  aws_external_id text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  created_at timestamptz NOT NULL
);

CREATE SEQUENCE row_revision;

CREATE TABLE rows (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  natural_key text COLLATE "C",
  sort_key text COLLATE "C" NOT NULL,
  configuration jsonb NOT NULL,
  secrets jsonb NOT NULL,
  state jsonb NOT NULL,
  revision bigint NOT NULL,
  key_held_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, kind, id),
  CONSTRAINT rows_natural_key UNIQUE (organization_id, kind, natural_key)
);

CREATE INDEX rows_in_order ON rows (organization_id, kind, sort_key, id);

CREATE TABLE row_references (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  field text COLLATE "C" NOT NULL,
  to_kind text COLLATE "C" NOT NULL,
  to_id text COLLATE "C" NOT NULL,
  cascades boolean NOT NULL,
  PRIMARY KEY (organization_id, kind, id, field),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE,
  CONSTRAINT row_references_target
    FOREIGN KEY (organization_id, to_kind, to_id) REFERENCES rows (organization_id, kind, id)
);

CREATE INDEX row_references_to ON row_references (organization_id, to_kind, to_id);

-- Names that are unique across the service, such as a status page's slug.
CREATE TABLE service_names (
  kind text COLLATE "C" NOT NULL,
  field text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, field, value),
  UNIQUE (organization_id, kind, field)
);

-- What was last reported for a service by whoever discovers it; a binding that is written drops all of them.
CREATE TABLE discoveries (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  service text COLLATE "C" NOT NULL,
  environment text COLLATE "C" NOT NULL,
  reported jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, service, environment)
);

-- Overrides of the deploy gate. They end by themselves: one whose time is up counts for nothing.
CREATE TABLE deploy_overrides (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  service text COLLATE "C" NOT NULL,
  allow boolean NOT NULL,
  reason text NOT NULL,
  by text NOT NULL,
  created_at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (organization_id, service)
);

CREATE SEQUENCE audit_sequence;

-- No foreign key to the organization: its audit records outlive it.
CREATE TABLE audit_records (
  organization_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL DEFAULT nextval('audit_sequence'),
  -- No finer than the program reads it, so that the seal covers all of it.
  at timestamptz(3) NOT NULL,
  actor_kind text NOT NULL,
  actor_id text COLLATE "C" NOT NULL,
  actor_name text NOT NULL,
  door text NOT NULL,
  action text COLLATE "C" NOT NULL,
  resource text COLLATE "C" NOT NULL,
  row_id text COLLATE "C" NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('success', 'refused')),
  changes jsonb NOT NULL,
  request_id text NOT NULL,
  address text,
  PRIMARY KEY (organization_id, sequence)
);

CREATE INDEX audit_records_by_row ON audit_records (organization_id, resource, row_id, sequence);
CREATE INDEX audit_records_by_time ON audit_records (organization_id, at);

-- The outbox: records that still have to be sealed and told to whoever listens.
CREATE TABLE audit_outbox (
  organization_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (organization_id, sequence)
);

-- One link per record, in the order of sealing; each covers the one before it.
CREATE TABLE audit_seals (
  organization_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  sequence bigint NOT NULL,
  seal text NOT NULL,
  PRIMARY KEY (organization_id, position),
  UNIQUE (organization_id, sequence)
);

-- The newest link of each chain. The code proves that the service wrote it, so that a chain whose end was
-- cut off does not pass for a shorter one.
CREATE TABLE audit_heads (
  organization_id text COLLATE "C" PRIMARY KEY,
  position bigint NOT NULL,
  seal text NOT NULL,
  code text NOT NULL,
  -- What the log was last told of it, and when.
  logged_position bigint NOT NULL DEFAULT 0,
  logged_at timestamptz
);

-- Where retention cut a chain: the last link that was removed, with a code as above.
CREATE TABLE audit_checkpoints (
  organization_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  seal text NOT NULL,
  code text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, position)
);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('orgconfig.retention', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit records are append-only';
END
$$;

CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE ON audit_records
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_checkpoints_append_only BEFORE UPDATE OR DELETE ON audit_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_records_kept_whole BEFORE TRUNCATE ON audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_seals_kept_whole BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_checkpoints_kept_whole BEFORE TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE users (
  id text COLLATE "C" PRIMARY KEY,
  email text NOT NULL,
  email_folded text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text,
  created_at timestamptz NOT NULL
);

CREATE TABLE members (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer', 'member', 'org_admin')),
  -- What the inviter calls the person; each organization sees only its own until the person accepts.
  invited_name text,
  -- Null while an invitation is open.
  accepted_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);

CREATE INDEX members_by_user ON members (user_id);

CREATE TABLE invitations (
  hash bytea PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
);

CREATE TABLE api_keys (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  scopes text[] NOT NULL,
  prefix text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE tokens (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  prefix text NOT NULL,
  -- Ids of the organizations it may act in.
  organizations text[] NOT NULL,
  max_role text CHECK (max_role IN ('viewer', 'member', 'org_admin')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

CREATE INDEX tokens_by_user ON tokens (user_id);

CREATE TABLE sessions (
  hash bytea PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  address text,
  user_agent text
);

CREATE INDEX sessions_by_user ON sessions (user_id);

-- Values of the installation itself, such as the sealed key of the audit chains.
CREATE TABLE installation (
  name text COLLATE "C" PRIMARY KEY,
  value text NOT NULL
);

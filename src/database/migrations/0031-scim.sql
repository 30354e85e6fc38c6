-- People and groups as an organization's provider keeps them here (SCIM, RFC 7644).
CREATE TABLE scim_tokens (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  prefix text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_address text,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX scim_tokens_expiring ON scim_tokens (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE scim_users (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  -- Null: no member, now.
  user_id text COLLATE "C",
  -- To become a member as soon as a group gives a role.
  waits boolean NOT NULL,
  user_name_folded text COLLATE "C" NOT NULL,
  external_id text COLLATE "C",
  -- What the provider says of the person, as SCIM names it.
  content jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, user_name_folded),
  UNIQUE (organization_id, user_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE SET NULL (user_id)
);
CREATE INDEX scim_users_by_external_id ON scim_users (organization_id, external_id);

CREATE TABLE scim_groups (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  display_name text COLLATE "C" NOT NULL,
  external_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, id)
);
-- Another of the same name is another group only where the provider knows it by another id.
CREATE UNIQUE INDEX scim_groups_by_name ON scim_groups (organization_id, display_name, coalesce(external_id, ''));

CREATE TABLE scim_group_members (
  organization_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  scim_user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, group_id, scim_user_id),
  FOREIGN KEY (organization_id, group_id) REFERENCES scim_groups (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, scim_user_id) REFERENCES scim_users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX scim_group_members_by_user ON scim_group_members (organization_id, scim_user_id);

-- What the provider has to see when a session that it proved is signed out there, too.
CREATE TABLE sso_sign_ins (
  session_hash bytea PRIMARY KEY REFERENCES sessions (hash) ON DELETE CASCADE,
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  sealed_id_token text COLLATE "C" NOT NULL
);

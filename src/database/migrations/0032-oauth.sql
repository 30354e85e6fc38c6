-- Programs that connect to the MCP endpoint by OAuth: registered by themselves, or described by the document at their id.
CREATE TABLE oauth_clients (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  -- Until then the document counts as read; null for what was registered.
  fresh_until timestamptz(3),
  used_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_clients_by_use ON oauth_clients (used_at);

-- A personal token that a program was given: the program by the name that it gave itself, and where the answer went.
-- Its value is replaced with every refresh, and good until access_until.
ALTER TABLE tokens ADD COLUMN client text;
ALTER TABLE tokens ADD COLUMN client_host text;
ALTER TABLE tokens ADD COLUMN access_until timestamptz(3);

-- What such a program holds: first a code, and once that was redeemed a refresh token.
CREATE TABLE oauth_grants (
  token_id text COLLATE "C" PRIMARY KEY REFERENCES tokens (id) ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL,
  redirect_uri text COLLATE "C" NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  code_challenge text COLLATE "C" NOT NULL,
  code_expires_at timestamptz(3) NOT NULL,
  redeemed_at timestamptz(3),
  -- All refresh tokens of a grant begin alike: an old one that comes back is known by it.
  family_hash bytea UNIQUE,
  refresh_hash bytea
);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_waiting ON oauth_grants (code_expires_at) WHERE redeemed_at IS NULL;

-- What proves a person next to their password: the codes of an app (TOTP, RFC 6238), or a passkey (WebAuthn).
CREATE TABLE second_factors (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('totp', 'passkey')),
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Null until a code of the app was sent: it proves nothing before.
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3),
  -- Of an app: what its codes are made of, and the step of the last one, so that none is taken twice.
  sealed_secret text COLLATE "C",
  last_step bigint NOT NULL DEFAULT 0,
  -- Of a passkey: how its authenticator names it, and what its answers are checked with.
  credential_id text COLLATE "C",
  public_key bytea,
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  UNIQUE (user_id, credential_id),
  CHECK (CASE kind WHEN 'totp' THEN sealed_secret IS NOT NULL ELSE num_nulls(credential_id, public_key) = 0 END)
);

-- For the day when the app and the passkey are lost; each works once, and then is gone.
CREATE TABLE recovery_codes (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (user_id, hash)
);

-- What waits for some minutes for a second factor: a sign-in whose password was right, and a passkey that is being added.
CREATE TABLE second_factor_challenges (
  hash bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('sign_in', 'passkey')),
  -- What a passkey signs.
  passkey_challenge text COLLATE "C" NOT NULL,
  -- The digest of the password's hash: the sign-in ends with the password.
  password_digest bytea,
  attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX second_factor_challenges_by_user ON second_factor_challenges (user_id);
CREATE INDEX second_factor_challenges_expired ON second_factor_challenges (expires_at);

ALTER TABLE organizations ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;

-- When the password was proved last: null in a session that began at a provider.
ALTER TABLE sessions ADD COLUMN password_at timestamptz(3);
UPDATE sessions SET password_at = created_at WHERE by_password;
-- Whether a second factor was proved with the password.
ALTER TABLE sessions ADD COLUMN second_factor boolean NOT NULL DEFAULT false;
-- Organizations whose admin ended what the password reached there.
ALTER TABLE sessions ADD COLUMN ended_organizations text[] NOT NULL DEFAULT '{}';

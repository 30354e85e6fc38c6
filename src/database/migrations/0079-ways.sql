-- @back 78: ways to people's devices, which it does not know

-- The pairs of keys by which this installation signs its pushes (RFC 8292). A browser's subscription takes those of one pair alone,
-- so one that was replaced stays as long as a way was made with it. The newest is the one for new subscriptions.
CREATE TABLE push_keys (
  id text COLLATE "C" PRIMARY KEY,
  public_key text COLLATE "C" NOT NULL,
  sealed_private_key text NOT NULL,
  made_at timestamptz(3) NOT NULL
);

-- How people are reached besides the mail of their account: a person's own, for all of their organizations.
CREATE TABLE ways (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,
  name text NOT NULL,
  sealed_address text NOT NULL,
  -- A few bits of the address' hash, so that few are opened where one is looked for.
  bucket integer NOT NULL,
  push_key_id text COLLATE "C" REFERENCES push_keys (id),
  created_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3),
  -- Of the code that was sent and not used yet: a code of the vault, and until when it is good.
  code text COLLATE "C",
  code_until timestamptz(3),
  code_tries integer NOT NULL DEFAULT 0,
  taken_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  answered_at timestamptz(3)
);
CREATE INDEX ways_of_users ON ways (user_id);
CREATE INDEX ways_by_bucket ON ways (kind, bucket) WHERE verified_at IS NOT NULL;
CREATE INDEX ways_unverified ON ways (created_at) WHERE verified_at IS NULL;
CREATE INDEX ways_of_push_keys ON ways (push_key_id) WHERE push_key_id IS NOT NULL;

-- By which ways a person is reached, one after the other.
CREATE TABLE way_steps (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  urgency text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  -- NULL is the mail of the account.
  way_id text COLLATE "C" REFERENCES ways (id) ON DELETE CASCADE,
  after_seconds integer NOT NULL,
  PRIMARY KEY (user_id, urgency, place)
);
CREATE INDEX way_steps_of_ways ON way_steps (way_id) WHERE way_id IS NOT NULL;

-- @back 68: it looks at no Idempotency-Key

-- What calls with an Idempotency-Key were answered, so that a repetition is answered the same, and done once.
CREATE TABLE kept_answers (
  -- Null of what is about no organization: an account's own calls, and the operator's.
  organization_id text COLLATE "C" REFERENCES organizations (id) ON DELETE CASCADE,
  -- The kind and the id of who called.
  credential text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- Proves which method, address and body it was, and shows none of them.
  act text NOT NULL,
  -- The id of the request that does it, which its audit records have too.
  attempt text COLLATE "C" NOT NULL,
  node text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Until when its node answers for it, unless it says more.
  alive_until timestamptz NOT NULL,
  -- Sealed; null while it is under way, and once a secret in it was given out again.
  answer text,
  spent boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX kept_answers_key ON kept_answers (organization_id, credential, key) NULLS NOT DISTINCT;
CREATE INDEX kept_answers_attempt ON kept_answers (attempt);

CREATE INDEX kept_answers_begun ON kept_answers (begun_at);

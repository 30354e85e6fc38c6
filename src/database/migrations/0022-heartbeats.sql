-- What has to send signals: one for each row of alert_heartbeats, with what of the row decides when it is missing.
CREATE TABLE heartbeats (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  enabled boolean NOT NULL,
  every_minutes integer NOT NULL,
  grace_minutes integer NOT NULL,
  -- SHA-256 of the secret in its URL, in hexadecimal, and that secret sealed. Null where alerts are its signals.
  token_hash text COLLATE "C",
  sealed_token text,
  signal_at timestamptz(3),
  failed boolean NOT NULL DEFAULT false,
  -- When the next signal is due, and when it is missing without one. Null where none is waited for.
  expected_at timestamptz(3),
  due_at timestamptz(3),
  -- While an alert says that it is missing: since when, and when receivers were last looked at for a repeat.
  missing_since timestamptz(3),
  notified_at timestamptz(3),
  -- How often it was missing: each time is an alert of its own.
  misses integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX heartbeats_token ON heartbeats (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX heartbeats_due ON heartbeats (due_at) WHERE due_at IS NOT NULL AND missing_since IS NULL;
CREATE INDEX heartbeats_missing ON heartbeats (notified_at) WHERE missing_since IS NOT NULL;

-- When a node last looked at them, and since when some node has without a gap: while none did, no signal could arrive.
CREATE TABLE heartbeat_watch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  watched_at timestamptz(3) NOT NULL,
  up_since timestamptz(3) NOT NULL
);
INSERT INTO heartbeat_watch (watched_at, up_since) VALUES (now(), now());

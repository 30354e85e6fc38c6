-- Events that were accepted, with what was decided about them then.
CREATE TABLE events (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  event text COLLATE "C" NOT NULL,
  title text NOT NULL,
  body text,
  service text,
  labels jsonb NOT NULL,
  url text,
  -- Given up when its time is over, so that the key stands for something new.
  dedupe_key text COLLATE "C",
  decision jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT events_dedupe_key UNIQUE (organization_id, dedupe_key)
);

CREATE INDEX events_by_time ON events (at);

CREATE SEQUENCE delivery_ordinal;

-- What has to be told to somebody outside: a queue that any number of nodes work at.
CREATE TABLE deliveries (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  -- The order of arrival.
  ordinal bigint NOT NULL DEFAULT nextval('delivery_ordinal'),
  channel text COLLATE "C" NOT NULL CHECK (channel IN ('email', 'webhook', 'slack')),
  target text NOT NULL,
  -- The target as it is compared: what goes to one lane goes in order.
  lane text COLLATE "C" NOT NULL,
  -- What it tells of.
  source text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'held', 'sent', 'parked')),
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  trying_since timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  -- A worker's lease: its name, and when it runs out by itself.
  lease text COLLATE "C",
  locked_until timestamptz,
  -- It failed often enough that those behind it no longer wait.
  yields boolean NOT NULL DEFAULT false,
  last_error text,
  ended_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT deliveries_once UNIQUE (organization_id, source, channel, lane)
);

CREATE INDEX deliveries_queued ON deliveries (ordinal) WHERE status = 'queued';
CREATE INDEX deliveries_lane ON deliveries (organization_id, channel, lane) WHERE status = 'queued';
-- The few that others of their lane may have to wait for.
CREATE INDEX deliveries_begun ON deliveries (organization_id, channel, lane, ordinal)
  WHERE status = 'queued' AND (attempts > 0 OR lease IS NOT NULL);
CREATE INDEX deliveries_leased ON deliveries (lease) WHERE lease IS NOT NULL;
CREATE INDEX deliveries_unsent ON deliveries (ordinal) WHERE status IN ('held', 'parked');
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;

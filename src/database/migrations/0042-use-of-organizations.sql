-- @back 40: how much organizations use, which it does not count

-- How much each organization used in a minute, on all nodes together. They add to it every few seconds; an hour is kept.
CREATE TABLE organization_use (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  minute timestamptz(0) NOT NULL,
  requests bigint NOT NULL,
  -- Of these, the ones that its quota refused.
  refused bigint NOT NULL,
  -- Milliseconds in which the database ran its statements.
  database_ms double precision NOT NULL,
  PRIMARY KEY (organization_id, minute)
);
CREATE INDEX organization_use_by_minute ON organization_use (minute);

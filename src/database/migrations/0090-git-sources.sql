-- @back 89: nothing looks at repositories
-- When each row of git_sources is looked at, and by which node. What came of it is in the row's state.
CREATE TABLE git_syncs (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  enabled boolean NOT NULL,
  poll_seconds integer NOT NULL,
  -- Null while it is off, or is not polled and nobody asked.
  due_at timestamptz(3),
  -- What failed is tried again then, also where its commit has not moved.
  retry_at timestamptz(3),
  -- The node that looks at it now, and until when that holds without a word of it.
  holder text COLLATE "C",
  held_until timestamptz(3),
  -- What its ssh server showed at the first contact, as lines of known_hosts.
  known_hosts text NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX git_syncs_due ON git_syncs (due_at) WHERE due_at IS NOT NULL;
-- A webhook names the source alone.
CREATE INDEX git_syncs_source ON git_syncs (id);

-- Range queries that a replay has a connector's agent run, and what the engine answered. They are gone after a minute.
CREATE TABLE range_queries (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  query text NOT NULL,
  -- When the first of its steps begins. Each is 300 seconds long.
  starts_at timestamptz(3) NOT NULL,
  steps integer NOT NULL,
  deadline timestamptz(3) NOT NULL,
  answer jsonb,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX range_queries_waiting ON range_queries (organization_id, connector_id) WHERE answer IS NULL;
CREATE INDEX range_queries_deadline ON range_queries (deadline);

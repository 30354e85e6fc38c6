-- Drills: alerts that are marked, sent the way real ones go, and followed from hop to hop.
CREATE TABLE drills (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  -- What it is about: one of these.
  route_id text COLLATE "C",
  target_id text COLLATE "C",
  service text,
  until text NOT NULL CHECK (until IN ('sent', 'acknowledged')),
  labels jsonb NOT NULL,
  annotations jsonb NOT NULL,
  -- The connector whose agent brings it to an Alertmanager; null where the service takes it in itself.
  connector_id text COLLATE "C",
  begun_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  deadline timestamptz(3) NOT NULL,
  -- When the agent was given it, and when its Alertmanager took it; what went wrong there.
  handed_at timestamptz(3),
  accepted_at timestamptz(3),
  problem text,
  alert_id text COLLATE "C",
  taken_in_at timestamptz(3),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'proved', 'failed')),
  ended_at timestamptz(3),
  -- The hops as they were at its end, and why it failed.
  hops jsonb,
  message text,
  -- When the agent was given its end.
  end_handed_at timestamptz(3),
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX drills_running ON drills (organization_id, id) WHERE status = 'running';
CREATE INDEX drills_at_agents ON drills (organization_id, connector_id) WHERE end_handed_at IS NULL;
CREATE INDEX drills_ended ON drills (ended_at) WHERE ended_at IS NOT NULL;

-- Connectors whose agents ask for drills, and when they last did.
CREATE TABLE drill_agents (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, connector_id)
);
CREATE INDEX drill_agents_asked ON drill_agents (asked_at);

-- The drill that an alert is of.
ALTER TABLE alerts ADD COLUMN drill_id text COLLATE "C";
-- When the last try began.
ALTER TABLE deliveries ADD COLUMN tried_at timestamptz(3);

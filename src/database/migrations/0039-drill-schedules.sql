-- Drills that a route's schedule started.
ALTER TABLE drills ADD COLUMN scheduled boolean NOT NULL DEFAULT false;

-- What is known of a route's drills for longer than drills are kept: its schedule, and how the last ones ended.
CREATE TABLE drill_routes (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  route_id text COLLATE "C" NOT NULL,
  -- As its row says it; null for none, and while the route is off.
  schedule jsonb,
  prove_every_days integer,
  -- The Monday of the last week in which the schedule started one, and when to look again.
  week text COLLATE "C",
  next_at timestamptz(3),
  -- The last that proved it, and the one after that which failed.
  proved_at timestamptz(3),
  failed_at timestamptz(3),
  failed_by text COLLATE "C",
  PRIMARY KEY (organization_id, route_id)
);
CREATE INDEX drill_routes_next ON drill_routes (next_at) WHERE next_at IS NOT NULL;

INSERT INTO drill_routes (organization_id, route_id, proved_at)
SELECT organization_id, route_id, max(ended_at)
FROM drills
WHERE route_id IS NOT NULL AND status = 'proved'
GROUP BY organization_id, route_id;

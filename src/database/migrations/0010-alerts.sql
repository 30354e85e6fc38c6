-- Alerts go to outbound targets by way of the queue as well.
ALTER TABLE deliveries DROP CONSTRAINT deliveries_channel_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_channel_check
  CHECK (channel IN ('email', 'webhook', 'slack', 'alert', 'alert_mail'));

-- Alerts that are open, or were within the last days. One is known by where it comes from, its labels (the
-- fingerprint) and when it began.
CREATE TABLE alerts (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  started_at timestamptz(3) NOT NULL,
  labels jsonb NOT NULL,
  annotations jsonb NOT NULL,
  -- What people are told of it, read from labels and annotations when it came.
  title text NOT NULL,
  service text,
  severity text,
  url text,
  resolved_at timestamptz(3),
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  -- The mute that keeps it back.
  muted_by text COLLATE "C",
  -- Null while a mute has kept it back since it began: then no rule and no mail knows of it.
  announced_at timestamptz(3),
  -- When its end was taken in: from then on it is kept for some days.
  closed_at timestamptz(3),
  PRIMARY KEY (organization_id, id),
  CONSTRAINT alerts_once UNIQUE (organization_id, connector_id, fingerprint, started_at)
);
CREATE INDEX alerts_newest ON alerts (organization_id, started_at DESC, id DESC);
CREATE INDEX alerts_open ON alerts (organization_id, started_at DESC, id DESC) WHERE resolved_at IS NULL;
CREATE INDEX alerts_muted ON alerts (organization_id, connector_id)
  WHERE muted_by IS NOT NULL AND resolved_at IS NULL;
CREATE INDEX alerts_closed ON alerts (closed_at) WHERE closed_at IS NOT NULL;

-- Which routes took an alert, as Alertmanager said.
CREATE TABLE alert_routings (
  organization_id text COLLATE "C" NOT NULL,
  alert_id text COLLATE "C" NOT NULL,
  route_id text COLLATE "C" NOT NULL,
  -- Alerts that are sent together: a hash of the connector, the route and Alertmanager's name of the group.
  group_key text COLLATE "C" NOT NULL,
  group_labels jsonb NOT NULL,
  -- When the route's targets were last told that it is open, and when they were told its end.
  told_at timestamptz(3),
  ended_at timestamptz(3),
  PRIMARY KEY (organization_id, alert_id, route_id),
  FOREIGN KEY (organization_id, alert_id) REFERENCES alerts (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_routings_told ON alert_routings (organization_id, group_key, told_at);
CREATE INDEX alert_routings_ended ON alert_routings (organization_id, group_key, ended_at);

-- The next step of each rule that escalates an alert.
CREATE TABLE alert_timers (
  organization_id text COLLATE "C" NOT NULL,
  alert_id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  step integer NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, alert_id, rule_id),
  FOREIGN KEY (organization_id, alert_id) REFERENCES alerts (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_timers_due ON alert_timers (due_at);

-- Which alerts the deliveries of one source tell of.
CREATE TABLE delivery_alerts (
  organization_id text COLLATE "C" NOT NULL,
  alert_id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  -- The route or rule that sent them.
  sender_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, alert_id, source),
  FOREIGN KEY (organization_id, alert_id) REFERENCES alerts (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_alerts_source ON delivery_alerts (organization_id, source);

-- Rows of before may ask to be hosted already.
INSERT INTO hosted_connectors (organization_id, connector_id)
SELECT organization_id, id
FROM rows
WHERE kind = 'connectors' AND configuration -> 'metadata' ->> 'run_in' = 'service'
  AND configuration ->> 'connector_type' = 'alertmanager'
  AND coalesce(configuration ->> 'enabled', 'true') = 'true'
ON CONFLICT DO NOTHING;

-- A target's secret is sent only to the address that it was given for. Of rows of before that is their present one.
UPDATE rows
SET state = state || jsonb_build_object('secret_addresses', jsonb_build_object('secret', configuration -> 'url'))
WHERE kind = 'outbound_configs' AND secrets <> '{}' AND configuration ->> 'url' IS NOT NULL;

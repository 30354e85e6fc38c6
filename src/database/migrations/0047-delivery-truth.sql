-- @back 46: it does not look whether alerts reached anybody

-- What became of the messages to one receiver: the last that arrived, and what did not.
CREATE INDEX deliveries_arrived ON deliveries (organization_id, channel, lane, ended_at) WHERE status = 'sent';
CREATE INDEX deliveries_left ON deliveries (organization_id, channel, lane) WHERE status IN ('held', 'parked');

-- When it was found that an alert has reached somebody, or when others were told that it reached nobody. What is open
-- already when this comes is left as it is.
ALTER TABLE alerts ADD COLUMN reach_settled_at timestamptz(3);
UPDATE alerts SET reach_settled_at = now() WHERE resolved_at IS NULL;
CREATE INDEX alerts_reach_unsettled ON alerts (organization_id, id)
  WHERE resolved_at IS NULL AND acknowledged_at IS NULL AND muted_by IS NULL AND inhibited_by IS NULL
    AND unconfirmed_since IS NULL AND drill_id IS NULL AND reach_settled_at IS NULL;

INSERT INTO deliveries (organization_id, id, channel, target, lane, source, subject, payload, status,
  created_at, trying_since, next_attempt_at, ended_at, last_error)
SELECT one.organization_id, one.id, one.channel, one.target, one.partition, one.source, one.subject, one.payload,
  one.status, one.at, now(), now() + coalesce(one.hold_ms, 0) * interval '1 millisecond', CASE WHEN one.status = 'parked' THEN now() END, one.error
FROM jsonb_to_recordset(:deliveries::jsonb) AS one (organization_id text, id text, channel text,
  target text, partition text, source text, subject text, payload jsonb, status text, at timestamptz, error text, hold_ms integer)
ON CONFLICT ON CONSTRAINT deliveries_once DO NOTHING

-- What became of the messages before an end that notified its receiver of the same alerts; of an incident, of all alerts that
-- were in it since the last end that the receiver got.
-- @param incident: nullable
-- @result maybeArrived, reminds, dueAt: !
WITH involved AS (
  SELECT reported.alert_id
  FROM deliveries AS later
  JOIN delivery_alerts AS reported ON reported.organization_id = later.organization_id AND reported.source = later.source
  WHERE later.organization_id = :organization_id AND later.id = :id
  UNION
  SELECT alert_id FROM alert_routings WHERE organization_id = :organization_id AND group_key = :incident::text
), before AS MATERIALIZED (
  SELECT DISTINCT one.id, one.ordinal, one.source, one.status, one.attempts, one.maybe_arrived, one.next_attempt_at
  FROM involved
  JOIN delivery_alerts AS reported ON reported.organization_id = :organization_id AND reported.alert_id = involved.alert_id
  JOIN deliveries AS one ON one.organization_id = reported.organization_id AND one.source = reported.source
  JOIN deliveries AS later ON later.organization_id = one.organization_id AND later.channel = one.channel
    AND later.lane = one.lane AND later.ordinal > one.ordinal
  WHERE later.organization_id = :organization_id AND later.id = :id
)
SELECT status, coalesce(maybe_arrived, attempts > 0) AS "maybeArrived", source LIKE '%/reminder/%' AS reminds,
  greatest(next_attempt_at, now() + interval '1 second') AS "dueAt"
FROM before
WHERE right(source, 9) <> '/resolved' AND (:incident::text IS NULL OR ordinal > coalesce((
  SELECT max(ordinal) FROM before WHERE status = 'sent' AND right(source, 9) = '/resolved'
), 0))

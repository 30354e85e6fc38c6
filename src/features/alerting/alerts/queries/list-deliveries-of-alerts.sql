-- Of each alert the newest ones, in the order of arrival. Thousands of alerts may be known together to a thousand people,
-- again and again: what a source has is read once, and not more of it than is shown.
WITH notified AS MATERIALIZED (
  SELECT one.alert_id, one.source, one.sender_id
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  JOIN delivery_alerts AS one ON one.organization_id = :organization_id AND one.alert_id = wanted.id
), newest AS MATERIALIZED (
  SELECT sent.*
  FROM (SELECT DISTINCT source FROM notified) AS wanted
  CROSS JOIN LATERAL (
    SELECT source, channel, target, status, attempts, created_at, ended_at, last_error, tried_at, ordinal
    FROM deliveries
    WHERE organization_id = :organization_id AND source = wanted.source
    ORDER BY ordinal DESC
    LIMIT :most
  ) AS sent
), placed AS (
  SELECT notified.alert_id, notified.sender_id, newest.*,
    row_number() OVER (PARTITION BY notified.alert_id ORDER BY newest.ordinal DESC) AS place
  FROM notified JOIN newest ON newest.source = notified.source
)
SELECT alert_id AS "alertId", sender_id AS "senderId", channel, target, status, attempts, created_at AS "createdAt",
  ended_at AS "endedAt", last_error AS "lastError", tried_at AS "triedAt"
FROM placed
WHERE place <= :most
ORDER BY ordinal

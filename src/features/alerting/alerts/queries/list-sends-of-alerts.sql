-- What became of the messages by which people were to learn of these alerts, not of their ends, and not what was sent
-- elsewhere because they reached nobody; mails of notification_settings by themselves (by_settings). What a source has is
-- read once.
-- @result waiting, held, bySettings: !
-- @result failures: FailedSend[]
WITH notified AS MATERIALIZED (
  SELECT one.alert_id, one.source, one.sender_id = :mailing AS by_settings
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  JOIN delivery_alerts AS one ON one.organization_id = :organization_id AND one.alert_id = wanted.id
  WHERE one.sender_id <> :elsewhere AND right(one.source, 9) <> '/resolved'
), sent AS MATERIALIZED (
  SELECT one.source, min(one.ended_at) FILTER (WHERE one.status = 'sent') AS reached_at,
    count(*) FILTER (WHERE one.status = 'queued' AND one.attempts = 0) AS waiting,
    count(*) FILTER (WHERE one.status = 'held') AS held,
    jsonb_agg(jsonb_build_object('channel', one.channel, 'target', one.target, 'error', one.last_error) ORDER BY one.ordinal)
      FILTER (WHERE one.status IN ('queued', 'parked') AND one.last_error IS NOT NULL) AS failures
  FROM (SELECT DISTINCT source FROM notified) AS wanted
  JOIN deliveries AS one ON one.organization_id = :organization_id AND one.source = wanted.source
  GROUP BY one.source
)
SELECT notified.alert_id AS "alertId", notified.by_settings AS "bySettings", min(sent.reached_at) AS "reachedAt", sum(sent.waiting)::integer AS waiting,
  sum(sent.held)::integer AS held,
  (array_agg(sent.failures ORDER BY sent.source) FILTER (WHERE sent.failures IS NOT NULL))[1] AS failures
FROM notified
JOIN sent ON sent.source = notified.source
GROUP BY notified.alert_id, notified.by_settings

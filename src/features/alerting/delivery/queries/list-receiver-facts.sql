-- What became of the messages to these receivers: the last that was sent, those that fail, those that were given up, and
-- those that are held. What was given up because nothing more was to be sent does not count.
-- @result channel: Depth["channel"]!
-- @result partition, parked: !
SELECT wanted.channel, wanted.partition, sent.at AS "sentAt", unsent.parked, unsent.parked_since AS "parkedSince",
  unsent.parked_at AS "parkedAt", unsent.parked_error AS "parkedError", unsent.held_since AS "heldSince",
  begun.since AS "failingSince", begun.error AS "failingError"
FROM unnest(:channels::text[], :partitions::text[]) AS wanted (channel, partition)
CROSS JOIN LATERAL (
  SELECT max(ended_at) AS at FROM deliveries AS one
  WHERE one.organization_id = :organization_id AND one.channel = wanted.channel AND one.lane = wanted.partition
    AND one.status = 'sent'
) AS sent
CROSS JOIN LATERAL (
  SELECT (count(*) FILTER (WHERE status = 'parked'))::integer AS parked,
    min(created_at) FILTER (WHERE status = 'parked') AS parked_since,
    max(ended_at) FILTER (WHERE status = 'parked') AS parked_at,
    (array_agg(last_error ORDER BY ended_at DESC) FILTER (WHERE status = 'parked'))[1] AS parked_error,
    min(created_at) FILTER (WHERE status = 'held') AS held_since
  FROM deliveries AS one
  WHERE one.organization_id = :organization_id AND one.channel = wanted.channel AND one.lane = wanted.partition
    AND one.status IN ('held', 'parked') AND right(coalesce(one.last_error, ''), length(:no_more)) <> :no_more
) AS unsent
CROSS JOIN LATERAL (
  SELECT min(created_at) AS since, (array_agg(last_error ORDER BY ordinal DESC))[1] AS error
  FROM deliveries AS one
  WHERE one.organization_id = :organization_id AND one.channel = wanted.channel AND one.lane = wanted.partition
    AND one.status = 'queued' AND one.attempts > 0
) AS begun

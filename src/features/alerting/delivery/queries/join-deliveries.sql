-- What waits for the same receiver to go as one message with what is in hand: what its receiver would get in order from
-- sources with this end. Whoever leased one before keeps it.
WITH waiting AS (
  SELECT organization_id, id FROM deliveries
  WHERE organization_id = :organization_id AND channel = :channel AND lane = :partition AND status = 'queued'
    AND attempts = 0 AND lease IS NULL AND source LIKE 'change/%' AND right(source, length(:source_end)) = :source_end
  ORDER BY ordinal
  LIMIT :limit
  FOR UPDATE SKIP LOCKED
), joined AS (
  UPDATE deliveries AS one
  SET lease = :lease, tried_at = now(), locked_until = now() + :lease_ms * interval '1 millisecond',
    maybe_arrived = coalesce(maybe_arrived, false)
  FROM waiting
  WHERE one.organization_id = waiting.organization_id AND one.id = waiting.id
  RETURNING one.*
)
SELECT organization_id AS "organizationId", id, channel, target, source, subject, payload, attempts,
  trying_since AS "tryingSince"
FROM joined
ORDER BY ordinal
